"""Who there is: players and their clubs, rating lists, and what a club that runs its own events keeps."""

from __future__ import annotations

from tdapp.people.models.clubs import ClubHome as ClubHome
from tdapp.people.models.clubs import ClubMember as ClubMember
from tdapp.people.models.clubs import FormerName as FormerName
from tdapp.people.models.clubs import Officer as Officer
from tdapp.people.models.players import Club as Club
from tdapp.people.models.players import Player as Player
from tdapp.people.models.players import PlayerPrivate as PlayerPrivate
from tdapp.people.models.players import RatingList as RatingList
from tdapp.people.models.players import RatingValue as RatingValue
from tdapp.people.models.players import new_code as new_code
