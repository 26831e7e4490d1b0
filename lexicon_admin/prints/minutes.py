"""The minutes of a committee as PDF on A4: each decision with its sources and votes, what is open, room for signatures."""

from __future__ import annotations

import io
from datetime import date
from xml.sax.saxutils import escape

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer

from lexicon_admin.committee.minutes import Minute, Minutes
from lexicon_admin.models import Lexicon
from lexicon_admin.prints.pdf import BOLD, PLAIN, fonts
from tdapp.kernel import clock

MARGIN = 18 * mm
TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=16, leading=20)
HEAD = ParagraphStyle("head", fontName=BOLD, fontSize=11.5, leading=15, spaceBefore=8)
TEXT = ParagraphStyle("text", fontName=PLAIN, fontSize=10, leading=13)
SMALL = ParagraphStyle("small", fontName=PLAIN, fontSize=8.5, leading=11, textColor="#444444")


def draw(lexicon: Lexicon, minutes: Minutes, since: date | None, until: date | None) -> bytes:
    """The minutes, as bytes of a PDF."""
    fonts()
    stream = io.BytesIO()
    title = _("Minutes: %(list)s") % {"list": lexicon.name}
    paper = SimpleDocTemplate(
        stream, pagesize=A4, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN, title=title,
    )  # fmt: skip
    parts: list[Flowable] = [Paragraph(escape(title), TITLE), Paragraph(_head(lexicon, since, until), SMALL)]
    for one in minutes.decisions:
        parts.append(KeepTogether(_decided(one)))
    if not minutes.decisions:
        parts += [Spacer(1, 4 * mm), Paragraph(_("Nothing was decided in these days."), TEXT)]
    if minutes.more:
        parts.append(Paragraph(_("and %(n)s more") % {"n": minutes.more}, TEXT))
    if minutes.open:
        parts += [Paragraph(_("Open for votes"), HEAD), Paragraph(_open(minutes), TEXT)]
    parts.append(KeepTogether([Spacer(1, 16 * mm), Paragraph(_signatures(), TEXT)]))
    paper.build(parts, onFirstPage=_foot, onLaterPages=_foot)
    return stream.getvalue()


def _head(lexicon: Lexicon, since: date | None, until: date | None) -> str:
    days = _("from %(since)s to %(until)s") % {
        "since": since.isoformat() if since else _("the beginning"),
        "until": (until or clock.today()).isoformat(),
    }
    seats = ", ".join(seat.user.shown_as for seat in lexicon.seats.select_related("user"))
    rule = ngettext("quorum %(n)s vote", "quorum %(n)s votes", lexicon.quorum) % {"n": lexicon.quorum}
    share = _("%(n)s percent yes") % {"n": lexicon.threshold}
    committee = _("Committee: %(names)s") % {"names": seats or "–"}
    return "<br/>".join(map(escape, (f"{days} · {rule}, {share}", committee)))


def _decided(one: Minute) -> list[Flowable]:
    row, decision = one.proposal, one.decision
    verdict = _("Accepted") if decision.accepted else _("Rejected")
    heading = f"{row.number}. {row.get_action_display()}: {row.printed} – {verdict}"
    facts = {
        "yes": decision.yes,
        "no": decision.no,
        "abstained": decision.abstained,
        "conflict": decision.in_conflict,
    }
    stood = _("%(yes)s yes, %(no)s no, %(abstained)s abstained, %(conflict)s in conflict") % facts
    named = ", ".join(f"{vote.user.shown_as}: {vote.get_choice_display()}" for vote in one.votes)
    closed = _("closed by %(name)s on %(day)s") % {
        "name": decision.decided_name,
        "day": timezone.localtime(decision.decided_at).date().isoformat(),
    }
    lines = (row.definition, *row.citations.splitlines(), row.comes_from, decision.reason)
    body = "<br/>".join(escape(line) for line in lines if line.strip())
    told = escape(f"{stood} ({named}); {closed}." if named else f"{stood}; {closed}.")
    return [
        Paragraph(escape(heading), HEAD),
        *([Paragraph(body, TEXT)] if body else []),
        Paragraph(told, SMALL),
    ]


def _open(minutes: Minutes) -> str:
    shown = (
        f"{row.number}. {row.get_action_display()}: {row.printed}"
        + (f" ({_('until %(day)s') % {'day': row.vote_until.isoformat()}})" if row.vote_until else "")
        for row in minutes.open
    )
    return "<br/>".join(map(escape, shown))


def _signatures() -> str:
    line = "_" * 32
    return f"{line} {escape(_('Secretary'))}<br/><br/><br/>{line} {escape(_('Date'))}"


def _foot(canvas: Canvas, paper: SimpleDocTemplate) -> None:
    canvas.setFont(PLAIN, 8)
    canvas.drawRightString(A4[0] - MARGIN, MARGIN / 2, str(paper.page))
