"""The desk: the hall, results, pairings, standings, prizes."""

from __future__ import annotations

from tdapp.desk.results import by_hand
from tests.contracts import giving
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.worlds import World


def _by_hand(here: World) -> Body:
    """Three tables and a bye, as they were looked at."""
    lines = "1 400 2 380\n3 410 4 390\n5 420 6 400\n7 bye"
    seen = by_hand.read(here.divisions["fresh"], lines, {}).digest
    return {"lines": lines, "reason": "no power in the morning", "seen": seen}


def _draft(here: World) -> Body:
    return {"seen": here.facts["draft"]["version"]}


def _edit(here: World) -> Body:
    tables = here.facts["draft"]["boards"]["tables"]
    return {**_draft(here), "action": "turn", "table": tables[0]["table"]}


def _as_played(here: World) -> Body:
    row = here.divisions["printed"]
    table = row.rounds.get(number=1).tables.order_by("number")[0]
    first, second = (slot.entrant.number for slot in table.seats.order_by("seat"))
    return {"places": f"{table.number} {second} {first}", "reason": "the other one started"}


def seen_waiting(here: World) -> Body:
    return {"seen": here.facts["waiting_result"].version}


def _line(here: World) -> Body:
    return {"line": f"{here.divisions['open'].table_first + 2} 402 377"}


def _press(here: World) -> Body:
    return {"round": f"{here.facts['clock_round'].pk}:1"}


def _leaves(here: World) -> Body:
    return {"entrant": [str(here.facts["entrant"].pk)], "intent": "unscored", "sure": "1"}


SENDS: dict[str, Send] = {
    "desk:hall_clock": Send(_press, ("clock.pause",), "clerk"),
    "desk:hall_announce": send("announcement.post", ready="quiet"),
    "desk:hall_take_down": send("announcement.take_down"),
    "desk:hall_plan": send("event.day_plan", by="director", line="09:00 r1-7; 17:00 prizes", seen=1),
    "desk:hall_time": send("division.round_time", minutes=50, last_turn="one-more", seen=0),
    "desk:roll_call_open": send("roll_call.open"),
    "desk:roll_call_mark": Send(
        lambda here: {"entrants": str(here.facts["entrant"].pk)}, ("roll_call.mark",)
    ),
    "desk:roll_call_close": send("roll_call.close"),
    "desk:leaving": Send(_leaves, ("entrant.withdraw", "entrant.leave_together")),
    "desk:leaving_undo": send("entrant.bring_back_together"),
    "desk:enter": Send(_line, ("result.enter",), "clerk"),
    "desk:undo": send("result.undo"),
    "desk:link_report": send("claim.report", by="", s1=412, s2=388, sure="on"),
    "desk:claim_take": send("claim.accept", "result.enter", by="clerk", sure="1"),
    "desk:phone_rule": send("phone.rule", mode="look"),
    "desk:phone_code": send("phone.show", by="registrar"),
    "desk:phone_renew": send("phone.renew", by="registrar"),
    "desk:phone_renew_all": send("phone.renew_all"),
    "desk:confirm_one": Send(seen_waiting, ("result.confirm",), "checker"),
    "desk:answer": send("result.answer", answer="read again"),
    "desk:table_correct": send("result.correct", line="411 390", reason="read again", seen=1, sure="on"),
    "desk:table_ask": send("result.question", text="which slip?"),
    "desk:sheet_enter": Send(
        lambda here: {"seen": here.facts["agreeing_sheet"].version, "sure": "on"},
        ("result.enter", "sheet.enter"),
        "clerk",
    ),
    "desk:sheet_decide": Send(
        lambda here: {
            "seen": here.facts["finished_sheet"].version,
            "result": 1,
            "decision": "slip",
            "reason": "x",
        },
        ("sheet.decide",),
    ),
    "desk:prizes_add": send("prize.add", division="closed", lines="class U12 1: medal\nhigh loss: 50"),
    "desk:prizes_whom": send("entrant.fill_private"),
    "desk:prizes_order": send("prize.order", to="value"),
    "desk:prizes_clone": Send(giving.earlier, ("prize.clone",)),
    "desk:prizes_settings": send("prize.settings", protest_minutes=20, most_each=2, currency="P"),
    "desk:prize": Send(giving.changed, ("prize.edit",)),
    "desk:prize_remove": send("prize.remove"),
    "desk:unveil": send("standings.release", "standings.unveil", by="publisher"),
    "desk:final_public": send("standings.release", "standings.make_final_public", by="publisher"),
    "desk:prize_script": Send(giving.said, ("prize.sayings",), "publisher"),
    "desk:ceremony_start": Send(giving.to_begin, ("ceremony.start",), "publisher"),
    "desk:ceremony_step": send("ceremony.step", by="publisher", to="next", seen=0),
    "desk:ceremony_given": Send(giving.given_otherwise, ("ceremony.given",), "publisher"),
    "desk:ceremony_end": send("ceremony.end", by="publisher"),
    "desk:finalise": send("division.finalise"),
    "desk:freeze": send("standings.freeze", by="publisher", last=1),
    "desk:release": send("standings.release", after=1),
    "desk:show_pairings": send("round.show", shown="1"),
    "desk:close_round": send("round.close"),
    "desk:reopen": send("round.reopen", reason="a slip turned up"),
    "desk:round_draft": send("round.draft"),
    "desk:chances_count": send("standings.chances"),
    "desk:chances_stop": send("standings.chances_stop"),
    "desk:round_stop": send("round.stop_draft"),
    "desk:round_edit": Send(_edit, ("round.edit",)),
    "desk:round_repair": Send(_draft, ("round.repair",)),
    "desk:round_undo": Send(_draft, ("round.undo_edit",)),
    "desk:round_discard": Send(_draft, ("round.discard",)),
    "desk:round_publish": Send(_draft, ("round.publish",)),
    "desk:by_hand": Send(
        _by_hand, ("result.enter", "result.enter", "result.enter", "round.by_hand"), "director"
    ),
    "desk:line_ups": send("lineup.set", lines="A: 4 2 6"),
    "desk:round_recall": send("round.recall", reason="wrong list"),
    "desk:round_as_played": Send(_as_played, ("table.as_played",)),
    "desk:round_leave_out": send("division.absent"),
}
