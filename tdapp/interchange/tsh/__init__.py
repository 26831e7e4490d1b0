"""tsh division files: a whole event in, a division out."""
