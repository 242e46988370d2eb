#!/bin/sh
# The login of servers and workers: neither superuser nor owner, and without the rights of a role until it takes it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$MEMORA_LOGIN_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE memora_app LOGIN NOINHERIT PASSWORD :'password';
CREATE EXTENSION IF NOT EXISTS vector;
SQL
