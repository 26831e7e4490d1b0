#!/bin/sh
# Starts the tournament desk from this folder; no network is needed.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
for python in python3.13 python3.12 python3.11 python3.14 python3; do
    if command -v "$python" >/dev/null 2>&1 && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        exec "$python" "$here/start.py" "$@"
    fi
done
echo "Python 3.11 or newer is needed. See README.txt." >&2
exit 2
