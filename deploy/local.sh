#!/usr/bin/env bash
# Several processes of maildouble behind HAProxy on one Valkey, for this machine only, until Ctrl-C: see docs/several-processes.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

usage() {
  cat <<'TEXT'
Usage: deploy/local.sh [options] [-- options of maildouble serve]

  --port <number>           port of HAProxy: 4030
  --process-ports <numbers> ports of the processes, one process each: 4031,4032,4033
  --valkey-port <number>    port of Valkey: 6390
  --folder <folder>         folder for worlds; without it, they are deleted at the end
  --control-token <token>   token that the control API requires; none by default
TEXT
}

port=4030
process_ports=4031,4032,4033
valkey_port=6390
folder=
token=
while [ $# -gt 0 ]; do
  case $1 in
    --port) port=$2 ;;
    --process-ports) process_ports=$2 ;;
    --valkey-port) valkey_port=$2 ;;
    --folder) folder=$2 ;;
    --control-token) token=$2 ;;
    --) shift && break ;;
    -h | --help) usage && exit ;;
    *) echo "There is no option $1." >&2 && usage >&2 && exit 1 ;;
  esac
  shift 2 || { echo "$1 needs a value." >&2 && exit 1; }
done

# Lists everything that is missing at once.
PATH=$PATH:/usr/local/sbin:/usr/sbin
missing=()
haproxy=$(command -v haproxy) || missing+=('HAProxy: apt-get install haproxy')
valkey=$(command -v valkey-server || command -v redis-server) ||
  missing+=('Valkey or Redis: apt-get install valkey-server, or redis-server where there is none (Debian 12)')
command -v curl >/dev/null || missing+=('curl: apt-get install curl')
# MAILDOUBLE may name another program than the one of this clone.
maildouble=${MAILDOUBLE:-$here/../dist/cli.js}
[ -f "$maildouble" ] || missing+=('maildouble itself, which is not built yet: npm ci && npm run bundle')
if [ ${#missing[@]} -gt 0 ]; then
  echo 'Missing on this machine:' >&2
  printf '  %s\n' "${missing[@]}" >&2
  exit 1
fi

temporary=$(mktemp -d)
worlds=${folder:-$temporary/worlds}
mkdir -p "$worlds"
worlds=$(cd "$worlds" && pwd)

pids=()
end() {
  trap - EXIT INT TERM
  # The processes first, so that they can finish writing to the store.
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    kill "${pids[i]}" 2>/dev/null || true
    wait "${pids[i]}" 2>/dev/null || true
  done
  rm -rf "$temporary"
}
trap end EXIT
trap 'exit 0' INT TERM

# Each job gets its own process group, so that Ctrl-C reaches only this script, which stops them in order.
set -m

# begin <name> <command>: starts a command with its output in a file.
begin() {
  local name=$1
  shift
  "$@" >"$temporary/$name.log" 2>&1 &
  pids+=($!)
}
# answers <name> <check>: waits until the check succeeds; shows the command's output if it ends before that.
answers() {
  local name=$1 pid=${pids[-1]}
  shift
  until "$@" >/dev/null 2>&1; do
    if ! kill -0 "$pid" 2>/dev/null; then
      echo "$name has ended at its start:" >&2
      tail -5 "$temporary/$name.log" >&2
      exit 1
    fi
    sleep 0.1
  done
}
is_listening() { (exec 3<>"/dev/tcp/127.0.0.1/$1"); }
is_healthy() { curl -sf -H "authorization: Bearer $token" "http://127.0.0.1:$1/_control/health"; }

begin valkey "$valkey" "$here/valkey.conf" --bind 127.0.0.1 --port "$valkey_port" --dir "$worlds"
answers valkey is_listening "$valkey_port"

export MAILDOUBLE_STORE=redis://127.0.0.1:$valkey_port/0 MAILDOUBLE_PUBLIC_URL=http://127.0.0.1:$port MAILDOUBLE_LOG=json
if [ -n "$token" ]; then export MAILDOUBLE_CONTROL_TOKEN=$token; fi
export MAILDOUBLE_LISTEN=127.0.0.1:$port
echo 'backend processes' >"$temporary/processes.cfg"
lines=()
for each in ${process_ports//,/ }; do
  begin "maildouble-$each" node "$maildouble" serve --port "$each" "$@"
  answers "maildouble-$each" is_healthy "$each"
  echo "  server $each 127.0.0.1:$each id $each" >>"$temporary/processes.cfg"
  lines+=("http://127.0.0.1:$each, process ${pids[-1]}")
done

begin haproxy "$haproxy" -db -f "$here/haproxy/haproxy.cfg" -f "$temporary/processes.cfg"
answers haproxy is_healthy "$port"

key=$(sed -n 's/.*"api_key":"\([^"]*\)".*/\1/p' "$temporary/maildouble-${process_ports%%,*}.log" | head -1)
cat <<TEXT
  API       http://127.0.0.1:$port/_worlds/default/3.0
  API key   $key
  Control   http://127.0.0.1:$port/_control${token:+, with the token $token}
  Behind it ${lines[0]}
$(printf '            %s\n' "${lines[@]:1}")
  Store     redis://127.0.0.1:$valkey_port/0${folder:+, kept in $worlds}
  Logs      $temporary/*.log

Ctrl-C ends all of it.
TEXT

# If you kill a process to try it, the others keep running.
running=("${pids[@]}")
while [ ${#running[@]} -gt 0 ]; do
  gone=
  wait -n -p gone "${running[@]}" 2>/dev/null || true
  if [ -z "$gone" ]; then break; fi
  echo "Process $gone has ended."
  left=()
  for each in "${running[@]}"; do if [ "$each" != "$gone" ]; then left+=("$each"); fi; done
  running=("${left[@]}")
done
