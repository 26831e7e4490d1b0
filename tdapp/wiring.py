"""What rooms ask of rooms above them, connected: one line a port, and the one place where it is said.

A room never imports upwards; it makes a `Port` and asks that. Whoever makes one adds its line here: without it the start
fails, and so does the test that loads every room.
"""

from __future__ import annotations

from lexicon_admin.commands import invitations as seats
from lexicon_admin.committee import doors
from lexicon_admin.lists import embargo, event_layers
from tdapp.accounts import addresses, mail
from tdapp.accounts.commands import factors
from tdapp.accounts.second import asking, required
from tdapp.api.webhooks import sending
from tdapp.clubs.commands import offices
from tdapp.desk.ledger import sheet_check
from tdapp.desk.overview import after, releasing
from tdapp.desk.pairing import jobs as pairing_jobs
from tdapp.desk.phones import codes as phone_codes
from tdapp.desk.prizes import cloning as prizes
from tdapp.desk.standings import columns
from tdapp.desk.standings import jobs as standings_jobs
from tdapp.events.members import password_again
from tdapp.events.members import required as members_required
from tdapp.events.setup import cloning, front_page
from tdapp.interchange import after_the_event as files_after
from tdapp.interchange.copies import phone_codes as codes_along
from tdapp.interchange.event_file import beside_games
from tdapp.judging.incidents.commands import incident_photos
from tdapp.judging.rulings import ports as rulings
from tdapp.judging.tables import codes as table_codes
from tdapp.judging.words import cloning as words
from tdapp.judging.words.embargo import in_play
from tdapp.judging.words.layers_by_slug import layers_named
from tdapp.kernel import commands, jobs, ports, tasks
from tdapp.kernel.pages import photos
from tdapp.kernel.signing_in import accounts, invitations, inviting, users
from tdapp.kernel.signing_in.doors import notes
from tdapp.launch import counting, prepare
from tdapp.publishing import archiving
from tdapp.publishing import cloning as screens
from tdapp.publishing.site.push import standing
from tdapp.ratings import after_the_event as ratings_after
from tdapp.ratings import jobs as ratings_jobs
from tdapp.ratings.ranking import projected
from tdapp.scoresheets import after_a_ruling, ruling_ports, slip_port
from tdapp.scoresheets.files.commands import photos as sheet_photos

# Their job kinds are known once they are loaded; what a room's `tasks.py` names, the queue loads itself.
JOBS = (mail, pairing_jobs, ratings_jobs, sending, standings_jobs)
# What files say of each table is known once these are loaded.
FILES = (beside_games, archiving)
# Commands that no page carries out: the log has to know what they are called.
COMMANDS = (users,)


def connect() -> None:
    """Connect every port. Called once, when all rooms are loaded."""
    jobs.SEND.connect(tasks.send)
    notes.SETTLED.connect(accounts.settle, password_again.settle, asking.settle)
    required.KINDS.connect(required.OPERATORS, members_required.DIRECTORS, members_required.OFFICERS)
    invitations.PURPOSES.connect(inviting.ACCOUNT, factors.RESET, offices.OFFICE, seats.SEAT)
    doors.ADDRESS.connect(addresses.hall_address)
    doors.PICTURE.connect(addresses.qr)
    doors.LETTER.connect(mail.send_invitation)
    doors.SENDS.connect(mail.can_send)
    photos.SHOWN.connect(incident_photos.still_shown, sheet_photos.still_shown)
    embargo.IN_PLAY.connect(in_play)
    event_layers.LAYERS.connect(layers_named)
    cloning.CARRIED.connect(cloning.OWN, words.CARRIED, prizes.CARRIED, screens.CARRIED)
    rulings.RULED.connect(after_a_ruling.figured_anew)
    rulings.NEWEST.connect(ruling_ports.newest)
    rulings.LAST_TURN.connect(ruling_ports.last_turn)
    rulings.ON_SHEETS.connect(ruling_ports.on_sheets)
    slip_port.SLIP.connect(sheet_check.scores_of)
    table_codes.ROOT.connect(phone_codes.root_of)
    phone_codes.CAME_ALONG.connect(codes_along.root)
    columns.ADDED.connect(projected.column)
    after.MORE.connect(ratings_after.steps, files_after.steps)
    after.COPY.connect(files_after.copy)
    releasing.BEHIND.connect(standing.behind)
    prepare.NEWEST.connect(front_page.newest)
    commands.CARRIED_OUT.connect(*counting.listeners())
    ports.refuse_unconnected()
