"""Rating lists, and who is who in them."""

from __future__ import annotations

from tdapp.people.names import listed_name
from tests.contracts.sending.send import Send, send
from tests.contracts.worlds import World


def _spelled(here: World) -> dict[str, object]:
    """How a player is written now, and another way."""
    player = here.facts["keep"]
    return {
        "surname": "Salonga", "given": "Pia", "reason": "misheard", "seen": listed_name(player.given, player.surname),
    }  # fmt: skip


SENDS: dict[str, Send] = {
    "ratings:new": send(
        "ratings.create_list",
        by="organiser",
        name="Club",
        slug="club-list",
        kind="club",
        formula="elo",
        partial_formula="elo",
        provisional_games=30,
        inactive_days=365,
    ),
    "ratings:settings": Send(
        lambda here: {
            "name": "Renamed",
            "kind": "national",
            "formula": "naspa",
            "partial_formula": "naspa-club",
            "provisional_games": 50,
            "inactive_days": 730,
            "set-floor": "100",
            "seen": here.facts["rating_list"].version,
        },
        ("ratings.edit_list",),
        "organiser",
    ),
    "ratings:off": Send(
        lambda here: {"seen": here.facts["rating_list"].version, "reason": "rated twice"},
        ("ratings.take_off",),
        "organiser",
    ),
    "ratings:rate": Send(
        lambda here: {
            "seen": here.facts["rating_list"].version,
            "division": here.facts["to_rate"].pk,
            "sure": "on",
        },
        ("ratings.rate",),
        "organiser",
    ),
    # The dry run of a list shows and stores nothing.
    "ratings:import": send(by="organiser", text="Name,Rating\nSalonga,1500\n", on="2026-01-01"),
    "ratings:import_apply": Send(
        lambda here: {
            "text": "Number,Name,Rating\nN-77,Salonga Lea,1500\n",
            "on": "2026-01-01",
            "anew": "on",
            "seen": here.facts["rating_list"].version,
        },
        ("ratings.import",),
        "organiser",
    ),
    "ratings:job_cancel": send("ratings.cancel", by="organiser"),
    "ratings:merge_cancel": send("ratings.cancel", by="owner"),
    "ratings:seed": Send(
        lambda here: {"seen": here.facts["rating_list"].version, "division": here.facts["to_rate"].pk},
        ("ratings.seed",),
        "organiser",
    ),
    "ratings:foresee": Send(
        lambda here: {"division": here.facts["to_rate"].pk}, ("ratings.foresee",), "organiser"
    ),
    "ratings:merge": send("player.merge", by="owner", reason="one person"),
    "ratings:player_name": Send(_spelled, ("player.correct_name",), "owner"),
    "ratings:two": send("player.two", by="owner"),
    "ratings:maybe": send("player.maybe_one", by="owner"),
    "ratings:separate": send("player.separate", by="owner", reason="two persons"),
}
