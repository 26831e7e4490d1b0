"""The program itself, whatever is installed in it."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, Row, change, look

ROWS: dict[str, Row] = {
    "healthz": look(ANYBODY),
    "readyz": look(ANYBODY),
    "metrics": look(ANYBODY),
    "set_language": change(ANYBODY),
}
