"""The lists of words and their committees."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, Row, change, look

ROWS: dict[str, Row] = {
    "lexicon_admin:index": look(ANYBODY),
    "lexicon_admin:new": Row("lexicon.edit", "lexicon.edit"),
    "lexicon_admin:lexicon": look(ANYBODY),
    "lexicon_admin:settings": Row("lexicon.edit", "lexicon.edit"),
    "lexicon_admin:give_seat": change("lexicon.edit"),
    "lexicon_admin:take_seat": change("lexicon.edit"),
    "lexicon_admin:import": Row("lexicon.edit", "lexicon.edit"),
    "lexicon_admin:import_page": look("lexicon.edit"),
    "lexicon_admin:import_progress": look("lexicon.edit"),
    "lexicon_admin:import_again": change("lexicon.edit"),
    "lexicon_admin:import_cancel": change("lexicon.edit"),
    "lexicon_admin:import_discard": change("lexicon.edit"),
    "lexicon_admin:import_apply": change("lexicon.edit"),
    "lexicon_admin:edition": look(ANYBODY),
    "lexicon_admin:changes": look(ANYBODY),
    "lexicon_admin:export": look(ANYBODY),
    "lexicon_admin:found": look(ANYBODY),
    "lexicon_admin:found_pdf": look(ANYBODY),
    "lexicon_admin:print": look(ANYBODY),
    "lexicon_admin:pdf": look(ANYBODY),
    "lexicon_admin:revert": change("lexicon.edit"),
    "lexicon_admin:committee": look("lexicon.view"),
    "lexicon_admin:propose": Row("lexicon.propose", "lexicon.propose"),
    "lexicon_admin:proposal": look("lexicon.view"),
    "lexicon_admin:open": change("lexicon.propose"),
    "lexicon_admin:remark": change("lexicon.propose"),
    "lexicon_admin:vote": change("lexicon.vote"),
    "lexicon_admin:decide": change("lexicon.edit"),
    "lexicon_admin:withdraw": change("lexicon.propose"),
    "lexicon_admin:draft": look("lexicon.view"),
    "lexicon_admin:make_draft": change("lexicon.edit"),
    "lexicon_admin:save_draft": change("lexicon.edit"),
    "lexicon_admin:drop_draft": change("lexicon.edit"),
    "lexicon_admin:publish_draft": Row("lexicon.edit", "lexicon.edit"),
    "lexicon_admin:draft_progress": look("lexicon.view"),
}
