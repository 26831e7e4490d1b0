"""Invented people and games for the gallery."""

from __future__ import annotations

from types import SimpleNamespace as Fact
from typing import Any

from django import forms

ROWS = (
    (1, False, 2, "Ferrer, Gina", "Iloilo Lexicon", 8, 0, 412, "W 412-388 Muñoz"),
    (2, False, -1, "dela Cruz, Ma. Consolación", "Salitang Bayan", 6, 0, 287, "L 377-401 Umali"),
    (3, True, 0, "Ibañez, Rommel", "Cebu Bisaya Tiles", 6, 0, 121, "W 455-300 Peña"),
    (3, True, 5, "Umali, Teresita", "Cebu Bisaya Tiles", 6, 0, 121, "W 401-377 dela Cruz"),
    (5, False, -2, "Peña, Aurelio", "Davao Tile Club", 5, 1, 64, "L 300-455 Ibañez"),
    (6, False, 1, "Macaraeg, Bb. Luz", "Salitang Bayan", 4, 0, 18, "W 390-372 Ramos"),
    (7, False, 0, "Ramos, José-Luis", "Iloilo Lexicon", 4, 0, -9, "L 372-390 Macaraeg"),
    (8, False, -4, "Muñoz, Leo", "Baguio Word Guild", 4, 0, -40, "L 388-412 Ferrer"),
    (9, False, 0, "Evangelista-Santos, Maria Corazon", "Baguio Word Guild", 2, 0, -166, "bye"),
    (10, False, 1, "Ng, Kē", "Davao Tile Club", 2, 0, -275, "forfeit"),
    (11, False, -1, "Abad, Crisanto", "", 0, 0, -533, "L 201-512 Dimayuga"),
)
STANDINGS: list[dict[str, Any]] = [
    dict(
        zip(
            ("rank", "shared", "moved", "name", "club", "half_wins", "tie", "spread", "last"),
            row,
            strict=True,
        ),
        games=4,
        mine=row[3].startswith("Umali"),
    )
    for row in ROWS
]
PAIRINGS: list[dict[str, Any]] = [
    {
        "table": 1,
        "first": "Ferrer, Gina",
        "r1": "3-0",
        "second": "Muñoz, Leo",
        "r2": "2-1",
        "why": "same score",
        "chip": "ok",
    },
    {
        "table": 2,
        "first": "dela Cruz, Ma. C.",
        "r1": "2-1",
        "second": "Umali, Teresita",
        "r2": "2-1",
        "why": "same score",
        "chip": "ok",
    },
    {
        "table": 3,
        "first": "Ibañez, Rommel",
        "r1": "2-1",
        "second": "Peña, Aurelio",
        "r2": "2½-½",
        "why": "score gap ½",
        "chip": "ask",
    },
    {
        "table": 4,
        "first": "Ramos, José-Luis",
        "r1": "2-1",
        "second": "Macaraeg, Luz",
        "r2": "1-2",
        "why": "score gap 1, +1 start",
        "chip": "ask",
    },
]
ECHOES: list[dict[str, Any]] = [
    {
        "state": "ok",
        "table": 7,
        "winner": {"name": "FERRER, Gina", "score": 412},
        "loser": {"name": "MUÑOZ, Leo", "score": 388},
        "verb": "beat",
        "spread": 24,
        "totals": ["Ferrer 3-1 +187", "Muñoz 2-2 −40"],
    },
    {
        "state": "ask",
        "table": 2,
        "sentences": ["Score 912 is unusual here (highest so far 655)."],
        "keys": "Enter again to keep, Esc to change.",
    },
    {
        "state": "more",
        "table": 4,
        "join": " / ",
        "sentences": ["Equal scores, 400-400. What were the scores before unplayed tiles?"],
    },
    {
        "state": "stop",
        "table": 5,
        "sentences": ["Already in."],
        "both": [
            {"title": "Saved", "text": "401-377", "who": "Ana, 14:02"},
            {"title": "Yours, NOT saved", "text": "410-377", "who": "just now"},
        ],
        "actions": [{"url": "#", "label": "Raise a question"}],
    },
]
PROBLEMS: list[dict[str, Any]] = [
    {
        "where": "Row 12, Rating",
        "what": "“1,5x0” is not a number.",
        "remedy": "Write 1500, or leave it empty.",
        "state": "stop",
    },
    {
        "where": "Row 19, Name",
        "what": "Two people are called Santos, Maria.",
        "remedy": "Both stay. Add a club or a member number.",
        "state": "ask",
    },
]
JOBS: list[Fact] = [
    Fact(
        pk="a1",
        kind="Workbook",
        status="running",
        done=118,
        total=400,
        message="Player cards",
        over=False,
    ),
    Fact(pk="a2", kind="Roster", status="done", done=47, total=47, message="47 players read.", over=True),
    Fact(
        pk="a3",
        kind="Backup",
        status="failed",
        done=0,
        total=0,
        message="The second place is full.",
        over=True,
    ),
]
OUT = [(3, "Ramos – Peña", 2), (9, "Umali – dela Cruz", 5), (11, "Ferrer – Ibañez", 74)]
RACE: list[tuple[str, list[int | None]]] = [
    ("Ferrer", [40, 95, 61, 187, 240, 301, 288, 412]),
    ("dela Cruz", [88, 130, 171, 150, 212, None, 260, 287]),
    ("Umali", [-45, 12, 30, 98, 77, 102, 140, 121]),
]
SCORES = [("250", 2), ("300", 7), ("350", 15), ("400", 21), ("450", 9), ("500", 4), ("550", 1)]
WALL: list[dict[str, Any]] = [
    {
        "name": row["name"],
        "mine": row["mine"],
        "cells": [
            {
                "seat": seat,
                "opponent": 3 + (i * 5 + j) % 9,
                "won": won,
                "score": f"{400 + i - j * 7}-{366 + j * 9}",
                "total": total,
            }
            for j, (seat, won, total) in enumerate(
                (("1", True, 34), ("2", i % 3 != 0, 51 - i * 9), ("1", i % 2 == 0, 80 - i * 20))
            )
        ],
    }
    for i, row in enumerate(STANDINGS[:6])
]


class Door(forms.Form):
    """A walk-in at the door, with one mistake."""

    surname = forms.CharField(label="Surname", help_text="As it is written on the list.")
    club = forms.CharField(label="Club", required=False)
    division = forms.ChoiceField(label="Division", choices=[("open", "Open"), ("b", "B")])
    pin = forms.CharField(label="PIN", min_length=4, widget=forms.PasswordInput)
    note = forms.CharField(label="Note", required=False, widget=forms.Textarea(attrs={"rows": 2}))
    late = forms.BooleanField(
        label="Comes late", required=False, help_text="Missed rounds count as unscored."
    )
    side = forms.ChoiceField(
        label="Starts", choices=[("a", "balanced"), ("b", "by lot")], widget=forms.RadioSelect
    )
