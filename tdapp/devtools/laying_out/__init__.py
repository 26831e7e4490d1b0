"""Templates in lines that a change can be read in: `python -m tdapp.devtools.laying_out`, a part of `./td check`."""
