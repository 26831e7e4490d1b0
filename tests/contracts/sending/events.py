"""Coming in, making events, an event's settings, people, entries, rules and check-in; the demo."""

from __future__ import annotations

from typing import Any

from tdapp.events.models import as_data
from tdapp.events.rules import rulesets
from tdapp.events.rules.forms import written
from tdapp.events.setup.forms import division_initial
from tests import factories as f
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.worlds import PIN, World


def _a_demo(_here: World) -> dict[str, Any]:
    """An event of the demo."""
    f.event(demo=True)
    return {}


def _division(here: World, **more: Any) -> Body:
    start = {**division_initial("pspa-open"), "name": "Second", **more}
    return {name: value for name, value in start.items() if value is not None and value is not False}


def _new(here: World) -> Body:
    division = {f"d1-{name}": value for name, value in _division(here).items()}
    return {"preset": "pspa-open", "name": "Next Open", "starts_on": "2026-05-01", **division}


def _settings_of_division(here: World) -> Body:
    row = here.divisions["open"]
    stored = as_data(row, *(name for name in division_initial("pspa-open") if hasattr(row, name)))
    known = {name: value for name, value in stored.items() if value is not None and value is not False}
    return {
        **known,
        "name": "Open",
        "plan": row.plan,
        "table_first": row.table_first,
        "table_last": row.table_last,
        "room": "B",
    }


def _entry(here: World) -> Body:
    row = here.facts["entrant"]
    facts = {"surname": "Renamed", "rating": 1500, "lifetime_games": 3, "seniority": 0, "seen": row.version}
    return {**facts, "given": row.given}


def _tiles(here: World) -> Body:
    table = rulesets.of_division(here.divisions["fresh"]).tiles.table
    columns = {name: [getattr(tile, name) for tile in table] for name in ("id", "value", "count", "bag")}
    return {**{f"tile_{name}": column for name, column in columns.items()}, "total": 150, "confirmed": "on"}


def _values(here: World) -> Body:
    return {**written(rulesets.of_division(here.divisions["fresh"])), "challenge.quota": "5"}


SENDS: dict[str, Send] = {
    "events:login": Send(
        lambda here: {"username": here.who("clerk").username, "password": "pass"}, ("session.begin",), ""
    ),
    "events:logout": send("session.end"),
    "events:join": send("member.join", "session.begin", by="", name="New Volunteer"),
    "events:front": send("installation.front", by="operator", name="PSPA", english="Welcome", seen=1),
    "events:new": Send(_new, ("event.create", "event.create"), "organiser"),
    "events:club_new": Send(_new, ("event.create", "club.create_event"), "club-director"),
    "events:club_clone": Send(
        lambda here: {"source": here.event.slug, "name": "Again", "starts_on": "2027-03-14"},
        ("event.create", "club.clone_event"),
        "club-director",
    ),
    "events:clone": Send(
        lambda here: {"source": here.event.slug, "name": "Again", "starts_on": "2027-03-14"},
        ("event.create", "event.clone"),
        "organiser",
    ),
    "events:bring_back": send("event.undelete"),
    "events:settings": send("event.edit", name="Renamed", starts_on="2026-03-14", public="on"),
    "events:put_away": Send(
        lambda here: {"typed_name": here.event.name, "reason": "rain"}, ("event.delete",)
    ),
    "events:add_division": Send(_division, ("division.add",)),
    "events:division_settings": Send(_settings_of_division, ("division.edit",)),
    "events:board": send(
        "division.board", rows="..D..\n.t.t.\nD...D\n.t.t.\n..D..", start="C3", name="Five", confirmed="on"
    ),
    "events:tiles": Send(_tiles, ("division.tiles",)),
    "events:plan": send("division.edit", plan="swiss(pattern=fold) 1-7"),
    "events:wishes": send("division.wishes", forbidden="1 2", prizes="3"),
    "events:rule_values": Send(_values, ("division.rules",)),
    "events:rule_file": send(
        "division.ruleset_file",
        text='schema = 1\nid = "ours"\nname = "Ours"\nextends = "bisonte"\n[rack]\nsize = 8\n',
    ),
    "events:confirm_rules": send("division.confirm", what="board", confirmed="on"),
    "events:forget_set": send("library.forget"),
    "events:switch": Send(
        lambda here: {"person": here.facts["helper"].pk, "pin": PIN}, ("member.take_over", "session.begin")
    ),
    "events:set_pin": send("member.set_pin", pin="482619"),
    "events:drop_pin": send("member.drop_pin"),
    "events:readmit": send("member.readmit"),
    "events:again": send("session.confirm", by="director by PIN", password_again="pass"),
    "events:plays": Send(
        lambda here: {"person": here.facts["other"].pk, "entrant": here.facts["entrant"].pk},
        ("member.plays",),
    ),
    "events:add_member": Send(
        lambda here: {"username": here.facts["outsider"].username, "role": "clerk"}, ("member.add",)
    ),
    "events:remove_member": send("member.remove"),
    "events:invite": send("member.invite", role="clerk", hours=5, uses=5),
    "events:revoke_link": send("member.revoke_link"),
    "events:add": send(
        "entrant.add", surname="Walk", given="In", rating=1200, division="fresh", missed="unscored"
    ),
    "events:seed": send("division.seed"),
    "events:entry": Send(_entry, ("entrant.edit",)),
    "events:withdraw": send("entrant.withdraw", from_round=1, intent="forfeit"),
    "events:rejoin": send("entrant.rejoin", from_round=2),
    "events:substitute": send("entrant.substitute", surname="Other", given="An", from_round=1, rating=0),
    "events:move": send("entrant.move", to="spare"),
    "events:remove": send("entrant.remove", reason="entered twice"),
    "events:open_private": send("entrant.open_private"),
    "events:private": send("entrant.private", guardian="Somebody"),
    "events:check_in_line": Send(lambda here: {"who": here.facts["absent"].pk.hex}, ("entrant.check_in",)),
    "events:check_in": send("entrant.check_in", present="1"),
    "events:check_in_together": Send(
        lambda here: {"entrants": str(here.facts["absent"].pk)}, ("entrant.check_in_together",)
    ),
    "events:pair_without": send("division.absent"),
    "events:add_house": send("division.house_player", given="House", surname="Player"),
    "events:minors": send("event.minors", minors="yes"),
    "demo:remove": Send(_a_demo, ("demo.remove",), "organiser"),
    "events:eligible_keep": send("division.eligible", kind="club"),
}
