"""Certificates: what each says, who may look one up, and the PDF they are printed from."""
