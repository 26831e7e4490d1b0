"""The lists of words: who may look, whose votes count, what the public sees of a list in play."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

PAGES = ("tests/lexicon/test_pages.py",)
COMMITTEE = ("tests/lexicon/test_committee.py",)
PUBLISHING = "lexicon_admin/commands/publishing.py"
PUBLISHED = ("tests/lexicon/test_publishing.py",)
IMPORTS = "lexicon_admin/commands/imports.py"

GUARDS: tuple[Guard, ...] = (
    guard(
        "the public is shut out of a list in play",
        "lexicon_admin/views/common.py",
        "    embargo.refuse_closed(edition, ctx)\n",
        "    pass\n",
        *PAGES,
    ),
    guard(
        "a list in play keeps its draft's words to itself",
        "lexicon_admin/views/common.py",
        "    return embargo.is_list_closed(lexicon, ctx)\n",
        "    return False\n",
        *PAGES,
    ),
    guard(
        "words whose licence is closed are for the committee",
        "lexicon_admin/views/common.py",
        "    if not edition.public:\n",
        "    if False:\n",
        *PAGES,
    ),
    guard(
        "a PIN session has no seat in a committee",
        "lexicon_admin/committee/access.py",
        "    return replace(ctx, by_pin=by_pin)",
        "    return ctx",
        *PAGES,
    ),
    guard(
        "who sends a list is looked at before his bytes are",
        "lexicon_admin/views/imports.py",
        '    web_lexicon(request, lexicon, "lexicon.edit")\n    allow_list',
        "    allow_list",
        "tests/contracts/test_permission_matrix.py -k lexicon",
        *PAGES,
    ),
    guard(
        "a vote in conflict does not count",
        "lexicon_admin/committee/voting.py",
        "for vote in votes if not vote.conflict)",
        "for vote in votes)",
        *COMMITTEE,
    ),
    guard(
        "who has no seat has no vote",
        "lexicon_admin/committee/voting.py",
        " if vote.user_id in seats]",
        "]",
        *COMMITTEE,
    ),
    guard(
        "a store is put in place before its edition says it is published",
        PUBLISHING,
        "    storage.put_in_place(draft.pk, file_sha256)\n",
        "",
        *PUBLISHED,
    ),
    guard(
        "the store of an import is put in place before its edition is there",
        IMPORTS,
        "    storage.put_in_place(row.pk, row.file_sha256)\n",
        "",
        "tests/lexicon/test_imports.py",
    ),
    guard(
        "only what the last edition alone held waits when it is taken back",
        "lexicon_admin/commands/editions.py",
        "_freed(edition) if last else []",
        "_freed(edition)",
        *PUBLISHED,
    ),
)
