"""Pages of this room: the editor of a sheet."""
