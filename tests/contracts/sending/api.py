"""The API, and its keys at the desk."""

from __future__ import annotations

from tests.contracts.sending.desk import seen_waiting
from tests.contracts.sending.send import Send, send

SENDS: dict[str, Send] = {
    "keys:keys": send("token.create", label="screen 3", roles=["viewer"], days=2),
    "keys:revoke": send("token.revoke"),
    "keys:installation": send(
        "token.create_everywhere", by="organiser", label="feed", scopes=["read"], days=2
    ),
    "keys:revoke_wide": send("token.revoke_everywhere", by="owner"),
    "keys:club": send("token.create_club", by="club-officer", label="feed", scopes=["read"], days=2),
    "keys:revoke_club": send("token.revoke_club", by="club-officer"),
    "keys:webhooks": send("webhook.add", name="app", address="https://example.org/told", topics=["results"]),
    "keys:webhooks_club": send(
        "webhook.add_club", by="club-officer", name="app", address="https://example.org/told", topics=["club"]
    ),
    "keys:webhooks_wide": send(
        "webhook.add_everywhere",
        by="organiser",
        name="app",
        address="https://example.org/told",
        topics=["event"],
    ),
    "keys:webhook_switch": send("webhook.switch", by="organiser", on="0"),
    "keys:webhook_renew": send("webhook.renew", by="organiser"),
    "keys:webhook_try": send("webhook.try", by="organiser"),
    "keys:webhook_remove": send("webhook.remove", by="organiser"),
    "keys:webhook_again": send("webhook.resend", by="organiser"),
    "api:do_webhook": send("webhook.try", by="organiser"),
    "api:do_message": send("webhook.resend", by="organiser"),
    "api:tokens": send("token.create", label="screen 2", roles=["viewer"], days=2),
    "api:token": send("token.revoke"),
    "api:enter_result": send("result.enter", scores=[402, 377]),
    "api:confirm_result": Send(seen_waiting, ("result.confirm",), "checker"),
    "api:call_judge": send("challenge.call", by="clerk", words=["ma"], challengers=[2], challenged=1),
    "api:validate_scoresheet": send(text="seat,score\n1,20\n"),
    "api:table_scoresheets": send("sheet.upload", text="seat,score\n1,20\n", order="1 2", sure=True),
    "api:do_installation": send(
        "event.create", "event.create", by="organiser", name="Cup", starts_on="2027-05-01"
    ),
    "api:do_event": send("announcement.post", text="Lunch is served."),
    "api:do_division": send("entrant.add", "entrant.late", by="registrar", surname="Reyes", given="Ana"),
    "api:do_round": send("round.show"),
    "api:do_draft": send("round.discard"),
    "api:do_table": send("result.question", by="clerk", text="Is this slip right?"),
    "api:do_entrant": send("entrant.check_in", by="clerk"),
    "api:do_sheet": send("sheet.release", by="publisher"),
    "api:do_rating_list": Send(
        lambda here: {"facts": {"name": "Ratings"}, "seen": here.facts["rating_list"].version},
        ("ratings.edit_list",),
        "organiser",
    ),
    "api:do_player": Send(lambda here: {"other": str(here.facts["gone"].pk)}, ("player.two",), "owner"),
    "api:do_club": send("club.colour", by="club-publisher", colour="#0b5d7a"),
    "api:do_thing_event": send("prize.remove"),
    "api:do_thing_club": send("club.season_remove", by="club-publisher"),
    "api:correct_result": send("result.correct", scores=[411, 390], reason="read again", seen=1, sure=True),
}
