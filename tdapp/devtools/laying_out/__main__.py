"""Says which templates are not laid out, or lays them out with `--mend`."""

import sys

from tdapp.devtools.laying_out.files import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
