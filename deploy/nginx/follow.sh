#!/bin/sh
# nginx in front of all processes behind a host name, for containers, where processes come and go.
#   follow.sh <name> <port>
# Looks up the addresses of the name every second (FOLLOW_SECONDS), and reloads nginx when they change, which interrupts no call.
# FOLLOW_FOLDER is the folder it writes to, /tmp/balancer by default; FOLLOW_LISTEN the port to listen on, 4030 by default.
set -eu
name=$1
port=$2
seconds=${FOLLOW_SECONDS:-1}
folder=${FOLLOW_FOLDER:-/tmp/balancer}

mkdir -p "$folder"
cp "$(dirname "$0")"/*.conf "$folder"
echo "listen ${FOLLOW_LISTEN:-4030};" >"$folder/maildouble-listen.conf"

# One line per address. Sorted, so that the hash ring does not change for the addresses that stay.
processes() {
  getent ahosts "$name" | awk -v port="$port" '$2 == "STREAM" { print ($1 ~ /:/ ? "[" $1 "]" : $1) ":" port }' | sort -u
}
# Writes them in nginx's format.
list() {
  echo "$found" | sed 's/.*/server & max_fails=0;/' >"$folder/maildouble-processes.conf"
  echo "$found" | sed 's/.*/server & max_fails=1 fail_timeout=0;/' >"$folder/maildouble-others.conf"
}

# If the lookup fails, the list stays as it is: an unavailable name server interrupts nothing.
until found=$(processes) && [ -n "$found" ]; do
  echo "$name has no address yet." >&2
  sleep "$seconds"
done
list

nginx -e stderr -p "$folder" -c "$folder/nginx.conf" -g 'daemon off;' &
nginx=$!
# Completes calls in flight; streams are closed after five seconds.
stop() {
  trap - TERM INT QUIT
  kill -QUIT "$nginx" 2>/dev/null || exit 0
  (sleep 5 && kill -TERM "$nginx" 2>/dev/null) &
  wait "$nginx" || true
  exit 0
}
trap stop TERM INT QUIT

while kill -0 "$nginx" 2>/dev/null; do
  # In the background, because a shell handles signals only between commands.
  sleep "$seconds" &
  wait $! || true
  now=$(processes) || continue
  if [ -n "$now" ] && [ "$now" != "$found" ]; then
    found=$now
    list
    nginx -e stderr -p "$folder" -c "$folder/nginx.conf" -s reload
    echo "$name is now" $found >&2
  fi
done
wait "$nginx"
