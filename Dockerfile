# The service's web server, worker, sweep and commands; database and broker are others' images.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1

WORKDIR /srv/backalley
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt
COPY manage.py ./
COPY backalley backalley
COPY players players
COPY games games

RUN useradd --system --no-create-home backalley
USER backalley

EXPOSE 8000
CMD ["gunicorn", "backalley.asgi:application", "--bind", "0.0.0.0:8000", "--worker-class", "backalley.web.Worker", "--workers", "2", "--preload", "--keep-alive", "75", "--graceful-timeout", "5", "--worker-tmp-dir", "/dev/shm", "--no-control-socket"]
