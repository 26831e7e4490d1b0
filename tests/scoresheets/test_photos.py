"""Photos of the paper: made anew without place and time, bounded, for those who may see the sheet, gone when removed."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tdapp.kernel import audit
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.pages import photos
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.scoresheets.files.commands.photos import MOST_PHOTOS, attach, remove
from tdapp.scoresheets.models import Photo, Sheet
from tests import factories as f
from tests.scoresheets import pictures
from tests.scoresheets.factories import Desk, address, browser, desk


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "photos"


def opened(picture: photos.Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.jpeg))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_each_kind_is_known_by_its_bytes_and_becomes_a_jpeg(kind: str) -> None:
    data = pictures.picture(kind)
    assert photos.kind_of(data) == kind
    made = photos.made_anew(data)
    assert (made.width, made.height, opened(made).format) == (60, 40, "JPEG")


def test_the_picture_stands_upright_and_carries_nothing_but_its_pixels() -> None:
    sent = pictures.with_place(orientation=6)
    made = photos.made_anew(sent)
    image = opened(made)
    assert (image.size, dict(image.getexif()), image.info.get("comment")) == ((40, 60), {}, None)
    assert b"PhoneMaker" in sent
    assert b"PhoneMaker" not in made.jpeg
    assert b"secret" not in made.jpeg
    top, bottom = image.getpixel((20, 5)), image.getpixel((20, 55))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] < 60 < 200 < bottom[0]


@pytest.mark.parametrize(
    ("size", "expected"), [((4000, 2000), (1800, 900)), ((900, 3600), (450, 1800)), ((10, 10), (10, 10))]
)
def test_no_side_is_longer_than_1800(size: tuple[int, int], expected: tuple[int, int]) -> None:
    made = photos.made_anew(pictures.picture("JPEG", size))
    assert (made.width, made.height) == expected


@pytest.mark.parametrize(
    ("mode", "colour"), [("RGBA", (0, 0, 0, 0)), ("LA", (0, 0)), ("P", 0), ("L", 128), ("I;16", 9000)]
)
def test_every_way_to_keep_colours_is_read_and_what_is_clear_is_white(mode: str, colour: Any) -> None:
    made = photos.made_anew(pictures.picture("PNG", mode=mode, colour=colour))
    assert opened(made).mode == "RGB"
    if mode in ("RGBA", "LA"):
        assert opened(made).getpixel((5, 5)) == (255, 255, 255)


HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not-a-photo"),
    "a page": (b"<html><script>alert(1)</script></html>", "not-a-photo"),
    "a drawing with a script": (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "not-a-photo"),
    "a GIF": (pictures.picture("GIF"), "not-a-photo"),
    "a TIFF": (pictures.picture("TIFF"), "not-a-photo"),
    "a BMP": (pictures.picture("BMP"), "not-a-photo"),
    "a PDF": (b"%PDF-1.7", "not-a-photo"),
    "a PNG that promises a million million pixels": (pictures.png_that_says(1_000_000, 1_000_000), "photo-damaged"),
    "a PNG that promises too many pixels": (pictures.png_that_says(12_000, 6_000), "photo-too-large"),
    "a JPEG that promises too many pixels": (pictures.jpeg_that_says(20_000, 5_000), "photo-too-large"),
    "a PNG that is cut off": (pictures.picture("PNG", (300, 300))[:60], "photo-damaged"),
    "a JPEG that is cut off": (pictures.picture("JPEG", (300, 300))[:200], "photo-damaged"),
    "only the first bytes of a PNG": (b"\x89PNG\r\n\x1a\n", "photo-damaged"),
    "only the first bytes of a JPEG": (b"\xff\xd8\xff", "photo-damaged"),
    "only the first bytes of a WebP": (b"RIFF\x00\x00\x00\x00WEBP", "photo-damaged"),
    "a PNG with a size of nothing": (pictures.png_that_says(0, 0), "photo-damaged"),
    "a file beyond the limit": (pictures.picture("JPEG") + b"\0" * photos.MOST_BYTES, "file-too-large"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_sentence(name: str) -> None:
    data, code = HOSTILE[name]
    with pytest.raises(Refusal) as refused:
        photos.made_anew(data)
    assert refused.value.code == code
    assert len(refused.value.sentences) == 1
    assert refused.value.status in (413, 422)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["JPEG", "PNG", "WEBP"]), st.binary(min_size=1, max_size=12), st.integers(0, 600))
def test_no_damaged_picture_is_more_than_a_refusal(kind: str, garbage: bytes, at: int) -> None:
    data = bytearray(pictures.picture(kind, (40, 30)))
    data[at : at + len(garbage)] = garbage
    assert what_became_of(bytes(data)) in {"JPEG", 413, 422}


def what_became_of(data: bytes) -> str | int | None:
    """The format a picture was stored in, or the status it was refused with."""
    try:
        return opened(photos.made_anew(data)).format
    except Refusal as refusal:
        return refusal.status


def kept(at: Desk, data: bytes | None = None, **more: Any) -> Photo:
    told = attach(at.hall.as_(at.hall.clerk), at.fresh(), data=data or pictures.png(), **more)
    return Photo.objects.select_related("sheet__table__round__division__event").get(pk=told["photo"])


@pytest.mark.django_db
def test_a_photo_is_kept_under_its_digest_and_logged_without_its_bytes(folder: Path) -> None:
    at = desk()
    row = kept(at, note="  table   1 ")
    assert photos.path_of(row.sha256) == folder / f"{row.sha256}.jpg"
    assert (row.note, row.width, row.by_name) == ("table 1", 60, "Clerk")
    assert [path.name for path in folder.iterdir()] == [f"{row.sha256}.jpg"]
    logged = AuditEntry.objects.get(intent="sheet.photo")
    assert row.sha256 in repr(vars(logged))
    assert "IHDR" not in repr(vars(logged))


@pytest.mark.django_db
def test_a_sheet_takes_so_many_photos_and_no_more(folder: Path) -> None:
    at = desk()
    for shade in range(MOST_PHOTOS):
        kept(at, pictures.picture("PNG", colour=(shade, 0, 0)))
    with pytest.raises(Refusal, match="at most 8 photos"):
        kept(at)


@pytest.mark.django_db
def test_who_only_looks_attaches_nothing(folder: Path) -> None:
    at = desk()
    with pytest.raises(NotAllowed):
        attach(at.hall.as_(at.hall.viewer), at.sheet, data=pictures.png())
    assert not folder.exists()


@pytest.mark.django_db
def test_a_picture_is_unpacked_before_the_transaction_and_for_nobody_who_may_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, depths, outside = desk(), list[int](), len(connection.savepoint_ids)
    unpack = photos._made
    monkeypatch.setattr(
        photos,
        "_made",
        lambda *what: depths.append(len(connection.savepoint_ids)) or unpack(*what),  # type: ignore[func-returns-value]
    )
    with pytest.raises(NotAllowed):
        attach(at.hall.as_(at.hall.viewer), at.sheet, data=pictures.png())
    assert depths == []
    kept(at)
    assert depths == [outside]


@pytest.mark.django_db
def test_what_a_failed_write_left_behind_is_taken_away_after_an_hour(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = desk()
    shown = photos.path_of(kept(at).sha256)
    monkeypatch.setattr(audit, "write", _fails)
    with pytest.raises(RuntimeError):
        kept(at, pictures.picture("PNG", colour="red"))
    (folder / ".new-half").write_bytes(b"half a picture")
    assert len(list(folder.iterdir())) == 3
    assert photos.forget_strays() == 0
    for path in folder.iterdir():
        os.utime(path, (1, 1))
    assert photos.forget_strays() == 2
    assert list(folder.iterdir()) == [shown]


def _fails(*_what: object, **_more: object) -> None:
    raise RuntimeError("the disk of the database is full")


@pytest.mark.django_db
def test_a_disk_that_is_full_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = desk()

    def full(*_about: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(photos.os, "replace", full)
    with pytest.raises(Refusal) as refused:
        kept(at)
    assert refused.value.status == 507
    assert list(folder.iterdir()) == []
    assert Photo.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_picture_taken_away_while_somebody_stores_the_same_one_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, answers = desk(), [False, False]
    monkeypatch.setattr(photos, "_shown", lambda _sha256: answers.pop(0))
    with transaction.atomic():
        path = photos.path_of(kept(at).sha256)
        # Who forgets it does not see a row that is not stored yet.
        photos.forget(path.stem)
        assert not path.exists()
    assert path.exists()
    answers[:] = [False, True]
    photos.forget(path.stem)
    assert [one.name for one in folder.iterdir()] == [path.name]
    assert not answers


@pytest.mark.django_db(transaction=True)
def test_a_removed_photo_leaves_its_row_and_the_log_but_no_file(folder: Path) -> None:
    at = desk()
    row = kept(at)
    remove(at.hall.as_(at.hall.clerk), row, reason="a face is in it")
    assert list(folder.iterdir()) == []
    assert Photo.objects.get().removed_at is not None
    assert AuditEntry.objects.get(intent="sheet.photo_remove").reason == "a face is in it"
    with pytest.raises(Refusal, match="taken away already"):
        remove(at.hall.as_(at.hall.clerk), row)


@pytest.mark.django_db(transaction=True)
def test_a_picture_that_another_sheet_shows_stays_on_the_disk(folder: Path) -> None:
    one, two = desk(), desk()
    first = kept(one)
    second = kept(two)
    assert first.sha256 == second.sha256
    remove(one.hall.as_(one.hall.clerk), first)
    assert len(list(folder.iterdir())) == 1
    remove(two.hall.as_(two.hall.clerk), second)
    assert list(folder.iterdir()) == []


def url(row: Photo, tail: str = "") -> str:
    return f"{address(row.sheet)}photos/{row.pk}{tail}"


@pytest.mark.django_db
def test_a_photo_is_served_to_the_event_only_and_to_no_cache(folder: Path) -> None:
    at = desk()
    row = kept(at)
    answer = browser(at.hall.viewer).get(url(row))
    assert (answer.status_code, answer["Content-Type"], answer["X-Content-Type-Options"]) == (
        200,
        "image/jpeg",
        "nosniff",
    )
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.content == photos.path_of(row.sha256).read_bytes()
    stranger = f.hall(4)
    assert browser(stranger.director).get(url(row)).status_code == 404
    other_sheet = Sheet.objects.create(table=at.hall.table(1), number=2, created_name="x")
    assert browser(at.hall.viewer).get(f"{address(other_sheet)}photos/{row.pk}").status_code == 404


@pytest.mark.django_db
def test_a_photo_that_was_removed_or_lost_is_not_there(folder: Path) -> None:
    at = desk()
    row = kept(at)
    photos.path_of(row.sha256).unlink()
    assert browser(at.hall.clerk).get(url(row)).status_code == 404
    assert browser(at.hall.clerk).post(url(row, "/remove"), {"reason": "blurred"}).status_code == 303
    assert browser(at.hall.clerk).get(url(row)).status_code == 404
    assert browser(at.hall.clerk).post(url(row, "/remove")).status_code == 404


@pytest.mark.django_db
def test_the_page_keeps_a_photo_shows_it_and_says_what_is_wrong(folder: Path) -> None:
    at = desk()
    client = browser(at.hall.clerk)
    sent = client.post(
        f"{address(at.sheet)}photos", {"photo": SimpleUploadedFile("a.jpg", pictures.with_place())}
    )
    assert sent.status_code == 303
    row = Photo.objects.get()
    shown = client.get(sent["Location"]).content.decode()
    assert f"photos/{row.pk}" in shown
    wrong = client.post(
        f"{address(at.sheet)}photos",
        {"photo": SimpleUploadedFile("a.jpg", b"<svg/>"), "note": "table 1, front"},
    )
    assert wrong.status_code == 422
    assert "This is no photo" in wrong.content.decode()
    assert "table 1, front" in wrong.content.decode()
    assert "photo_remove" not in browser(at.hall.viewer).get(sent["Location"]).content.decode()
