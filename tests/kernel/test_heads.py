"""A printed head is copied by people: every single slip is caught, and what looks alike is taken for what it is."""

from __future__ import annotations

import hashlib

import pytest

from tdapp.kernel.log import heads
from tdapp.kernel.refusals import Refusal

CHAINED = hashlib.sha256(b"an entry").hexdigest()
SPOKEN = heads.spoken(137, CHAINED)


def test_a_head_is_a_number_and_eighty_bits_in_groups() -> None:
    number, *groups = SPOKEN.split("-")
    assert number == "137"
    assert [len(group) for group in groups] == [4, 4, 4, 4, 2]
    assert heads.read(SPOKEN) == heads.Head(137, int(CHAINED[:20], 16))
    assert heads.read(SPOKEN).fits(CHAINED)
    assert not heads.read(SPOKEN).fits("0" * 20 + CHAINED[20:])
    assert heads.spoken(0, "") == ""


def test_it_may_be_typed_small_with_blanks_and_with_letters_that_look_alike() -> None:
    typed = SPOKEN.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert heads.read(f" {typed}\n") == heads.read(SPOKEN)


def test_every_wrong_letter_and_every_two_swapped_are_caught() -> None:
    text = SPOKEN.replace("-", "")
    for place, right in enumerate(text):
        for wrong in set("0123456789" if place < 3 else heads.ALPHABET) - {right}:
            with pytest.raises(Refusal):
                heads.read(text[:place] + wrong + text[place + 1 :])
        swapped = text[:place] + text[place + 1 : place + 2] + right + text[place + 2 :]
        if swapped != text:
            with pytest.raises(Refusal):
                heads.read(swapped)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "137",
        "-",
        SPOKEN + "0",
        SPOKEN[:-1],
        "U" * 20,
        "9" * 400,
        SPOKEN.replace("-", "*"),
        "1\0" + SPOKEN,
    ],
)
def test_what_is_no_head_gets_one_sentence_that_shows_one(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        heads.read(typed)
    assert len(refused.value.sentences) == 1
