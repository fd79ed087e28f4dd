#!/bin/sh
# nginx in front of all processes that a name stands for, however many those are: in a container, where processes come and go.
#   follow.sh <name> <port>
# Asks every second (FOLLOW_SECONDS) which addresses the name has, and reloads nginx when they are others: that breaks off no call.
# FOLLOW_FOLDER is what it may write to, /tmp/balancer if nothing is said; FOLLOW_LISTEN where to listen, 4030.
set -eu
name=$1
port=$2
seconds=${FOLLOW_SECONDS:-1}
folder=${FOLLOW_FOLDER:-/tmp/balancer}

mkdir -p "$folder"
cp "$(dirname "$0")"/*.conf "$folder"
echo "listen ${FOLLOW_LISTEN:-4030};" >"$folder/maildouble-listen.conf"

# A line for each address. By address the ring stays as it is for those that stay.
processes() {
  getent ahosts "$name" | awk -v port="$port" '$2 == "STREAM" { print ($1 ~ /:/ ? "[" $1 "]" : $1) ":" port }' | sort -u
}
# Writes them down as nginx reads them.
list() {
  echo "$found" | sed 's/.*/server & max_fails=0;/' >"$folder/maildouble-processes.conf"
  echo "$found" | sed 's/.*/server & max_fails=1 fail_timeout=0;/' >"$folder/maildouble-others.conf"
}

# What cannot be found out now leaves everything as it is: a name server that is away stops nobody.
until found=$(processes) && [ -n "$found" ]; do
  echo "$name has no address yet." >&2
  sleep "$seconds"
done
list

nginx -e stderr -p "$folder" -c "$folder/nginx.conf" -g 'daemon off;' &
nginx=$!
# Calls that are on their way may end; streams may not keep it.
stop() {
  trap - TERM INT QUIT
  kill -QUIT "$nginx" 2>/dev/null || exit 0
  (sleep 5 && kill -TERM "$nginx" 2>/dev/null) &
  wait "$nginx" || true
  exit 0
}
trap stop TERM INT QUIT

while kill -0 "$nginx" 2>/dev/null; do
  # In the background, since a shell hears of signals only between two commands.
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
