"""The first-start page "Restore an event": this laptop runs it from now on."""

from __future__ import annotations

from django.conf import settings
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tdapp.events import access
from tdapp.events.screens import attempt, done, person_desk, posted, sent
from tdapp.interchange.copies import sealed, take_over
from tdapp.interchange.forms.copies import TakeoverForm
from tdapp.kernel.tabular.limits import MIB
from tdapp.kernel.tabular.uploads import Bounded, handled_by

NEEDS = "installation.create_event"
TOLD = gettext_noop("Only who may create events here takes one over; ask who installed this.")


class CopyUpload(Bounded):
    """The bound of copies, which hold pictures and word lists."""

    most = sealed.MOST + 3 * MIB


@never_cache
@csrf_exempt
@require_http_methods(["GET", "POST"])
def takeover(request: HttpRequest) -> HttpResponse:
    """Send the copy and its passphrase. The right is looked at before the file is read; the token is looked at inside."""
    _refuse_stranger(request)
    handled_by(request, CopyUpload(request), TemporaryFileUploadHandler(request))
    return _answer(request)


def _refuse_stranger(request: HttpRequest) -> None:
    """Before a byte is read, and without reading the form: who may not is not listened to."""
    access.refuse_outside(access.outside(request), NEEDS, _(TOLD))


@csrf_protect
def _answer(request: HttpRequest) -> HttpResponse:
    ctx, user = access.web_installation(request, NEEDS, _(TOLD))
    form = TakeoverForm(posted(request), request.FILES or None)
    if sent(request, form):
        given = form.cleaned_data
        answer = attempt(form, lambda: take_over.take_over(ctx, given["file"].file, given["passphrase"]))
        if answer:
            return done(request, _("The event runs here now."), "copies:page", answer["slug"])
    page = {"desk": person_desk(user), "form": form, "data": settings.DATA_DIR}
    return render(request, "interchange/copies/takeover.html", page, status=form.status)
