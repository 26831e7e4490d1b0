"""The public site of an event as a folder of plain files: what is public, built once; everybody else only copies bytes."""
