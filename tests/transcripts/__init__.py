"""One whole fight of each system as the chronicle tells it, beside the file it is told from."""
