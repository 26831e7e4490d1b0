"""The public site sent out into the world: to a web host, object storage, a folder, a federation's inbox."""
