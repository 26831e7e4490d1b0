"""What the installation tells whoever watches it: how many requests and commands, how long, what waits, what is away.

Only where `TD_METRICS_TOKEN` is set; a laptop counts nothing and loads nothing of it (ADR 26).
"""
