#!/usr/bin/env bash
# A test with nothing but curl. It has its own world, so any number of them can run in parallel.
set -euo pipefail
cd "$(dirname "$0")"

# Uses the server at MAILDOUBLE_URL, or starts one that ends with this script.
if [ -z "${MAILDOUBLE_URL:-}" ]; then
  exec 3< <(exec node_modules/.bin/maildouble serve --port 0 --log json)
  trap "kill $!" EXIT
  read -r listening <&3
  [[ $listening =~ \"url\":\"([^\"]+) ]]
  MAILDOUBLE_URL=${BASH_REMATCH[1]}
  cat <&3 >/dev/null &
fi

WORLD=curl-$$
KEY=$(printf '%032x' $$)-dc1
LIST=$MAILDOUBLE_URL/_worlds/$WORLD/3.0/lists/aaaaaaaaaa
CONTROL=$MAILDOUBLE_URL/_control/worlds/$WORLD

# Calls the service as an application would: prints the response, followed by a line with the status.
service() { curl -s -w '\n%{http_code}\n' -u "any:$KEY" "$@"; }
# Calls the control API.
control() { curl -sS --fail-with-body -H 'content-type: application/json' "$@"; }
test_that() { printf '%s\n' "- $1"; }
# Fails unless the response on standard input contains each of the texts.
holds() {
  local answer expected
  answer=$(cat)
  for expected; do
    [[ $answer == *"$expected"* ]] && continue
    printf 'expected %s in:\n%s\n' "$expected" "$answer" >&2
    exit 1
  done
}

control "$MAILDOUBLE_URL/_control/worlds" -d "{ \"id\": \"$WORLD\", \"api_key\": \"$KEY\" }" >/dev/null

ADA='{ "email_address": "ada.byron@acme.test", "status_if_new": "subscribed" }'
subscribe_ada() { service -X PUT "$LIST/members/ada.byron@acme.test" -d "$ADA"; }

test_that 'a service that is busy says so'
control "$CONTROL/faults" >/dev/null -d '{
  "match": { "operation": "setMember" }, "when": { "first": 1 }, "effect": { "problem": { "preset": "TooManyRequests" } } }'
subscribe_ada | holds '"title":"Too Many Requests"' $'\n429'

test_that 'a retry after a lost answer does not add the member again'
control "$CONTROL/faults" >/dev/null -d '{
  "match": { "operation": "setMember" }, "when": { "first": 1 }, "stage": "after", "effect": { "connection": "reset" } }'
if subscribe_ada >/dev/null; then exit 1; fi
subscribe_ada | holds '"status":"subscribed"' $'\n200'

test_that 'stats of a list are up to five minutes old'
service "$LIST?fields=stats.member_count" | holds '"member_count":16'
control "$CONTROL/clock/advance" -d '{ "by": "PT5M" }' >/dev/null
service "$LIST?fields=stats.member_count" | holds '"member_count":17'

test_that 'the service was called as often as it should be'
control "$CONTROL/requests/verify" -d '{ "match": { "operation": "setMember" }, "count": { "exactly": 3 } }' |
  holds '"verdict":"pass"'

control -X DELETE "$CONTROL"
