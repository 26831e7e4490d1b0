"""The ground floor: what every room says and writes things with. Standard library only; imports no room."""
