"""The pages of certificates, at the desk and in public."""
