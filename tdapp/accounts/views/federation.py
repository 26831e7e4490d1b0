"""To the federation's sign-in and back."""

from __future__ import annotations

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.accounts import federation
from tdapp.accounts.second import asking
from tdapp.accounts.views import doors
from tdapp.accounts.views.log_in import inside
from tdapp.accounts.views.mine import PAGE
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import act, done, go, safe_next

log = logging.getLogger(__name__)
# In the session, which every log-in empties: who comes back is who left.
WANTED, CONNECTS = "oidc_next", "oidc_connects"
OURS = "same-origin"  # what a browser says of a link on our own page


@never_cache
@require_safe
def leave(request: HttpRequest) -> HttpResponse:
    """To the provider; `connect`: to connect it with the account one is signed in to."""
    if not federation.configured():
        return go("events:home")
    request.session.pop(CONNECTS, None)
    if "connect" in request.GET:
        doors.own(request, fresh=True)
        # Another site's page could send somebody here whom it has signed in at the provider as somebody else.
        if request.headers.get("Sec-Fetch-Site", OURS) != OURS:
            return go(PAGE)
        request.session[CONNECTS] = True
    request.session[WANTED] = safe_next(request)
    try:
        answer: HttpResponse = federation.provider().authorize_redirect(
            request, request.build_absolute_uri(reverse("accounts:federation_back"))
        )
    except (
        Exception
    ) as error:  # whatever the library or the network says: a provider that is away is told in one sentence
        log.warning("the federation's sign-in does not answer: %s", type(error).__name__)
        raise federation.refused() from error
    return answer


@never_cache
@require_safe
def back(request: HttpRequest) -> HttpResponse:
    """What the provider says, verified: signature, issuer, audience, time, nonce, state."""
    if not federation.configured():
        return go("events:home")
    connects, wanted = request.session.pop(CONNECTS, False), request.session.pop(WANTED, "/")
    told = _told(request)
    if connects:
        ctx, user = doors.own(request)
        federation.link(ctx, user, told=told)
        return done(request, _("Connected: you can log in with it."), PAGE)
    user = federation.whose(told)
    if page := asking.step(request, user, "OIDC", wanted, {}):
        return go(page)
    return inside(request, user, "OIDC", wanted)


def _told(request: HttpRequest) -> dict[str, Any]:
    try:
        token = federation.provider().authorize_access_token(request)
        return dict(token["userinfo"])
    except Exception as error:  # as above
        log.warning("the federation's sign-in said nothing to go by: %s", type(error).__name__)
        raise federation.refused() from error


@require_POST
def disconnect(request: HttpRequest) -> HttpResponse:
    """The provider opens this account no longer."""
    ctx, user = doors.own(request, fresh=True)
    assert isinstance(user, User)
    return act(request, lambda: federation.unlink(ctx, user), _("Disconnected."), PAGE)
