"""Every setting of the service, flat, from the environment; the README describes each variable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from redis.backoff import NoBackoff
from redis.retry import Retry

from backalley import environment
from backalley.embedded.home import Home

BASE_DIR = Path(__file__).resolve().parent.parent

# --- What a machine decides -------------------------------------------------------------------

HOME = Home(Path(environment.text("BACKALLEY_HOME", str(BASE_DIR / ".backalley"))).absolute())
# Which servers are the service's own, started by `manage.py up`.
EMBEDDED = {name: not environment.text(name) for name in ("DATABASE_URL", "REDIS_URL")}
SECRET_KEY = environment.text("SECRET_KEY") or HOME.secret_key()
DEBUG = environment.boolean("DEBUG", False)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", [])
# How many proxies in front of the service add to X-Forwarded-For; the client's address is counted
# from the right by this number, so that no client can choose it.
TRUSTED_PROXIES = environment.integer("TRUSTED_PROXIES", 0, minimum=0, maximum=10)
# How many requests a minute a player, an address or an account's name has; see players/limits.py.
RATE_LIMITS = environment.boolean("RATE_LIMITS", True)
_most = {"minimum": 1, "maximum": 1_000_000}
RATE_LIMIT_QUOTAS = {
    "reads": environment.integer("RATE_LIMIT_READS", 6000, **_most),
    "writes": environment.integer("RATE_LIMIT_WRITES", 3000, **_most),
    "moves": environment.integer("RATE_LIMIT_MOVES", 3000, **_most),
    "anonymous": environment.integer("RATE_LIMIT_ANONYMOUS", 6000, **_most),
    "arrivals": environment.integer("RATE_LIMIT_ARRIVALS", 120, **_most),
    "sign-ins": environment.integer("RATE_LIMIT_SIGN_INS", 30, **_most),
    "account": environment.integer("RATE_LIMIT_ACCOUNT", 10, **_most),
}
# By this token /metrics is read from elsewhere than this machine; without one, from nowhere else.
METRICS_TOKEN = environment.text("METRICS_TOKEN")
# The folder in which all processes keep their counts; prometheus_client reads the variable, too.
PROMETHEUS_MULTIPROC_DIR = environment.text("PROMETHEUS_MULTIPROC_DIR")
# Whether players may name webhooks on this machine and in private networks.
WEBHOOKS_ALLOW_PRIVATE = environment.boolean("WEBHOOKS_ALLOW_PRIVATE", False)
# Seconds between two comment lines of a stream.
STREAM_HEARTBEAT = environment.integer("STREAM_HEARTBEAT", 15, minimum=1, maximum=300)
LOG_LEVEL = environment.choice("LOG_LEVEL", "info", ("debug", "info", "warning", "error")).upper()

# --- Database ---------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database("DATABASE_URL", HOME.embedded_database_url())
}
_statement_timeout = environment.integer("STATEMENT_TIMEOUT", 15, minimum=0, maximum=3600)
DATABASES["default"] |= {
    # A new connection for every request costs three times the request.
    "CONN_MAX_AGE": 600,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        # The name that the database shows for a process; PGAPPNAME, if set, beats it.
        "fallback_application_name": "backalley",
        "connect_timeout": "5",
        # What is asked again and again is planned once: that halves the database's time for a move.
        "server_side_binding": True,
        "prepare_threshold": 5,
        "options": f"-c statement_timeout={_statement_timeout}s -c lock_timeout=5s "
        "-c idle_in_transaction_session_timeout=60s",
        **DATABASES["default"]["OPTIONS"],
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Broker and cache -------------------------------------------------------------------------

REDIS_URL = environment.redis("REDIS_URL", HOME.embedded_redis_url())
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "backalley",
        # Nothing in it is worth a wait. Once more, because a connection may have died of old age.
        "OPTIONS": {
            "socket_timeout": 2,
            "socket_connect_timeout": 2,
            "retry": Retry(NoBackoff(), 1),
        },
    }
}

CELERY_BROKER_URL = environment.celery_broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A task that a killed worker held comes back after this many seconds. No task waits for a
    # time to come, so it only has to be well above the longest task.
    "visibility_timeout": 300,
    "socket_timeout": 30,
    "socket_connect_timeout": 5,
}
# A request never waits long for a broker that is away: the sweep finds what was not announced.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
# Celery would connect to the database anew for every task, which costs more than a move does.
# Between tasks old and broken connections are closed, as they are between requests.
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SOFT_TIME_LIMIT = 30
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_DEFAULT_QUEUE = "backalley"
CELERY_TIMEZONE = "UTC"

# --- Django -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "backalley",
    "players",
    "games",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
]
MIDDLEWARE = [
    "backalley.middleware.request_ids",
    "backalley.middleware.heads_without_bodies",
    "backalley.health.HealthMiddleware",
    "backalley.exposition.metrics",
    "backalley.metrics.measured",
    "corsheaders.middleware.CorsMiddleware",
    "backalley.content_security.content_security",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "backalley.page_middleware.Sessions",
    "backalley.middleware.languages",
    "backalley.rate_limits.rate_limits",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "backalley.page_middleware.Users",
    "backalley.page_middleware.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "backalley.urls"
WSGI_APPLICATION = "backalley.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
# The contract has no trailing slashes, so none is ever added.
APPEND_SLASH = False
STATIC_URL = "static/"
# Static files are served out of the packages that bring them: no collecting step to forget.
WHITENOISE_USE_FINDERS = True
SESSION_COOKIE_HTTPONLY = True

# --- Accounts ---------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["players.sign_in_pages.LimitedBackend"]
PASSWORD_HASHERS = ["players.passwords.PasswordHasher"]

# --- The HTTP contract ------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.authentication.BearerTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["players.api.rendering.Renderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "players.api.negotiation.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "backalley.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "backalley.problems.exception_handler",
    # `?format=` is an unknown parameter like any other.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Back Alley",
    "DESCRIPTION": "A partnership trick-taking card game, played over HTTP, turn by turn.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    # The values speak for themselves.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    # Names for sets of values that several shapes share, or that clients see as types.
    "ENUM_NAME_OVERRIDES": {
        "Locale": "players.models.Locale",
        "Scope": "players.models.Scope",
        "WebhookEvent": "games.services.outbox.EVENTS",
        "BotLevel": "games.bots.choose.LEVELS",
        "DeliveryStatus": "games.api.webhook_shapes.STATES",
        "DisputeStatus": "games.models.Dispute.Status",
        "DisputeRemedy": "games.models.Dispute.Remedy",
        "Ruling": "games.api.dispute_shapes.RULINGS",
        "DisabledReason": "games.models.Webhook.Reason",
        "RulesetName": "games.api.rules_shapes.NAMES",
    },
}

# --- Sites on other hosts ---------------------------------------------------------------------

# A browser sends no token by itself, so it does no harm that a page from anywhere may ask.
CORS_ORIGINS = environment.words("CORS_ORIGINS", ["*"])
CORS_ALLOW_ALL_ORIGINS = "*" in CORS_ORIGINS
CORS_ALLOWED_ORIGINS = [origin for origin in CORS_ORIGINS if origin != "*"]
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    *("authorization", "content-type", "accept-language", "if-match", "if-none-match"),
    *("idempotency-key", "last-event-id", "x-request-id"),
]
CORS_EXPOSE_HEADERS = [
    *("ETag", "Location", "Content-Language", "Content-Disposition", "Idempotency-Replayed"),
    *("RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate", "X-Request-ID"),
]

# --- Mail --------------------------------------------------------------------------------------

# Without EMAIL_URL nobody is sent anything.
MAIL = environment.email("EMAIL_URL")
EMAIL_HOST = MAIL.get("EMAIL_HOST", "localhost")
EMAIL_PORT = MAIL.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = MAIL.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = MAIL.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = MAIL.get("EMAIL_USE_SSL", False)
# Seconds that the mail server is waited for.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.needed("EMAIL_FROM", by="EMAIL_URL")
# Seconds that it has been somebody's turn before he is told by e-mail.
NOTICE_DELAY = environment.integer("NOTICE_DELAY", 300, minimum=0, maximum=86400)
# Where players find the service, for links in mails.
PUBLIC_URL = environment.web_address("PUBLIC_URL", by="EMAIL_URL")

# --- Language and time ------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# The languages in which there are texts.
LANGUAGES = [
    ("en", "English"),
    ("bg", "български"),
    ("te", "తెలుగు"),
    ("ne", "नेपाली"),
    ("ja", "日本語"),
]
TIME_ZONE = "UTC"
USE_TZ = True

# --- Log --------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "backalley.middleware.RequestIdFilter"}},
    "formatters": {
        "line": {"format": "{levelname} {name} [{request_id}]: {message}", "style": "{"}
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["request_id"],
        }
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # Django's own handler would print the same lines a second time.
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # A line when a task comes, and one when it is done or is too old, say nothing about a game.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.request": {"level": "WARNING"},
        # Statements hold hands and seeds, which no log may.
        "django.db.backends": {"level": "INFO"},
        # Nor does a line for every request of a client of our own.
        "httpx": {"level": "WARNING"},
    },
}
