"""What goes in and out, as serializers: the OpenAPI document is made from these. No private field of a person is here."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from tdapp.api.commands import MOST_DAYS, TOKEN_ROLES
from tdapp.api.scopes import SCOPES
from tdapp.desk.ledger.result_entry import HIGHEST, LOWEST, MOST_PENALTY
from tdapp.desk.models import Result


class Problem(s.Serializer[object]):
    """RFC 9457. `sentences` hold one sentence a mistake; a conflict also brings `stored` and `typed`."""

    type = s.CharField()
    title = s.CharField()
    detail = s.CharField()
    code = s.CharField(help_text="stable, for programs")
    sentences = s.ListField(child=s.CharField())
    status = s.IntegerField()


class DivisionShape(s.Serializer[object]):
    id = s.UUIDField()
    slug = s.CharField()
    name = s.CharField()
    ruleset = s.CharField()
    plan = s.CharField()
    rounds_planned = s.IntegerField()
    confirm_policy = s.CharField()
    rating_kind = s.CharField()
    table_first = s.IntegerField()
    table_last = s.IntegerField()
    released_round = s.IntegerField()
    version = s.IntegerField()


class EventShape(s.Serializer[object]):
    slug = s.CharField()
    name = s.CharField()
    venue = s.CharField()
    starts_on = s.DateField()
    ends_on = s.DateField()
    school = s.BooleanField()
    public = s.BooleanField()


class EventDetail(EventShape):
    roles = s.ListField(child=s.CharField(), help_text="the caller's own")
    divisions = DivisionShape(many=True)


class EntrantShape(s.Serializer[object]):
    id = s.UUIDField()
    version = s.IntegerField(help_text="what `seen` of entrant.edit refers to")
    number = s.IntegerField()
    name = s.CharField(help_text='as the desk lists it: "Surname, Given"')
    public_name = s.CharField(help_text="as the public may see it")
    club = s.CharField()
    rating = s.IntegerField()
    team = s.CharField()
    klass = s.CharField()
    checked_in = s.BooleanField()
    house = s.BooleanField()


class RoundShape(s.Serializer[object]):
    id = s.UUIDField()
    number = s.IntegerField()
    status = s.CharField()
    based_on = s.IntegerField()
    published_at = s.DateTimeField(allow_null=True)
    closed_at = s.DateTimeField(allow_null=True)
    public_at = s.DateTimeField(allow_null=True)
    print_version = s.IntegerField()


class SeatShape(s.Serializer[object]):
    id = s.UUIDField(help_text="of the player's entry")
    seat = s.IntegerField(help_text="1 starts")
    number = s.IntegerField()
    name = s.CharField()


class ResultShape(s.Serializer[object]):
    version = s.IntegerField(help_text="what `seen` and If-Match refer to")
    kind = s.ChoiceField(choices=Result.Kind.values)
    scores = s.ListField(child=s.IntegerField())
    before = s.ListField(child=s.IntegerField())
    penalties = s.DictField(child=s.IntegerField())
    absent = s.ListField(child=s.IntegerField())
    by = s.CharField()
    at = s.DateTimeField()
    confirmed = s.BooleanField()


class TableShape(s.Serializer[object]):
    id = s.UUIDField()
    table = s.IntegerField()
    round = s.IntegerField()
    drawn = s.BooleanField(help_text="seat 1 is not decided yet")
    seats = SeatShape(many=True)
    result = ResultShape(allow_null=True, help_text="the newest entry; `confirmed` tells whether it counts")


class StandingsRow(s.Serializer[object]):
    rank = s.IntegerField(allow_null=True)
    number = s.IntegerField()
    name = s.CharField()
    club = s.CharField()
    wins = s.FloatField(help_text="a tie is half a win")
    losses = s.FloatField()
    ties = s.IntegerField()
    spread = s.IntegerField()
    games = s.IntegerField()
    movement = s.IntegerField()
    withdrawn = s.BooleanField()
    points = s.FloatField(required=False, help_text="where tables of three and four are ranked by points")


class StandingsShape(s.Serializer[object]):
    division = s.CharField()
    after = s.IntegerField()
    rows = StandingsRow(many=True)


class AloneShape(s.Serializer[object]):
    number = s.IntegerField()
    name = s.CharField()
    kind = s.CharField(help_text="bye, forfeit or unscored")


class MemberShape(s.Serializer[object]):
    number = s.IntegerField()
    name = s.CharField()


class TeamShape(s.Serializer[object]):
    rank = s.IntegerField()
    team = s.CharField()
    match_points = s.IntegerField(required=False, help_text="where the plan has team matches")
    matches = s.IntegerField(required=False, help_text="matches that count, those a team sat out among them")
    wins = s.FloatField(help_text="game points; a tie is half a win")
    losses = s.FloatField()
    spread = s.IntegerField()
    withdrawn = s.BooleanField(help_text="every member has left")
    members = MemberShape(many=True)


class MatchShape(s.Serializer[object]):
    round = s.IntegerField()
    teams = s.ListField(child=s.CharField(), help_text="one alone sat out")
    match_points = s.ListField(child=s.IntegerField(), allow_null=True, help_text="null while a board is out")
    game_points = s.ListField(child=s.FloatField())
    spread = s.IntegerField(help_text="of the first team")
    games = s.IntegerField()


class TeamsShape(s.Serializer[object]):
    division = s.CharField()
    after = s.IntegerField()
    rows = TeamShape(many=True)
    matches = MatchShape(many=True)


class PairingsShape(s.Serializer[object]):
    division = s.CharField()
    round = s.IntegerField()
    tables = TableShape(many=True)
    without_table = AloneShape(many=True)


_POINTS = {"type": "integer", "minimum": -MOST_PENALTY, "maximum": MOST_PENALTY}


@extend_schema_field(
    {"type": "object", "additionalProperties": _POINTS, "propertyNames": {"pattern": "^[1-4]$"}}
)
class BySeat(s.DictField):
    """Points by the number of a seat."""


class Scores(s.Serializer[object]):
    """A result in seat order, as printed on the slip (starter first)."""

    kind = s.ChoiceField(choices=Result.Kind.values, default=Result.Kind.PLAYED)
    scores = s.ListField(
        child=s.IntegerField(min_value=LOWEST, max_value=HIGHEST), max_length=4, default=list
    )
    before = s.ListField(
        child=s.IntegerField(min_value=LOWEST, max_value=HIGHEST), max_length=4, default=list,
        help_text="scores before unplayed tiles; asked for when scores are equal",
    )  # fmt: skip
    penalties = BySeat(
        child=s.IntegerField(min_value=-MOST_PENALTY, max_value=MOST_PENALTY), default=dict,
        help_text='points by seat: {"2": 10}',
    )  # fmt: skip
    absent = s.ListField(
        child=s.IntegerField(min_value=1, max_value=4),
        max_length=4,
        default=list,
        help_text="seats that forfeit",
    )
    spread = s.IntegerField(
        min_value=-5000,
        max_value=5000,
        required=False,
        allow_null=True,
        help_text="of seat 1; a check, not stored",
    )
    sure = s.BooleanField(default=False, help_text="keep it although the answer before was `ask`")

    def validate_penalties(self, value: dict[str, int]) -> dict[int, int]:
        if not set(value) <= {"1", "2", "3", "4"}:
            raise s.ValidationError(_("Seats are 1 to 4."))
        return {int(seat): points for seat, points in value.items()}


class NewResult(Scores):
    second = s.BooleanField(default=False, help_text="under two-slips: this is the other player's slip")


class Seen(s.Serializer[object]):
    """The version that was looked at; the If-Match header says the same."""

    seen = s.IntegerField(min_value=1, max_value=32767, required=False)


class Correction(Scores, Seen):
    reason = s.CharField(max_length=300, allow_blank=True)


class TokenShape(s.Serializer[object]):
    id = s.UUIDField()
    label = s.CharField()  # type: ignore[assignment]
    prefix = s.CharField()
    roles = s.ListField(child=s.CharField())
    scopes = s.ListField(child=s.CharField())
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    revoked_at = s.DateTimeField(allow_null=True)
    last_used_at = s.DateTimeField(allow_null=True)


class NewToken(s.Serializer[object]):
    label = s.CharField(max_length=60, allow_blank=True)  # type: ignore[assignment]
    roles = s.ListField(child=s.ChoiceField(choices=TOKEN_ROLES), min_length=1, max_length=len(TOKEN_ROLES))
    scopes = s.ListField(
        child=s.ChoiceField(choices=list(SCOPES)), default=list, max_length=len(SCOPES),
        help_text="what of its roles is open; none named: all of it",
    )  # fmt: skip
    days = s.IntegerField(min_value=1, max_value=MOST_DAYS, default=7)


class MadeToken(s.Serializer[object]):
    id = s.UUIDField()
    label = s.CharField()  # type: ignore[assignment]
    prefix = s.CharField()
    roles = s.ListField(child=s.CharField())
    scopes = s.ListField(child=s.CharField())
    expires_at = s.DateTimeField()
    token = s.CharField(help_text="shown this once")


class RevokedToken(s.Serializer[object]):
    id = s.UUIDField()
    revoked = s.BooleanField()
