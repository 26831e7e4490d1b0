"""The register of incidents: what happened, who decided, with photos."""
