"""The commands of the command line, one file each or a few that belong together; cli/main.py names them."""
