#!/bin/sh
# HAProxy in front of all processes behind a host name, for containers, where processes come and go.
#   follow.sh <name> <port>
# Looks up the addresses of the name every second (FOLLOW_SECONDS), and reloads HAProxy when they change, which interrupts no call.
# MAILDOUBLE_LISTEN is the address to listen on, :4030 by default; FOLLOW_LIST the file to write the processes to.
set -eu
name=$1
port=$2
seconds=${FOLLOW_SECONDS:-1}
list=${FOLLOW_LIST:-/tmp/processes.cfg}
export MAILDOUBLE_LISTEN="${MAILDOUBLE_LISTEN:-:4030}"

# One line per address, sorted.
processes() {
  getent ahosts "$name" | awk -v port="$port" '$2 == "STREAM" { print ($1 ~ /:/ ? "[" $1 "]" : $1) ":" port }' | sort -u
}
# Writes them in HAProxy's format. The id follows from the address, so that all balancers route alike.
list() {
  ids=' '
  echo 'backend processes'
  for address in $found; do
    id=$(($(printf %s "$address" | cksum | cut -d ' ' -f 1) % 1000000 + 1))
    while [ "${ids#* $id }" != "$ids" ]; do id=$((id + 1)); done
    ids="$ids$id "
    echo "  server p$id $address id $id"
  done
}

# If the lookup fails, the list stays as it is: an unavailable name server interrupts nothing.
until found=$(processes) && [ -n "$found" ]; do
  echo "$name has no address yet." >&2
  sleep "$seconds"
done
list >"$list"

# With a master process, which passes the listening sockets on at a reload.
haproxy -W -db -f "$(dirname "$0")/haproxy.cfg" -f "$list" &
haproxy=$!
# Completes calls in flight; streams are closed after five seconds.
stop() {
  trap - TERM INT USR1
  kill -USR1 "$haproxy" 2>/dev/null || exit 0
  (sleep 5 && kill -TERM "$haproxy" 2>/dev/null) &
  wait "$haproxy" || true
  exit 0
}
trap stop TERM INT USR1

while kill -0 "$haproxy" 2>/dev/null; do
  # In the background, because a shell handles signals only between commands.
  sleep "$seconds" &
  wait $! || true
  now=$(processes) || continue
  if [ -n "$now" ] && [ "$now" != "$found" ]; then
    found=$now
    list >"$list"
    kill -USR2 "$haproxy"
    echo "$name is now" $found >&2
  fi
done
wait "$haproxy"
