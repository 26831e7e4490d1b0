"""tsh division files (`formats.md` d1): a whole event in, a division out."""
