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

release=0.1.0 # of this script
url=${1%/}
job=$2
longest=${3:-60}
id=
tag=
status=
unanswered=0
refused=
place=

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
  row="$row,\"device\":\"cli\",\"release\":\"$release\",\"correlationId\":\"$began-$$\"$trace$4}"
  ask --max-time 1 --header 'Content-Type: application/json' --data "$row" "$url/api/v1/ttfs-events$place" >/dev/null
}

# Calls "$1" until it succeeds. A Weir that is away for some seconds is not worth waiting for, nor is one that refuses.
until_time_is_up() {
  until "$1"; do
    [ -z "$refused" ] && [ "$(elapsed_ms)" -lt $((longest * 1000)) ] && [ "$unanswered" -lt 5 ] || return 1
    sleep 1
  done
}

look_at_answer() {
  status=$(status_of "$answer")
  case $status in
    '') unanswered=$((unanswered + 1)) ;;
    404 | 408 | 429) unanswered=0 ;;
    4*) refused=yes ;;
    *) unanswered=0 ;;
  esac
}

# Takes why there is no signal. That Weir went on to say that there is none is another thing than that it could not.
give_up_without_signal() {
  case $status in
    2* | 304 | 404 | 408 | 429) failure= ;;
    4*) failure=refused ;;
    *) failure=unreachable ;;
  esac
  if [ -z "$failure" ]; then
    [ -z "$id" ] || report timeout "$(timestamp)" "$(elapsed_ms)" ''
    give_up "$1 within $longest s."
  fi
  said=${status:+status $status}
  [ -z "$id" ] || report error "$(timestamp)" "$(elapsed_ms)" \
    ",\"errorCode\":\"$failure\",\"errorMessage\":\"${said:-no answer}\""
  give_up "$1: ${said:-no answer} from Weir at $url."
}

# A part of the name that a job id is made of: its length in four bytes, and itself.
part_of_name() {
  length=$(printf '%s' "$1" | wc -c)
  for bits in 24 16 8 0; do
    printf "\\$(printf '%03o' $((length >> bits & 255)))"
  done
  printf '%s' "$1"
}

# What the run ENV/SERVICE/ID would be called. Whose it would be is known only where nobody needs a key.
id_of_run() {
  [ -z "${WEIR_KEY:-}" ] && command -v sha256sum >/dev/null || return 0
  rest=${job#*/}
  hash=$(for part in run 00000000-0000-8000-8000-000000000001 "${job%%/*}" "${rest%%/*}" "${rest#*/}"; do
    part_of_name "$part"
  done | sha256sum)
  case $(printf '%s' "$hash" | cut -c 17) in
    [048c]) variant=8 ;;
    [159d]) variant=9 ;;
    [26ae]) variant=a ;;
    *) variant=b ;;
  esac
  say "$hash" | sed "s/^\(.\{8\}\)\(....\).\(...\).\(...\)\(.\{12\}\).*/\1-\2-8\3-$variant\4-\5/"
}

find_job() {
  case $job in
    */*/*)
      rest=${job#*/}
      answer=$(ask --get --data-urlencode "env=${job%%/*}" --data-urlencode "service=${rest%%/*}" \
        --data-urlencode "id=${rest#*/}" "$url/api/v1/workflow")
      look_at_answer
      id=$(body_of "$answer" | sed -n 's/^{"workflow":{"id":"\([0-9a-f-]*\)".*/\1/p')
      case $id:${job%%/*}${rest%%/*} in
        :* | *:*[!A-Za-z0-9._~-]*) ;; # no such run, or a name that an address cannot have as it is
        *) place="?env=${job%%/*}&service=${rest%%/*}" ;;
      esac
      ;;
    *) id=$job ;;
  esac
  [ -n "$id" ]
}

find_signal() {
  answer=$(ask --header "If-None-Match: $tag" "$url/api/v1/signals/$id")
  look_at_answer
  tag=$(header_of "$answer" ETag)
  [ "$status" = 200 ]
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
  source=$(header_of "$answer" X-FirstSignal-Source)
  fields=",\"cacheHit\":$hit,\"kind\":\"$kind\",\"phase\":\"$(text_of "$body" '"phase"')\",\"signalSource\":\"$source\""
  now=$(timestamp)
  case $hit$source in
    true*) report cache_hit "$now" "$1" "$fields" ;;
    *cold_start) report cold_start "$now" "$1" "$fields" ;;
  esac
  report rendered "$now" "$1" "$fields"
}

[ -n "$url" ] && [ -n "$job" ] || give_up "it is called with URL JOB [SECONDS], and one of the first two is empty."
case $longest in
  *[!0-9]*) give_up "SECONDS is \"$longest\", but it must be a whole number." ;;
esac
command -v curl >/dev/null || give_up "it needs curl, and there is none."

if ! until_time_is_up find_job; then
  id=$(id_of_run)
  [ -z "$id" ] || report start "$began_at" 0 ''
  give_up_without_signal "there was no run $job"
fi
report start "$began_at" 0 '' & # beside, because the signal is what somebody waits for
if until_time_is_up find_signal; then
  show_signal
  report_rendered "$(elapsed_ms)"
else
  give_up_without_signal "the job $job has said nothing"
fi
wait
exit 0
