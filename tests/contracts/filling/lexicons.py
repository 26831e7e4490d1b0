"""The lists of words and their committees."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    **{
        f"lexicon_admin:{name}": lambda here: {"pk": here.facts["brought"].pk}
        for name in (
            "import_page",
            "import_progress",
            "import_again",
            "import_cancel",
            "import_discard",
            "import_apply",
        )
    },
    **{
        f"lexicon_admin:{name}": lambda here: {"lexicon": here.facts["drafted"].slug}
        for name in ("draft", "save_draft", "drop_draft", "publish_draft", "draft_progress")
    },
    **{
        f"lexicon_admin:{name}": lambda here: {"pk": here.facts["seat_invitation"].pk}
        for name in ("invitation", "revoke_invitation")
    },
    "lexicon_admin:forget_search": lambda here: {"pk": here.facts["saved"].pk},
    "lexicon_admin:take_seat": lambda here: {"pk": here.facts["seat"].pk},
    "lexicon_admin:open": lambda here: {"number": 2},
    "lexicon_admin:print": lambda here: {"what": "two"},
    "lexicon_admin:pdf": lambda here: {"what": "two"},
}
