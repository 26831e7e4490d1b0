"""Every way to change this room: the editor of a sheet."""
