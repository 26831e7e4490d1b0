"""The writes about places the website is sent to."""
