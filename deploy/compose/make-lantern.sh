#!/bin/bash
# Run by PostgreSQL's image on an empty data directory: Lantern's account owns its database, and is no superuser.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/lantern-password)" --username postgres <<'SQL'
create role lantern login createrole password :'password';
create database lantern owner lantern;
SQL
