"""Rating lists, and who is who in them."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, Row, change, look

ROWS: dict[str, Row] = {
    "ratings:index": look(ANYBODY),
    "ratings:list": look(ANYBODY),
    "ratings:clubs": look(ANYBODY),
    "ratings:print": look(ANYBODY),
    "ratings:player": look(ANYBODY),
    "ratings:change": look(ANYBODY),
    "ratings:of": look(ANYBODY),
    "ratings:projected": look("result.view"),
    "ratings:projected_newest": look("result.view"),
    "ratings:new": Row("installation.ratings", "installation.ratings"),
    "ratings:settings": Row("installation.ratings", "installation.ratings"),
    "ratings:log": look("installation.ratings"),
    "ratings:runs": look("installation.ratings"),
    "ratings:off": Row("installation.ratings", "installation.ratings"),
    "ratings:preview": look("installation.ratings"),
    "ratings:rate": change("installation.ratings"),
    "ratings:job": look("installation.ratings"),
    "ratings:import": Row("installation.ratings", "installation.ratings"),
    "ratings:import_apply": change("installation.ratings"),
    "ratings:report": look("installation.ratings"),
    "ratings:export": look(ANYBODY),
    "ratings:job_progress": look("installation.ratings"),
    "ratings:job_cancel": change("installation.ratings"),
    "ratings:people": look("installation.people"),
    "ratings:merge": Row("installation.people", "installation.people"),
    "ratings:player_name": Row("installation.people", "installation.people"),
    "ratings:separate": change("installation.people"),
    "ratings:two": change("installation.people"),
    "ratings:maybe": change("installation.people"),
    "ratings:merge_job": look("installation.people"),
    "ratings:merge_progress": look("installation.people"),
    "ratings:merge_cancel": change("installation.people"),
    "ratings:foresee": change("installation.ratings"),
    "ratings:seed": change("installation.ratings"),
}
