"""The program itself, whatever is installed in it."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, WATCHER, Row, change, look

ROWS: dict[str, Row] = {
    "healthz": look(ANYBODY),
    "readyz": look(ANYBODY),
    "metrics": look(WATCHER),
    "set_language": change(ANYBODY),
}
