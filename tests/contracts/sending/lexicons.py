"""The lists of words: looked after by the operator, voted on by their committees."""

from __future__ import annotations

from lexicon_admin.commands.publishing import changes_seen
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.words import upload
from tests.contracts.worlds import World

FACTS = {"effective_from": "2027-01-01", "source": "a test", "licence": "public domain"}
DAYS = {"feedback_until": "2025-06-01", "effective_from": "2026-01-02"}


def _publication(here: World) -> Body:
    draft = here.facts["drafted"].editions.get(status="draft")
    return {"seen": changes_seen(draft), "sure": "on", **FACTS}


SENDS: dict[str, Send] = {
    "lexicon_admin:new": send(
        "lexicon.create",
        by="operator",
        slug="more",
        name="More",
        kind="main",
        language="fil",
        quorum=3,
        threshold=60,
        days=14,
    ),
    "lexicon_admin:settings": send(
        "lexicon.change",
        by="operator",
        name="Renamed",
        quorum=2,
        threshold=50,
        days=0,
        ruleset="",
        language="fil",
    ),
    "lexicon_admin:give_seat": Send(
        lambda here: {"username": here.facts["outsider"].username, "role": "committee"},
        ("lexicon.seat",),
        "operator",
    ),
    "lexicon_admin:invite": send("lexicon.invite", by="operator", role="committee", name="Lia", days=14),
    "lexicon_admin:revoke_invitation": send("lexicon.revoke_invitation", by="operator"),
    "lexicon_admin:deadline": send("proposal.deadline", by="operator", until="2099-01-01"),
    # There is no mail server: nobody is reminded, and nothing to log.
    "lexicon_admin:remind": send(by="operator"),
    "lexicon_admin:feedback": send(
        "proposal.suggest", by="", action="add", word="ibon", text="KWF, 3", club="Cebu"
    ),
    "lexicon_admin:propose_many": send(
        "proposal.make_many", by="operator", action="add", text="ibon; bird; KWF 3\npusa", citations="KWF, 4"
    ),
    "lexicon_admin:vote_many": send("proposal.vote_many", by="voter", choice="yes"),
    "lexicon_admin:decide_many": send("proposal.decide_many", by="operator"),
    "lexicon_admin:save_search": send("search.save", name="long ones", line="length:9-"),
    "lexicon_admin:forget_search": send("search.forget"),
    "lexicon_admin:take_seat": send("lexicon.unseat", by="operator"),
    "lexicon_admin:import": Send(lambda here: {"file": upload()}, ("lexicon.import",), "operator"),
    "lexicon_admin:import_again": send("lexicon.import_again", by="operator", capitals="ignore"),
    "lexicon_admin:import_cancel": send("lexicon.import_cancel", by="operator"),
    "lexicon_admin:import_discard": send("lexicon.import_discard", by="operator"),
    "lexicon_admin:import_apply": Send(
        lambda here: {"seen": here.facts["brought"].sha256, "name": "2027", **FACTS},
        ("lexicon.import_apply",),
        "operator",
    ),
    "lexicon_admin:revert": send("edition.revert", by="operator", reason="the wrong file"),
    "lexicon_admin:propose": send(
        "proposal.make", by="operator", action="add", word="ibon", citations="KWF, 3"
    ),
    "lexicon_admin:open": send("proposal.open", by="operator", citations="KWF, 3"),
    "lexicon_admin:remark": send("proposal.remark", by="operator", text="seen in print"),
    "lexicon_admin:vote": send("proposal.vote", by="voter", choice="no"),
    "lexicon_admin:decide": send("proposal.decide", by="operator"),
    "lexicon_admin:withdraw": send("proposal.withdraw", by="operator"),
    "lexicon_admin:make_draft": send("edition.draft", by="operator", name="2027", **DAYS),
    "lexicon_admin:save_draft": send("edition.redraft", by="operator", note="taken in", **DAYS),
    "lexicon_admin:drop_draft": send("edition.drop", by="operator"),
    "lexicon_admin:publish_draft": Send(_publication, ("edition.publish_later",), "operator"),
}
