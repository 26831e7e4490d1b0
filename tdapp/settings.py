"""Settings, all from the environment (`.env.example` lists them). Nothing set means: one laptop, SQLite, no Redis, no network."""

from __future__ import annotations

import socket
from pathlib import Path

import django.conf.locale
import environ
import font_source_sans_pro
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from tdapp.launch.requests import databases, logs, proxies, public_url, secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
env.read_env(BASE_DIR / ".env")

MODE = env.str("TD_MODE", default="local")
if MODE not in ("local", "server"):
    raise ImproperlyConfigured(f"TD_MODE is {MODE!r}: it must be local or server.")
LOCAL = MODE == "local"
DATA_DIR = Path(env.str("TD_DATA", default=str(BASE_DIR / "data"))).resolve()
# `./td run --dev`: a programmer's own laptop, nobody else's. Errors are shown, and files read anew.
DEBUG = LOCAL and env.bool("TD_DEV", default=False)

try:
    SECRET_KEY = env.str("TD_SECRET_KEY", default="")
    SECRET_KEY = secret.checked(SECRET_KEY) if not LOCAL else SECRET_KEY or secret.kept(DATA_DIR)
    SQLITE_JOURNAL = databases.journal_mode(env.str("TD_SQLITE_JOURNAL", default=""))
    TRUSTED_PROXIES = proxies.from_settings(
        env.list("TD_TRUSTED_PROXIES", default=[]), env.bool("TD_BEHIND_PROXY", default=False)
    )
    METRICS_TOKEN = secret.watcher(env.str("TD_METRICS_TOKEN", default=""))
    PUBLIC_URL = public_url.checked(env.str("TD_PUBLIC_URL", default=""))
except (OSError, ValueError) as error:
    raise ImproperlyConfigured(str(error)) from None

# On a laptop any address literal may be asked for (the LAN gives it a new one every day); launch.middleware.LanHosts
# refuses foreign names, so DNS rebinding stays shut.
ALLOWED_HOSTS = env.list("TD_HOSTS", default=["*"] if LOCAL else [])
LAN_NAMES = ["localhost", socket.gethostname().lower()]
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS if host != "*"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "tdapp.kernel",
    "tdapp.accounts",
    "tdapp.people",
    "lexicon_admin",
    "tdapp.events",
    "tdapp.judging",
    "tdapp.scoresheets",
    "tdapp.desk",
    "tdapp.ratings",
    "tdapp.interchange",
    "tdapp.publishing",
    "tdapp.clubs",
    "tdapp.demo",
    "tdapp.api",
    "tdapp",
]
MIDDLEWARE = [
    "tdapp.launch.requests.proxies.RealVisitor",
    "tdapp.launch.requests.middleware.RequestId",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "tdapp.launch.requests.middleware.Alive",
    "tdapp.launch.requests.middleware.LanHosts",
    "tdapp.launch.requests.static.Compressed",
    "tdapp.launch.requests.static.StampedFiles",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tdapp.launch.requests.middleware.PrivatePages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tdapp.launch.requests.middleware.IdleSessions",
    "django.middleware.locale.LocaleMiddleware",
    "tdapp.judging.kiosk.guard.KioskOnly",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "tdapp.events.members.middleware.People",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tdapp.events.members.middleware.PasswordAgain",
    "django_htmx.middleware.HtmxMiddleware",
    "tdapp.kernel.pages.middleware.Refusals",
]
MIDDLEWARE[:0] = ["tdapp.launch.counting.Route"] if METRICS_TOKEN else []
ROOT_URLCONF = "tdapp.urls"
WSGI_APPLICATION = "tdapp.wsgi.application"
# For who writes templates as they are, so that a page of an error shows the lines of the file.
TEMPLATE_LOADERS = [
    "django.template.loaders.app_directories.Loader" if DEBUG else "tdapp.kernel.folding.loader.FoldingLoader"
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": TEMPLATE_LOADERS
            if DEBUG
            else [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tdapp.desk.day.shell.shell",
            ],
        },
    }
]

DATABASES = {
    "default": databases.profile(
        env.db("DATABASE_URL", default=f"sqlite:///{(DATA_DIR / 'db.sqlite3').as_posix()}"), SQLITE_JOURNAL
    )
}
DATABASES |= databases.beside(DATABASES["default"], SQLITE_JOURNAL)
DATABASE_ROUTERS = ["tdapp.kernel.signing_in.doors.beside.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.str("REDIS_URL", default="")
WAIT_FOR_REDIS = {"socket_connect_timeout": 0.25, "socket_timeout": 0.25}
CACHES = {
    "default": {
        "BACKEND": "tdapp.launch.requests.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": WAIT_FOR_REDIS,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}}
}

