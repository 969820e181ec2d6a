# Two stages: what installs stays behind; what runs has no pip, no compiler and no rights.
FROM python:3.12-slim AS installed
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock \
    && /venv/bin/python -m pip uninstall -y pip

FROM python:3.12-slim
RUN python -m pip uninstall -y --root-user-action=ignore pip && rm -rf /usr/local/lib/python3.12/ensurepip \
    && useradd --uid 10001 --create-home --home-dir /data encounter
COPY --from=installed /venv /venv
WORKDIR /app
COPY domain domain
COPY ledger ledger
COPY projections projections
COPY analytics analytics
COPY bots bots
COPY files files
COPY client client
COPY verifier verifier
COPY page/served page/served
COPY api api
COPY cli cli
COPY rosters rosters
USER 10001
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 ENCOUNTER_DATA=/data ENCOUNTER_LOG=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "cli"]
CMD ["serve", "--host", "0.0.0.0"]
