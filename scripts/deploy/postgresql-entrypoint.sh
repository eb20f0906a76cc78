#!/bin/bash
# Does what compose.yaml counts on in PostgreSQL's own image: on an empty data directory the superuser is made with the
# password of a file, and what lies in /docker-entrypoint-initdb.d is run before anybody is let in.
set -euo pipefail
data=/var/lib/postgresql/18/docker
export PATH=/usr/lib/postgresql/18/bin:$PATH
if [[ $(id -u) == 0 ]]; then
  mkdir -p "$data" /run/postgresql
  chown -R postgres /var/lib/postgresql /run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0"
fi
sockets=(-c unix_socket_directories=/run/postgresql)
if [[ ! -s $data/PG_VERSION ]]; then
  [[ -s ${POSTGRES_PASSWORD_FILE:-} ]] || { echo 'POSTGRES_PASSWORD_FILE names no password' >&2; exit 1; }
  initdb --pgdata "$data" --username postgres --pwfile "$POSTGRES_PASSWORD_FILE" --encoding UTF8 --locale C.UTF-8 \
    --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl --pgdata "$data" --options "${sockets[*]} -c listen_addresses=" --wait start
  for file in /docker-entrypoint-initdb.d/*.sh; do
    [[ ! -e $file ]] || bash "$file"
  done
  pg_ctl --pgdata "$data" --mode fast --wait stop
fi
exec postgres -D "$data" "${sockets[@]}" -c listen_addresses='*'
