"""What goes in and out about scoresheets, as serializers: the OpenAPI document is made from these."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from scoring.checks.findings import SEVERITIES
from scoring.sheets.sheet_files import FORMATS
from tdapp.api.shapes.shapes import SeatShape
from tdapp.scoresheets.models import Sheet

MASTER = "our JSON: {“format”: “scoresheet”, “version”: 1, …}; see the page on scoresheet files"


class Sent(s.Serializer[object]):
    """A scoresheet: either `sheet`, our JSON, or `text`, a GCG, JSON or CSV file."""

    sheet = s.DictField(required=False, allow_null=True, default=None, help_text=MASTER)
    text = s.CharField(required=False, allow_blank=True, default="", trim_whitespace=False)
    format = s.ChoiceField(
        choices=FORMATS,
        required=False,
        allow_blank=True,
        default="",
        help_text="of `text`; absent: seen from it",
    )


@extend_schema_field({"anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "string"}}]})
class Overrides(s.JSONField):
    """Single values of the rules, by their names or as lines."""


class ToValidate(Sent):
    ruleset = s.CharField(
        required=False, allow_blank=True, default="", max_length=60,
        help_text="absent: the sheet's own, else the one that fits best",
    )  # fmt: skip
    overrides = Overrides(
        required=False, default=dict, help_text='{"rack.size": 8} or ["rack.size=8"], over the ruleset'
    )
    confirmed = s.BooleanField(default=False, help_text="the board and the tiles are those of the ruleset")

    def validate_overrides(self, value: object) -> object:
        lines = isinstance(value, list) and all(isinstance(line, str) for line in value)
        if not (lines or isinstance(value, dict)):
            raise s.ValidationError(_("An object of values by field, or a list of field=value."))
        return value


class ToUpload(Sent):
    kept_by = s.IntegerField(
        min_value=1,
        max_value=4,
        required=False,
        allow_null=True,
        default=None,
        help_text="whose paper: a seat",
    )
    order = s.CharField(
        required=False, allow_blank=True, default="", max_length=20,
        help_text='"2 1": the file\'s second player sits at seat 1',
    )  # fmt: skip
    sure = s.BooleanField(default=False, help_text="store it although the answer before was `ask`")


class FindingShape(s.Serializer[object]):
    """Seats and turns count from 1."""

    code = s.CharField()
    severity = s.ChoiceField(choices=SEVERITIES)
    turn = s.IntegerField(allow_null=True)
    seat = s.IntegerField(allow_null=True)
    recorded = s.IntegerField(allow_null=True)
    computed = s.IntegerField(allow_null=True)
    rule = s.CharField(help_text="lines of the book, or why the value is as it is")
    message = s.CharField()
    suggestion = s.CharField(allow_null=True)
    cause = s.IntegerField(allow_null=True, help_text="place in the list of the finding it follows from")
    root = s.BooleanField()  # type: ignore[assignment]
    page = s.CharField(help_text="where the code is explained")


class ReportShape(s.Serializer[object]):
    ruleset = s.CharField()
    verdict = s.ChoiceField(choices=Sheet.Verdict.values)
    players = s.ListField(child=s.CharField())
    turns = s.IntegerField()
    plays = s.IntegerField()
    totals = s.ListField(child=s.IntegerField(allow_null=True), help_text="as written")
    computed_totals = s.ListField(child=s.IntegerField(allow_null=True))
    checks = s.DictField(child=s.CharField(), help_text="scores, totals, words, positions, racks, clock")
    findings = FindingShape(many=True)


class ScoresheetShape(s.Serializer[object]):
    division = s.CharField()
    round = s.IntegerField()
    table = s.IntegerField()
    sheet = s.IntegerField(help_text="1, 2, ... at its table")
    seats = SeatShape(many=True)
    kept_by = s.IntegerField(allow_null=True, help_text="seat; null: the desk's own")
    origin = s.ChoiceField(choices=Sheet.Origin.values)
    status = s.ChoiceField(choices=Sheet.Status.values)
    version = s.IntegerField()
    totals = s.ListField(child=s.IntegerField(allow_null=True))
    verdict = s.ChoiceField(choices=Sheet.Verdict.values)
    errors = s.IntegerField()  # type: ignore[assignment]
    started_by = s.CharField()
    started_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)
    released_at = s.DateTimeField(allow_null=True)


class WholeScoresheet(ScoresheetShape):
    scoresheet = s.DictField(help_text=MASTER)
    report = ReportShape()


class UploadedShape(s.Serializer[object]):
    sheet = s.IntegerField()
    version = s.IntegerField()
    kind = s.CharField()
    turns = s.IntegerField()
    remarks = s.ListField(child=s.CharField(), help_text="what was odd about the file")
