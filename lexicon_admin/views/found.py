"""What a search found, to take along: a file of words, a paper, a pocket card."""

from __future__ import annotations

import io

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lexicon_admin.prints import found_files, pdf
from lexicon_admin.views.common import file_answer, web_edition
from lexicon_admin.views.learning import title_of
from lexicon_admin.views.searching import found_by, making, sorted_by


@require_safe
def progress(request: HttpRequest, lexicon: str, edition: str) -> HttpResponse:
    """How far the worker is with what a search waits for; once it is there the page is to be read anew."""
    _ctx, row = web_edition(request, lexicon, edition)
    told = making(row)
    answer = render(
        request, "lexicon_admin/editions/_making.html", {"lexicon": row.lexicon, "edition": row, **told}
    )
    if not told["is_making"]:
        answer["HX-Refresh"] = "true"
    return answer


@require_safe
def found_file(request: HttpRequest, lexicon: str, edition: str, format: str) -> HttpResponse:
    """The words found as text, CSV or workbook, in the order they are shown."""
    _ctx, row = web_edition(request, lexicon, edition)
    found = found_by(request, row)
    found_files.refuse_many(found, found_files.MOST_IN_A_FILE)
    stream = io.BytesIO()
    rows = found.rows(*sorted_by(request), 0, found.total)
    found_files.write_found(found, rows, format, stream)
    name = f"{row.lexicon.slug}-{row.name}-found.{found_files.ENDINGS.get(format, format)}"
    return file_answer(stream.getvalue(), found_files.FOUND_FORMATS[format], name)


@require_safe
def found_pdf(request: HttpRequest, lexicon: str, edition: str, paper: str) -> HttpResponse:
    """The words found on A4, as a poster or a pocket card; `with=hooks`: with their hooks. A list to learn has its title."""
    _ctx, row = web_edition(request, lexicon, edition)
    pdf.paper_named(paper)
    found = found_by(request, row)
    found_files.refuse_many(found, found_files.MOST_ON_PAPER)
    rows = found.rows(*sorted_by(request), 0, found.total)
    hooks = request.GET.get("with") == "hooks"
    printed = found_files.printed(found, rows, hooks=hooks, title=title_of(row, found.line, hooks))
    data = pdf.draw(row, printed, paper)
    return file_answer(data, "application/pdf", f"{row.lexicon.slug}-{row.name}-found-{paper}.pdf")
