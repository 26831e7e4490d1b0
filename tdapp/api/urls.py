"""Addresses of the API. Version 1 under /api/v1/, its description at /api/schema/, to read at /api/docs/, to try out below it."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from tdapp.api.doors.places import BY_NAME, CLUB, EVENT, PLACES, WEBHOOK
from tdapp.api.reference import pages, serving
from tdapp.api.views import doors, jobs, judging, reading, registers, results, scoresheets, tokens, webhooks


class Small(StringConverter):
    """A number of at most four digits: rounds and tables; anything longer is no address of ours."""

    regex = "[0-9]{1,4}"

    def to_python(self, value: str) -> int:  # type: ignore[override]
        return int(value)


class ThingName(StringConverter):
    """The name of a collection; what is none is no address of ours."""

    regex = "|".join(sorted(BY_NAME))


class Intent(StringConverter):
    """What a command is called, as in `result.enter`."""

    regex = "[a-z_.]{1,60}"


register_converter(Small, "small")
register_converter(Intent, "intent")
register_converter(ThingName, "thing")

app_name = "api"
DIVISION = "v1/events/<slug:event>/divisions/<slug:division>"
ROUND = f"{DIVISION}/rounds/<small:number>"
TABLE = f"{ROUND}/tables/<small:table>"
urlpatterns = [
    path("schema/", serving.Schema.as_view(), name="schema"),
    path("docs/", pages.room, name="docs"),
    path("docs/try/", serving.Swagger.as_view(), name="try_out"),
    path("docs/<slug:room>/", pages.room, name="docs_room"),
    path("v1/scoresheets/validate", scoresheets.Validate.as_view(), name="validate_scoresheet"),
    path("v1/events", reading.Events.as_view(), name="events"),
    path("v1/events/<slug:event>", reading.OneEvent.as_view(), name="event"),
    path("v1/events/<slug:event>/tokens", tokens.Tokens.as_view(), name="tokens"),
    path("v1/events/<slug:event>/tokens/<uuid:token>", tokens.OneToken.as_view(), name="token"),
    path("v1/events/<slug:event>/divisions", reading.Divisions.as_view(), name="divisions"),
    path(DIVISION, reading.OneDivision.as_view(), name="division"),
    path(f"{DIVISION}/entrants", reading.Entrants.as_view(), name="entrants"),
    path(f"{DIVISION}/standings", reading.Standings.as_view(), name="standings"),
    path(f"{DIVISION}/teams", reading.Teams.as_view(), name="teams"),
    path(f"{DIVISION}/rounds", reading.Rounds.as_view(), name="rounds"),
    path(f"{ROUND}/pairings", reading.Pairings.as_view(), name="pairings"),
    path(f"{ROUND}/tables", reading.Tables.as_view(), name="tables"),
    path(TABLE, reading.OneTable.as_view(), name="table"),
    path(f"{TABLE}/result", results.EnterResult.as_view(), name="enter_result"),
    path(f"{TABLE}/result/confirm", results.ConfirmResult.as_view(), name="confirm_result"),
    path(f"{TABLE}/result/correct", results.CorrectResult.as_view(), name="correct_result"),
    path("v1/events/<slug:event>/rulings", judging.Rulings.as_view(), name="rulings"),
    path(f"{TABLE}/call", judging.CallJudge.as_view(), name="call_judge"),
    path("v1/events/<slug:event>/scoresheets", scoresheets.OfEvent.as_view(), name="scoresheets"),
    path(f"{ROUND}/scoresheets", scoresheets.OfRound.as_view(), name="round_scoresheets"),
    path(f"{TABLE}/scoresheets", scoresheets.OfTable.as_view(), name="table_scoresheets"),
    path(f"{TABLE}/scoresheets/<small:sheet>", scoresheets.One.as_view(), name="scoresheet"),
    path(f"{ROUND}/draft", doors.Draft.as_view(), name="draft"),
    path(f"{EVENT}/jobs/<uuid:pk>/file", doors.File.as_view(), name="job_file"),
    path("v1/clubs", registers.Clubs.as_view(), name="clubs"),
    path("v1/rating-lists", registers.RatingLists.as_view(), name="rating_lists"),
    path("v1/players", registers.Players.as_view(), name="players"),
    path("v1/jobs", jobs.OfInstallation.as_view(), name="jobs_wide"),
    path("v1/jobs/<uuid:pk>", jobs.OneOfInstallation.as_view(), name="job_wide"),
    path(f"{CLUB}/jobs", jobs.OfClub.as_view(), name="jobs_club"),
    path(f"{CLUB}/jobs/<uuid:pk>", jobs.OneOfClub.as_view(), name="job_club"),
    path("v1/webhooks", webhooks.OfInstallation.as_view(), name="webhooks_wide"),
    path(WEBHOOK, webhooks.One.as_view(), name="webhook"),
    path(f"{WEBHOOK}/messages", webhooks.Messages.as_view(), name="webhook_messages"),
    path(f"{EVENT}/webhooks", webhooks.OfEvent.as_view(), name="webhooks"),
    path(f"{CLUB}/webhooks", webhooks.OfClub.as_view(), name="webhooks_club"),
    # Every command at the address of what it acts on: `tdapp/api/doors` says which.
    *(
        path(f"{place.path}/commands/<intent:intent>", doors.Do.as_view(place=place), name=f"do_{place.name}")
        for place in PLACES
    ),
    *(
        url
        for base, where in ((EVENT, "event"), (CLUB, "club"))
        for url in (
            path(f"{base}/<thing:thing>", doors.Things.as_view(where=where), name=f"things_{where}"),
            path(f"{base}/<thing:thing>/<uuid:pk>", doors.OneThing.as_view(where=where), name=f"thing_{where}"),
            path(f"{base}/<thing:thing>/<uuid:pk>/commands/<intent:intent>", doors.DoThing.as_view(where=where),
                 name=f"do_thing_{where}"),
        )
    ),
]  # fmt: skip
