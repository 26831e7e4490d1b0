"""Reading rosters: whatever the headings, and every defect named with its cell and a remedy."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.interchange.roster import Rules, Severity
from tdapp.interchange.roster.headings import BY_HEADING, SYNONYMS, folded
from tdapp.interchange.roster.people import split_name
from tdapp.kernel import tabular
from tdapp.kernel.refusals import Refusal
from tests.interchange import rosters
from tests.interchange.rosters import ONE, TODAY, codes, finding, parsed
from tests.kernel import tabular_files


def test_a_clean_roster_has_no_errors_and_reads_alike_as_csv_and_workbook():
    as_csv = rosters.read(b"\xef\xbb\xbf" + rosters.clean_csv().encode())
    as_book = rosters.read(rosters.clean_workbook())
    assert as_csv.rows == as_book.rows
    assert as_csv.findings == as_book.findings
    assert not as_csv.errors
    assert len(as_csv.rows) == 8
    assert as_csv.rows[0].member == "101"
    assert (as_csv.rows[2].member, as_csv.rows[2].rating) == ("", None)


def test_two_people_of_one_name_are_asked_about_and_stay_two():
    roster = parsed(rosters.clean_csv())
    told = finding(roster, "name-twice")
    assert (told.row, told.severity) == (6, Severity.QUESTION)
    assert [row.name for row in roster.rows].count("Katigbak, Amihan") == 2


# (what stands in the row, cell, severity, code, words of the sentence or remedy)
GOOD = {
    "no": "101",
    "surname": "Katigbak",
    "given": "Amihan",
    "div": "Open",
    "rating": "1502",
    "born": "1981",
    "ok": "",
}
DEFECTS = [
    ({"rating": "15OO"}, "E2", "error", "rating-not-a-number", "1500"),
    ({"rating": "l48l"}, "E2", "error", "rating-not-a-number", "1481"),
    ({"rating": "about 1500"}, "E2", "error", "rating-not-a-number", "whole number"),
    ({"rating": "1481.5"}, "E2", "error", "rating-not-a-number", "whole number"),
    ({"rating": "-20"}, "E2", "error", "rating-negative", "below zero"),
    ({"rating": "1000000000"}, "E2", "error", "rating-absurd", "4000"),
    ({"rating": "9" * 39}, "E2", "error", "rating-not-a-number", ""),
    ({"surname": ""}, "B2", "error", "surname-missing", "surname"),
    ({"given": ""}, "C2", "question", "given-missing", "Katigbak"),
    ({"surname": "Katigbak, Amihan", "given": ""}, "B2", "question", "name-in-one-cell", "Amihan"),
    ({"surname": "K" * 90}, "B2", "error", "too-long", "80"),
    ({"surname": '=HYPERLINK("http://127.0.0.1","x")'}, "B2", "error", "name-formula", "formula"),
    ({"given": "@Amihan"}, "C2", "error", "name-formula", "@Amihan"),
    ({"given": "＝Amihan"}, "C2", "error", "name-formula", ""),
    ({"given": "Amihan2"}, "C2", "question", "name-odd", "Amihan2"),
    ({"given": "<svg onload>"}, "C2", "question", "name-odd", "seldom"),
    ({"given": "amihan@example.org"}, "C2", "question", "name-odd", ""),
    ({"given": "..."}, "C2", "question", "name-odd", ""),
    ({"surname": "PeÃ±aflor"}, "B2", "question", "name-encoding", "Peñaflor"),
    ({"surname": "Pe\ufffdaflor"}, "B2", "error", "name-broken", "lost"),
    ({"surname": "Pe?aflor"}, "B2", "question", "name-question-mark", "lost"),
    ({"surname": "K\u0430tigbak"}, "B2", "question", "name-mixed-alphabets", "alphabets"),
    ({"surname": "Ka" + "\u0300\u0301\u0302\u0303" + "tigbak"}, "B2", "error", "name-broken", ""),
    ({"surname": "KATIGBAK", "given": "AMIHAN"}, "B2", "info", "name-capitals", "capitals"),
    ({"surname": "katigbak", "given": "amihan"}, "B2", "info", "name-small", "capitals"),
    ({"surname": "Kati\u00adgbak"}, "B2", "info", "invisible-character", "U+00AD"),
    ({"surname": "Katigbak\u200b"}, "B2", "info", "invisible-character", "U+200B"),
    ({"given": "Ami\u202ehan"}, "C2", "question", "reordering-character", "U+202E"),
    ({"surname": "Pen\u0303aflor"}, "B2", "info", "accent-composed", "Peñaflor"),
    ({"surname": "   Katigbak   "}, "B2", "info", "extra-spaces", "Katigbak"),
    ({"div": "Opne"}, "D2", "error", "division-unknown", "Open"),
    ({"div": "Masters"}, "D2", "error", "division-unknown", "Elementary"),
    ({"div": ""}, "D2", "error", "division-missing", "Elementary"),
    ({"born": "1895"}, "F2", "error", "birth-impossible", "1895"),
    ({"born": "2031"}, "F2", "error", "birth-impossible", "four digits"),
    ({"born": "81"}, "F2", "error", "birth-short-year", "four digits"),
    ({"born": "3/4/81"}, "F2", "error", "birth-short-year", "four digits"),
    ({"born": "in spring"}, "F2", "error", "birth-unreadable", "2011-03-24"),
    ({"born": "31/2/2011"}, "F2", "error", "birth-unreadable", "not a date"),
    ({"born": "3/4/2011"}, "F2", "question", "birth-ambiguous", "two days"),
    ({"born": ""}, "F2", "info", "birth-missing", "birth year"),
    ({"born": "1502", "rating": "1981"}, "F2", "error", "birth-impossible", "swapped"),
    ({"no": "not a number"}, "A2", "error", "member-unreadable", "not a number"),
    ({"no": "12;34"}, "A2", "error", "member-unreadable", "12;34"),
    ({"born": "2015"}, "G2", "info", "consent-missing", "initial"),
    ({"ok": "maybe"}, "G2", "question", "consent-unclear", "yes or no"),
]


def with_row(values: dict[str, str]) -> str:
    heading = "Member no\tSurname\tGiven name\tDivision\tRating\tBirth year\tConsent"
    cells = ['"' + cell.replace('"', '""') + '"' for cell in (GOOD | values).values()]
    return heading + "\n" + "\t".join(cells) + "\n"


@pytest.mark.parametrize(("values", "cell", "severity", "code", "words"), DEFECTS)
def test_a_defect_is_named_with_its_cell(
    values: dict[str, str], cell: str, severity: str, code: str, words: str
):
    found = [one for one in parsed(with_row(values)).findings if one.code == code]
    assert [(one.cell, one.severity, one.row) for one in found] == [(cell, severity, 2)]
    assert words in f"{found[0].sentence} {found[0].remedy}"
    assert "%(" not in found[0].sentence + found[0].remedy


def test_the_row_without_defect_has_no_finding():
    assert parsed(with_row({})).findings == ()


def test_every_error_of_a_row_is_told_not_only_the_first():
    roster = parsed(with_row({"surname": "", "rating": "x", "div": "Opne", "born": "1"}))
    assert sorted(codes(roster)) == [
        "birth-unreadable",
        "division-unknown",
        "rating-not-a-number",
        "surname-missing",
    ]
    assert roster.refused == {2}


ACROSS = [
    ("1,Cruz,A,Cebu,Open,1500,1980\n1,Reyes,B,Davao,Open,1400,1990", "member-twice", "error", "A3"),
    ("1,Cruz,A,Cebu,Open,1500,1980\n1,Cruz,A,Cebu,Open,1500,1980", "member-twice", "error", "A3"),
    (",Cruz,A,Cebu,Open,1500,1980\n,Cruz,A,Cebu,Open,1500,1980", "row-twice", "error", "B3"),
    (",Cruz,A,Cebu,Open,,\n,Cruz,A,Cebu,Open,,", "row-equal", "question", "B3"),
    (",Cruz,A,Cebu,Open,1500,1980\n,Cruz,A,Davao,Open,1500,1980", "name-twice", "question", "B3"),
    (",Peña,A,Cebu,Open,1500,1980\n,Pena,A,Cebu,Open,1500,1980", "name-alike", "question", "B3"),
    (",Cruz,A,Cebu,Open,1500,1980\n,C r u z,A,Cebu,Open,1500,1980", "name-alike", "question", "B3"),
]


@pytest.mark.parametrize(("rows", "code", "severity", "cell"), ACROSS)
def test_what_two_rows_share_is_told_at_the_second(rows: str, code: str, severity: str, cell: str):
    roster = parsed(f"Member no,Surname,Given name,Club,Division,Rating,Birth year\n{rows}\n")
    found = [one for one in roster.findings if one.code in {item[1] for item in ACROSS}]
    assert [(one.code, one.severity, one.cell) for one in found] == [(code, severity, cell)]
    assert len(roster.rows) == 2


def test_two_who_ask_for_one_table_or_have_one_seed_are_told():
    roster = parsed('Name,Fixed table,Seed\n"Cruz, A",4,1\n"Reyes, B",4,1\n', ONE)
    assert codes(roster) == ["table-twice", "seed-twice"]
    assert (roster.rows[0].fixed_table, roster.rows[1].seed) == (4, 1)


def test_a_table_or_seed_that_is_no_number_is_an_error():
    roster = parsed('Name,Fixed table,Seed\n"Cruz, A",front,0\n', ONE)
    assert [(one.code, one.cell) for one in roster.errors] == [
        ("table-unreadable", "B2"),
        ("seed-unreadable", "C2"),
    ]


def test_whole_columns_that_are_swapped_are_noticed():
    rows = "".join(f"Cruz{n},A,{1950 + n},{1400 + n}\n" for n in range(4))
    roster = parsed("Surname,Given name,Rating,Birth year\n" + rows, ONE)
    assert finding(roster, "columns-swapped").row == 1


def test_club_and_division_swapped_is_the_remedy_told():
    roster = parsed("Surname,Given name,Club,Division\nCruz,A,Open,Cebu\n")
    assert "swapped" in finding(roster, "division-unknown").remedy


def test_empty_rows_title_rows_and_unknown_columns_are_told():
    text = "Cebu entries (draft)\n\nSURNAME ,GIVEN NAME ,T-shirt\nCruz,Ana,M\n\n\nReyes,Ben,L\nTotal,,\n,,x\n"
    roster = parsed(text, ONE)
    assert roster.heading_row == 3
    assert [row.row for row in roster.rows] == [4, 7]
    assert codes(roster) == ["title-rows", "column-unknown", "row-empty", "total-row", "row-beside"]
    assert "Rows 5-6" in finding(roster, "row-empty").sentence


def test_headings_repeated_on_every_printed_page_are_left_out():
    roster = parsed("Surname,Given name\nCruz,Ana\nSurname,Given name\nReyes,Ben\n", ONE)
    assert [row.row for row in roster.rows] == [2, 4]
    assert codes(roster) == ["heading-again"]


def test_two_columns_with_one_meaning_are_an_error():
    roster = parsed("Surname,Given name,Rating,Rtg\nCruz,Ana,1500,1400\n", ONE)
    assert finding(roster, "column-twice").row == 1
    assert roster.errors


def test_a_table_without_headings_is_refused_with_an_example():
    with pytest.raises(Refusal, match="Surname, Given name") as caught:
        parsed("Cruz,Ana,1500\nReyes,Ben,1400\n")
    assert caught.value.code == "no-headings"


def test_headings_without_people_are_refused():
    with pytest.raises(Refusal, match="nobody below"):
        parsed("Surname,Given name\n")


HEADS = {
    "Filipino": (
        "Blg. ng Kasapi,Apelyido,Pangalan,Klub,Dibisyon,Marka,Taon ng Kapanganakan,Pahintulot ng Magulang"
    ),
    "Spanish": (
        "N.º de socio,Apellidos,Nombre,Asociación,Categoría,Puntuación,Año de nacimiento,Consentimiento"
    ),
    "shouting": "MEMBER NO ,SURNAME ,GIVEN NAME ,CLUB ,DIVISION ,RATING ,BIRTH YEAR ,GUARDIAN CONSENT ",
    "forms": "Membership #,Last Name*,First name (as on ID),Club name,Category,Current Rating,Year of birth,Consent?",
    "mixed": "Member ID,Apelyido,First Name,Samahan,Nivel,Elo,DOB,Pahintulot",
}


@pytest.mark.parametrize("language", HEADS)
def test_headings_of_every_language_mean_the_same(language: str):
    roster = parsed(f"{HEADS[language]}\n{rosters.PEOPLE}")
    assert roster.rows == parsed(rosters.clean_csv()).rows


@settings(max_examples=40)
@given(st.permutations(range(8)), st.booleans())
def test_the_order_and_case_of_columns_do_not_matter(order: list[int], shout: bool):
    lines = [line.split(",") for line in rosters.clean_csv().splitlines()]
    if shout:
        lines[0] = [heading.upper() + " " for heading in lines[0]]
    text = "\n".join(",".join(line[at] for at in order) for line in lines)
    assert parsed(text).rows == parsed(rosters.clean_csv()).rows


def test_no_heading_means_two_things():
    listed = [heading for headings in SYNONYMS.values() for heading in headings.split("|")]
    assert len(listed) == len(BY_HEADING)
    assert [heading for heading in listed if folded(heading) != heading] == []


NAMES = [
    ("Juan dela Cruz", ("dela Cruz", "Juan")),
    ("Ana Maria Reyes", ("Reyes", "Ana Maria")),
    ("Ma. Theresa Sto. Domingo", ("Sto. Domingo", "Ma. Theresa")),
    ("Jose de los Santos Jr.", ("de los Santos Jr.", "Jose")),
    ("Tala", ("Tala", "")),
    ("dela Cruz", ("Cruz", "dela")),
    ("Cruz III", ("Cruz III", "")),
]


@pytest.mark.parametrize(("whole", "parts"), NAMES)
def test_a_name_without_comma_is_split_before_its_particles(whole: str, parts: tuple[str, str]):
    assert split_name(whole) == parts


@pytest.mark.parametrize(
    ("written", "surname", "given", "asked"),
    [
        ("Cruz, Ana", "Cruz", "Ana", []),
        ("Cruz Jr., Juan", "Cruz Jr.", "Juan", []),
        ("Cruz, Jr., Juan", "Cruz Jr.", "Juan", []),
        ("Cruz, Juan, Jr.", "Cruz Jr.", "Juan", []),
        ("Cruz, Ana, Maria", "Cruz", "Ana Maria", ["name-commas"]),
        ("Ana Cruz", "Cruz", "Ana", ["name-split"]),
        ("Tala", "Tala", "", ["name-split"]),
    ],
)
def test_a_name_in_one_column(written: str, surname: str, given: str, asked: list[str]):
    roster = parsed(f'Name\tRating\n"{written}"\t\n', ONE)
    assert (roster.rows[0].surname, roster.rows[0].given) == (surname, given)
    assert codes(roster) == asked


def test_a_suffix_column_joins_the_surname():
    assert parsed("Last name,First name,Suffix\nCruz,Juan,Jr.\n", ONE).rows[0].surname == "Cruz Jr."


BIRTHS = [
    ("1981", None, 1981), ("1981.0", None, 1981), ("2011-03-24", date(2011, 3, 24), 2011),
    ("2011/3/24", date(2011, 3, 24), 2011), ("24/03/2011", date(2011, 3, 24), 2011),
    ("03/24/2011", date(2011, 3, 24), 2011), ("4/4/2011", date(2011, 4, 4), 2011), ("3/4/2011", None, 2011),
    ("24 March 2011", date(2011, 3, 24), 2011), ("Mar 24, 2011", date(2011, 3, 24), 2011),
    ("24 Marso 2011", date(2011, 3, 24), 2011), ("24 de", None, None), ("5-Ene-2011", date(2011, 1, 5), 2011),
]  # fmt: skip


@pytest.mark.parametrize(("written", "day", "year"), BIRTHS)
def test_births_are_read_as_far_as_they_are_clear(written: str, day: date | None, year: int | None):
    [row] = parsed(f'Name\tDate of birth\n"Cruz, A"\t{written}\n', ONE).rows
    assert (row.birth_date, row.birth_year) == (day, year)


def test_a_column_that_shows_its_order_settles_the_other_dates():
    roster = parsed('Name\tDOB\n"Cruz, A"\t3/4/2011\n"Reyes, B"\t25/4/2011\n', ONE)
    assert roster.rows[0].birth_date == date(2011, 4, 3)
    both = parsed('Name\tDOB\n"Cruz, A"\t3/4/2011\n"Reyes, B"\t25/4/2011\n"Go, C"\t4/25/2011\n', ONE)
    assert both.rows[0].birth_date is None


def test_dates_of_a_workbook_are_dates():
    cells = [
        ["Cruz, A", datetime(2011, 3, 4)],
        ["Reyes, B", date(2012, 4, 5)],
        ["Go, C", 1977],
        ["Uy, D", 1977.0],
    ]
    roster = rosters.read(rosters.workbook(["Name", "Birth date"], cells), ONE)
    assert [row.birth_year for row in roster.rows] == [2011, 2012, 1977, 1977]
    assert roster.rows[0].birth_date == date(2011, 3, 4)


def test_a_year_that_the_sheet_turned_into_a_day_of_1905_is_explained():
    roster = rosters.read(rosters.workbook(["Name", "Birth year"], [["Cruz, A", date(1905, 5, 30)]]), ONE)
    assert "1977" in finding(roster, "birth-impossible").remedy


@pytest.mark.parametrize(
    ("written", "rating"),
    [
        ("1481", 1481),
        ("1481.0", 1481),
        ("1,481", 1481),
        ("", None),
        ("unrated", 0),
        ("0", 0),
        ("-", 0),
        ("wala", 0),
    ],
)
def test_ratings_as_people_write_them(written: str, rating: int | None):
    roster = parsed(f'Name\tRating\n"Cruz, A"\t"{written}"\n', ONE)
    assert roster.rows[0].rating == rating
    assert not roster.findings


@pytest.mark.parametrize(
    ("written", "number"),
    [("12.0", "12"), ("0012", "0012"), ("PSPA-12", "PSPA-12"), ("T-3", "T-3"), ("AA004823", "AA004823")],
)
def test_member_numbers_as_people_write_them(written: str, number: str):
    assert parsed(f'Name\tMember no\n"Cruz, A"\t{written}\n', ONE).rows[0].member == number


@pytest.mark.parametrize(
    ("written", "consent"),
    [
        ("yes", True),
        ("Oo", True),
        ("SÍ", True),
        ("✓", True),
        ("x", True),
        ("no", False),
        ("hindi", False),
        ("", None),
    ],
)
def test_consent_in_three_languages(written: str, consent: bool | None):
    assert parsed(f'Name\tConsent\n"Cruz, A"\t{written}\n', ONE).rows[0].consent is consent


def test_mail_and_telephone_are_one_contact_and_a_bad_address_is_asked_about():
    roster = parsed('Name\tE-mail\tMobile no.\n"Cruz, A"\ta@example.org\t0917 000\n"Go, B"\tnone\t\n', ONE)
    assert [row.contact for row in roster.rows] == ["a@example.org, 0917 000", "none"]
    assert codes(roster) == ["email-odd"]


@pytest.mark.parametrize(
    "heading",
    ["Guardian phone", "Guardian's mobile no.", "Contact Number of Parent/Guardian", "Telepono ng magulang"],
)
def test_a_column_for_the_guardians_number_is_the_number_to_ring_before_the_players_own(heading: str):
    text = f'Name\tGuardian\tMobile no.\t{heading}\n"Cruz, A"\tMaria Cruz\t0917 000\t0918 111\n'
    roster = parsed(text, ONE)
    assert [(row.guardian, row.contact) for row in roster.rows] == [("Maria Cruz", "0918 111, 0917 000")]
    assert "column-unknown" not in codes(roster)


def test_the_other_columns_are_read():
    text = 'Name\tSchool\tTeam\tClass\tParent/Guardian\n"Cruz, A"\tSan Roque\tBlue\tB\tMaria Cruz\n'
    [row] = parsed(text, ONE).rows
    assert (row.school, row.home, row.team, row.klass, row.guardian) == (
        "San Roque",
        "San Roque",
        "Blue",
        "B",
        "Maria Cruz",
    )


def test_divisions_are_known_by_name_short_name_and_without_their_hyphens():
    for written in ("College-High School", "college high school", "COLLEGE-HIGH-SCHOOL", " Elementary "):
        assert not parsed(with_row({"div": written})).errors


def test_rows_without_a_division_go_where_they_are_told():
    rules = Rules(TODAY, rosters.DIVISIONS, default_division="elementary")
    assert parsed("Surname,Given name\nCruz,Ana\n", rules).rows[0].division == "elementary"
    assert parsed("Surname,Given name\nCruz,Ana\n", ONE).rows[0].division == "open"
    assert (
        parsed("Surname,Given name,Division\nCruz,Ana,Anything\n", Rules(TODAY)).rows[0].division
        == "Anything"
    )


def test_formulas_are_told_and_their_stored_values_read():
    from_sheet = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Surname</t></is></c><c r="B1" t="inlineStr"><is><t>Rating</t></is></c></row>'
        '<row r="2"><c r="A2" t="str"><f>"Cr"&amp;"uz"</f><v>Cruz</v></c><c r="B2"><f>700*2</f><v>1400</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>Go</t></is></c><c r="B3"><f>A9</f></c></row>'
        '<row r="4" hidden="1"><c r="A4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    )
    after = '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>'
    roster = rosters.read(tabular_files.book(tabular_files.sheet(from_sheet, after)), ONE)
    assert (roster.rows[0].surname, roster.rows[0].rating) == ("Cruz", 1400)
    told = [
        (one.row, one.code)
        for one in roster.findings
        if "formula" in one.code or one.code in {"row-hidden", "merged-cells"}
    ]
    assert told == [
        (0, "merged-cells"), (2, "formula"), (2, "formula"), (3, "formula-empty"), (4, "formula-failed"), (4, "row-hidden"),
    ]  # fmt: skip


def test_a_guessed_encoding_is_asked_about():
    roster = rosters.read(rosters.clean_csv().encode("cp1252"))
    assert finding(roster, "encoding-guessed").severity == Severity.QUESTION
    assert roster.rows == parsed(rosters.clean_csv()).rows


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.text(max_size=12), min_size=1, max_size=7), min_size=1, max_size=5))
def test_whatever_stands_in_the_cells_is_a_row_a_finding_or_a_refusal(table: list[list[str]]):
    lines = [["Name", "Rating", "Birth date", "Consent", "Member no", "Division", "Seed"], *table]
    text = "\n".join("\t".join('"' + cell.replace('"', '""') + '"' for cell in line) for line in lines)
    try:
        roster = parsed(text)
    except Refusal as refusal:
        told = refusal.sentences
    else:
        told = tuple(one.sentence for one in roster.findings) or roster.rows
    assert told


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.one_of(st.integers(), st.floats(-1e9, 1e9), st.booleans(), st.dates(date(1901, 1, 1)))),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_types_stand_in_a_workbook_are_read_or_told(table: list[list[object]]):
    headings = ["Name", "Rating", "Birth date", "Consent", "Member no", "Division", "Seed"]
    data = rosters.workbook(headings, [line[:7] for line in table])
    try:
        told: object = rosters.read(data).rows
    except Refusal as refusal:
        told = refusal.sentences
    assert told


def test_findings_as_data_hold_no_enum():
    told = parsed(with_row({"rating": "x"})).findings[0].as_dict()
    assert told["severity"] == "error"
    assert set(told) == {"row", "severity", "code", "sentence", "remedy", "column", "cell", "value", "field"}
    assert told["column"] == "Rating"


def test_a_table_that_breaks_off_is_refused_as_a_whole():
    with pytest.raises(tabular.Unreadable):
        parsed('Name,Rating\n"Cruz, A",1500\n"Go, B,1400\n', ONE)
