"""What goes in and out about judges, as serializers."""

from __future__ import annotations

from rest_framework import serializers as s

from tdapp.judging.models import Call, Ruling


class ToCall(s.Serializer[object]):
    """Everything may be left out; the judge asks at the table."""

    words = s.ListField(
        child=s.CharField(max_length=60, allow_blank=True), max_length=30, required=False, default=list
    )
    challengers = s.ListField(
        child=s.IntegerField(min_value=1, max_value=4), max_length=4, required=False, default=list,
        help_text="seats in the order they claimed",
    )  # fmt: skip
    challenged = s.IntegerField(
        min_value=1, max_value=4, required=False, allow_null=True, default=None, help_text="whose play it is"
    )
    note = s.CharField(max_length=200, required=False, allow_blank=True, default="")


class CallShape(s.Serializer[object]):
    call = s.UUIDField()
    state = s.ChoiceField(choices=Call.State.values)
    version = s.IntegerField()
    division = s.CharField()
    round = s.IntegerField()
    table = s.IntegerField()
    taken = s.CharField(help_text="by whom, empty while it waits")


class WordShape(s.Serializer[object]):
    typed = s.CharField()
    key = s.CharField(help_text="as it was looked up")
    acceptable = s.BooleanField(
        allow_null=True, help_text="null unless you direct the event, as the next two"
    )
    layer = s.CharField(
        allow_null=True, help_text="override, printed, block, dialect, main, judge or nowhere"
    )
    name = s.CharField(allow_null=True, help_text="of the list")


class PenaltyShape(s.Serializer[object]):
    kind = s.CharField()
    seats = s.ListField(child=s.IntegerField())
    points = s.IntegerField()


class RulingShape(s.Serializer[object]):
    ruling = s.UUIDField()
    at = s.DateTimeField()
    division = s.CharField()
    round = s.IntegerField(allow_null=True)
    table = s.IntegerField(allow_null=True)
    turn = s.IntegerField(allow_null=True)
    challengers = s.ListField(child=s.IntegerField())
    challenged = s.IntegerField(allow_null=True)
    acceptable = s.BooleanField(help_text="the verdict on the play")
    words = WordShape(many=True)
    by_list = s.BooleanField(help_text="the lists decided; otherwise a judge with a source")
    source = s.CharField()  # type: ignore[assignment]
    page = s.CharField()
    note = s.CharField()
    penalty = PenaltyShape()
    layers = s.JSONField(help_text="names and hashes of the lists that were asked, by layer")
    stopped_seconds = s.IntegerField(allow_null=True)
    ruled_by = s.ChoiceField(choices=Ruling.By.values)
    judge = s.CharField()
    supersedes = s.UUIDField(allow_null=True)
    superseded_by = s.UUIDField(allow_null=True)
    reason = s.CharField()
