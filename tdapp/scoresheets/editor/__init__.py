"""The editor of a sheet: its page and every change it sends."""
