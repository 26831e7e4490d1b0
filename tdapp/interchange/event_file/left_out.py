"""The tables of an event that no archive has, each with its reason; and what stays out of copies too."""

from __future__ import annotations

from tdapp.interchange.event_file.table_spec import SPECS, left_out

DRY_RUN = "a dry run nobody applied"
HASH = "a secret link, kept as a hash"
PICTURES = "pictures; backups and copies hold them"
SEEN = "who was seen on the day"
RATINGS = "ratings are kept where the list is"

left_out("events.Announcement", "said to the hall on the day; nothing is decided by it")
left_out("events.RoundClock", "a clock as it ran on the day")
left_out("events.RollCall", f"{SEEN}; what came of it are absences, which are in")
left_out("events.RollCallMark", SEEN)
left_out("events.Leaving", "who left together, to be taken back together; the absences are in")
left_out("events.Membership", "accounts of another installation mean nothing here")
left_out("events.JoinLink", HASH)
left_out("events.DeskPin", "a secret of one person here, kept as a hash")
left_out("desk.PairingRun", "how pairings came about, by keys of this database; the pairings are in")
left_out("desk.Claim", "what phones reported; what counts of it are results, which are in")
left_out("desk.PhoneCode", "secret codes")
left_out("desk.CodeShowing", "who saw secret codes")
left_out("desk.PhoneDevice", "cookies of the players' phones")
left_out("desk.PhoneBinding", "whose phone was whose on the day")
left_out("desk.Sponsor", PICTURES)
left_out("desk.Certificate", "secret codes; certificates are made again from what was called final")
left_out("judging.TableLink", HASH)
left_out("judging.Call", "who waited for a judge on the day; what was ruled is in")
left_out("judging.IncidentPhoto", PICTURES, pictured=True)
left_out("scoresheets.SheetEdit", "how a sheet was typed; the sheet is in")
left_out("scoresheets.Photo", PICTURES, pictured=True)
left_out("api.ApiToken", "a secret key, kept as a hash")
left_out(
    "kernel.AuditEntry",
    "the log of an installation; where an event is brought in, a new one begins",
    scoped=True,
)
left_out("kernel.IdempotencyKey", "what was asked of this installation", scoped=True)

# At home for good, in copies neither.
left_out("judging.Kiosk", "a screen's session belongs to the laptop it was opened at", stays=True)
left_out("interchange.EventPreview", DRY_RUN, stays=True)
left_out("interchange.RosterPreview", DRY_RUN, stays=True)
left_out("interchange.StagedChange", "a list that is being entered", stays=True)
left_out("interchange.BroughtIn", "which bundles came belongs to the federation's installation", stays=True)
left_out("interchange.CopyPlan", "where this laptop puts its copies, and under which key", stays=True)
left_out("interchange.CopyLink", "a secret link, kept as a hash, that opens files of this laptop", stays=True)
left_out("interchange.Handover", "what this laptop knows of the other one", stays=True)
left_out(
    "publishing.PushPlace",
    "where this installation sends the website, and its keys to those places",
    stays=True,
)
left_out("api.Webhook", "which programs this installation tells, signed by its own secret", stays=True)
left_out("api.WebhookMessage", "what programs were told by this installation", stays=True)
left_out("desk.KeptRound", "made of the rounds, which are in, and made again", stays=True)
left_out("ratings.RatingRun", RATINGS, stays=True)
left_out("ratings.RatingChange", RATINGS, stays=True)

# Rows of an event beside rows of a club and of nobody's: only the first belong to an event.
SHARED = frozenset({"api.ApiToken", "api.Webhook"})
STAY = frozenset(label for label, one in SPECS.items() if one.stays)
# Tables that name pictures beside the database.
PICTURED = tuple(label for label, one in SPECS.items() if one.pictured)
# By the scope they name as text.
SCOPED = tuple(label for label, one in SPECS.items() if one.scoped and one.because)