AUTH_USER_MODEL = "kernel.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "events:login"
# Letters go out only where this names a mail server; without it codes are printed and handed over.
SENDS_MAIL = bool(env.str("EMAIL_URL", default=""))
if SENDS_MAIL:
    globals().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("TD_EMAIL_FROM", default="td@localhost")
EMAIL_TIMEOUT = 10
# A federation's own sign-in (OpenID Connect); docs/guide/accounts.md.
OIDC = {
    "issuer": env.str("TD_OIDC_ISSUER", default=""),
    "client": env.str("TD_OIDC_CLIENT", default=""),
    "secret": env.str("TD_OIDC_SECRET", default=""),
    "name": env.str("TD_OIDC_NAME", default="") or env.str("TD_OIDC_ISSUER", default=""),
    "match": env.str("TD_OIDC_MATCH", default=""),
}
if OIDC["match"] not in ("", "email", "trusted-email"):
    raise ImproperlyConfigured(
        f"TD_OIDC_MATCH is {OIDC['match']!r}: it must be empty, email or trusted-email."
    )
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fil", _("Filipino"))]
# Django 5.2 ships no Filipino.
FILIPINO = {"bidi": False, "code": "fil", "name": "Filipino", "name_local": "Filipino"}
django.conf.locale.LANG_INFO["fil"] = FILIPINO
# The second one: what Django and the REST framework say (docs/programmers/filipino.md).
LOCALE_PATHS = [BASE_DIR / "tdapp" / "locale", BASE_DIR / "tdapp" / "kernel" / "borrowed"]
FORMAT_MODULE_PATH = "tdapp.formats"
TIME_ZONE = env.str("TD_TIME_ZONE", default="Asia/Manila")
USE_TZ = True
USE_I18N = True

STATIC_URL = "/static/"
# The typeface of papers and pages, whole, with its licence beside it.
STATICFILES_DIRS = [("fonts", font_source_sans_pro.font_directory)]
MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "/media/"
# Served straight from the installed packages, each under an address with its content's hash: no collectstatic step.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},
    },
    "staticfiles": {"BACKEND": "tdapp.launch.requests.static.Stamped"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
# The first one keeps nothing: it cuts off what is larger than any table file, before a byte is stored.
FILE_UPLOAD_HANDLERS = [
    "tdapp.kernel.tabular.uploads.Bounded",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Twelve idle hours: an event day. `IdleSessions` renews a session in use, now and then, not at every request.
SESSION_ENGINE = "tdapp.kernel.signing_in.doors.session_store"
AUTHENTICATION_BACKENDS = [f"{SESSION_ENGINE}.Standing", "django.contrib.auth.backends.ModelBackend"]
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_AGE = None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if not LOCAL:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = env.bool("TD_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    # Three promises. The last two bind names beyond this one, and browsers keep them: only whoever owns the domain says them.
    SECURE_HSTS_SECONDS = env.int("TD_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("TD_HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_PRELOAD = env.bool("TD_HSTS_PRELOAD", default=False)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tdapp.api.parsing.StrictJSON"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tournament director's desk",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    # A choice is told by its words; the library would say each again as a list.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# Without Redis the messages are files in the data folder. The Job row is the truth either way (kernel.jobs).
BACKUP_TO = env.str("TD_BACKUP_TO", default="")
BACKUP_OPEN = env.bool("TD_BACKUP_OPEN", default=False)
# Sealed copies of an event go to sticks and other disks that are plugged in, on a laptop; nobody plugs one into a server.
COPY_DISKS = env.bool("TD_COPY_DISKS", default=LOCAL)
# Websites are sent to hosts somebody types: on a server never to one inside its network, unless whoever runs it says so.
PUSH_PRIVATE = env.bool("TD_PUSH_PRIVATE", default=LOCAL)
PUSH_FOLDERS = env.list("TD_PUSH_FOLDERS", default=[])  # of this computer, they may be put into these alone
NEWER_DATA = env.list("TD_NEWER_DATA", default=[])  # migrations of the next version to live with
BROKER_DIR = DATA_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # Another worker has it seconds after a kill, not after an hour; a sender tries once, two seconds: the reaper sends again.
    {
        "visibility_timeout": 30,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 1,
        "socket_timeout": 2,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    }
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "store_processed": False,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

LOGGING = logs.config(env.str("TD_LOG_LEVEL", default="INFO"), env.str("TD_LOG_STREAM", default="stderr"))
# What they ask for binds names beyond this one (TD_HSTS_SUBDOMAINS, TD_HSTS_PRELOAD): the owner's promise, not ours.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
