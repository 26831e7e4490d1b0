"""The API, and its keys at the desk."""

from __future__ import annotations

from tests.contracts.sending.desk import seen_waiting
from tests.contracts.sending.send import Send, send

SENDS: dict[str, Send] = {
    "keys:keys": send("token.create", label="screen 3", roles=["viewer"], days=2),
    "keys:revoke": send("token.revoke"),
    "api:tokens": send("token.create", label="screen 2", roles=["viewer"], days=2),
    "api:token": send("token.revoke"),
    "api:enter_result": send("result.enter", scores=[402, 377]),
    "api:confirm_result": Send(seen_waiting, ("result.confirm",), "checker"),
    "api:call_judge": send("challenge.call", by="clerk", words=["ma"], challengers=[2], challenged=1),
    "api:validate_scoresheet": send(text="seat,score\n1,20\n"),
    "api:table_scoresheets": send("sheet.upload", text="seat,score\n1,20\n", order="1 2", sure=True),
    "api:correct_result": send("result.correct", scores=[411, 390], reason="read again", seen=1, sure=True),
}
