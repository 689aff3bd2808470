#!/bin/sh
# Prints the first signal of a job as soon as there is one: what it is doing, or why it failed and what is known of that.
#
#   first-signal.sh URL JOB [SECONDS]
#
# URL      of Weir, such as http://127.0.0.1:8420
# JOB      a job id (a UUID), or ENV/SERVICE/ID of a run
# SECONDS  how long to wait for it (default: 60)
#
# WEIR_KEY     the key to show to Weir, if it wants one
# TRACEPARENT  the trace that this belongs to, if there is one (W3C trace context)
#
# It needs sh and curl. It reports to Weir how long the signal took (surface=ci), and always exits with 0: whatever is
# wrong with Weir, or with how this is called, is said on standard error and must not break a build. To wait for the end
# of a job, and to fail with it, there is weir watch.

url=${1%/}
job=$2
longest=${3:-60}
id=
tag=
unanswered=0

say() { printf '%s\n' "$1"; } # echo would take a backslash for more than it is

give_up() {
  say "first-signal: $1" >&2
  wait
  exit 0
}

timestamp() { date -u +%Y-%m-%dT%H:%M:%SZ; }

# To the millisecond where date knows it, else to the second.
now_ms() {
  ms=$(date +%s%3N 2>/dev/null)
  case $ms in
    *[!0-9]* | ?????????? | '') ms=$(date +%s)000 ;;
  esac
  say "$ms"
}

began=$(now_ms)
began_at=$(timestamp)
elapsed_ms() { say $(($(now_ms) - began)); }

# The key goes by standard input: arguments are seen by everybody on the machine.
ask() {
  printf '%s' "${WEIR_KEY:+header = \"Authorization: Bearer $WEIR_KEY\"}" |
    curl --silent --include --max-time 10 --config - "$@" | tr -d '\r'
}

# Of an answer with its headers.
status_of() { say "$1" | sed -n 's/^HTTP\/[0-9.]* \([0-9]*\).*/\1/p' | tail -n 1; }
header_of() { say "$1" | grep -i "^$2: " | tail -n 1 | sed 's/^[^:]*: //'; }
body_of() { say "$1" | tail -n 1; }

# A text in the JSON $1, after $2, as it may be shown: what else is escaped in it stays so.
text_of() {
  say "$1" | sed -nE "s/.*$2: ?\"(([^\"\\\\]|\\\\.)*)\".*/\1/p" | sed -e 's/\\"/"/g' -e 's/\\\\/\\/g'
}

# Takes the type of the event, when it was, its time to the first signal, and more fields of JSON.
report() {
  trace=
  case ${TRACEPARENT:-} in
    ??-????????????????????????????????-????????????????-*)
      trace=${TRACEPARENT#*-}
      span=${trace#*-}
      trace=",\"traceId\":\"${trace%%-*}\",\"spanId\":\"${span%%-*}\""
      ;;
  esac
  row="{\"eventType\":\"signal.$1\",\"timestamp\":\"$2\",\"ttfsMs\":$3,\"jobId\":\"$id\",\"surface\":\"ci\""
  row="$row,\"device\":\"cli\",\"correlationId\":\"$began-$$\"$trace$4}"
  ask --max-time 1 --header 'Content-Type: application/json' --data "$row" "$url/api/v1/ttfs-events" >/dev/null
}

# Calls "$1" until it succeeds. A Weir that is away for some seconds is not worth waiting for.
until_time_is_up() {
  until "$1"; do
    [ "$(elapsed_ms)" -lt $((longest * 1000)) ] && [ "$unanswered" -lt 5 ] || return 1
    sleep 1
  done
}

count_unanswered() {
  unanswered=$((unanswered + 1))
  [ -z "$(status_of "$answer")" ] || unanswered=0
}

find_job() {
  case $job in
    */*/*)
      rest=${job#*/}
      answer=$(ask --get --data-urlencode "env=${job%%/*}" --data-urlencode "service=${rest%%/*}" \
        --data-urlencode "id=${rest#*/}" "$url/api/v1/workflow")
      count_unanswered
      id=$(body_of "$answer" | sed -n 's/^{"workflow":{"id":"\([0-9a-f-]*\)".*/\1/p')
      ;;
    *) id=$job ;;
  esac
  [ -n "$id" ]
}

find_signal() {
  answer=$(ask --header "If-None-Match: $tag" "$url/api/v1/signals/$id")
  count_unanswered
  tag=$(header_of "$answer" ETag)
  [ "$(status_of "$answer")" = 200 ]
}

show_signal() {
  body=$(body_of "$answer")
  kind=$(text_of "$body" '"kind"')
  say "$kind: $(text_of "$body" '"summary"')"
  for known in sentence likelyCause suggestedAction remediationUrl; do
    text=$(text_of "$body" "\"$known\"")
    [ -z "$text" ] || say "  $text"
  done
  address=$(text_of "$body" '"nextActions":\[\{[^]}]*"href"')
  [ -z "$address" ] || say "  $url$address"
}

report_rendered() {
  hit=false
  case $(header_of "$answer" Cache-Status) in
    *hit*) hit=true ;;
  esac
  report rendered "$(timestamp)" "$1" ",\"cacheHit\":$hit,\"kind\":\"$kind\",\"phase\":\"$(text_of "$body" '"phase"')\"\
,\"signalSource\":\"$(header_of "$answer" X-FirstSignal-Source)\""
}

[ -n "$url" ] && [ -n "$job" ] || give_up "it is called with URL JOB [SECONDS], and one of the first two is empty."
case $longest in
  *[!0-9]*) give_up "SECONDS is \"$longest\", but it must be a whole number." ;;
esac
command -v curl >/dev/null || give_up "it needs curl, and there is none."

until_time_is_up find_job || give_up "there was no run $job within $longest s, or no Weir at $url."
report start "$began_at" 0 '' & # beside, because the signal is what somebody waits for
if until_time_is_up find_signal; then
  show_signal
  report_rendered "$(elapsed_ms)"
else
  report timeout "$(timestamp)" "$(elapsed_ms)" ''
  give_up "the job $job has said nothing within $longest s, or there is no Weir at $url."
fi
wait
exit 0
