#!/usr/bin/env bash
# Audits stores of memories. Its inputs are environment variables, each of which is checked or quoted; none is ever evaluated, and none
# can be read as an option. Exit codes are those of `memora memory audit`; 2 where an input is not what it should be.
set -euo pipefail

die() {
  printf 'memora action: %s\n' "$1" >&2
  exit 2
}

one_line() {
  case "$2" in
    '') die "$1 is empty" ;;
    *[[:cntrl:]]*) die "$1 holds a control character" ;;
  esac
}

# The lines of an input that are not empty, as paths in `paths`. A path that begins with a dash stays a path.
read_paths() {
  local line
  paths=()
  while IFS= read -r line || [ -n "$line" ]; do
    line="${line%$'\r'}"
    [ -n "$line" ] || continue
    one_line "$1" "$line"
    case "$line" in
      -*) line="./$line" ;;
    esac
    paths+=("$line")
  done <<<"$2"
}

folder="${MEMORA_ACTION_FOLDER-}"
format="${MEMORA_ACTION_FORMAT-}"
fail_on="${MEMORA_ACTION_FAIL_ON-}"
version="${MEMORA_ACTION_VERSION-}"
read_paths memories "${MEMORA_ACTION_MEMORIES-}"
[ "${#paths[@]}" -gt 0 ] || die 'memories is empty'
memories=("${paths[@]}")
read_paths against "${MEMORA_ACTION_AGAINST-}"
against=("${paths[@]+"${paths[@]}"}")
one_line folder "$folder"
case "$format" in
  text) extension=txt ;;
  json | sarif | html) extension="$format" ;;
  junit) extension=xml ;;
  *) die 'format is none of text, json, sarif, junit and html' ;;
esac
case "$fail_on" in
  '' | *[!a-z_,]*) die 'fail-on is no list of verdicts' ;;
esac
case "$version" in
  *[!0-9A-Za-z.+-]* | [.+-]*) die 'version is no version' ;;
esac

if [ -n "$version" ]; then
  memora=(npx --yes "@memora/cli@$version")
elif command -v memora >/dev/null; then
  memora=(memora)
else
  memora=(npx --yes @memora/cli@latest)
fi

# Names of files are printed below. Until the token is said again, the runner takes none of it for a command.
token="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
printf '::stop-commands::%s\n' "$token"
resume() { printf '\n::%s::\n' "$token"; }
trap resume EXIT

audit=("${memora[@]}" memory audit "--folder=$folder" "--fail-on=$fail_on")
for path in "${against[@]+"${against[@]}"}"; do audit+=("--against=$path"); done

work="$(mktemp -d "${RUNNER_TEMP:-/tmp}/memora-XXXXXX")"
report="$work/report.$extension"
code=0
"${audit[@]}" -- "${memories[@]}" || code=$?
# 0 and 1 are verdicts; whatever else it is, there is nothing to report.
[ "$code" -le 1 ] || exit "$code"
"${audit[@]}" "--format=$format" -- "${memories[@]}" >"$report" || true
count="$("${audit[@]}" --format=json -- "${memories[@]}" | sed -n 's/^{"memories":\([0-9][0-9]*\).*/\1/p' || true)"
# A check that checked nothing is none.
[ "$count" != 0 ] || die 'no memory was read; name the files and folders that hold them'
if [ -n "${GITHUB_OUTPUT-}" ]; then
  printf 'report=%s\nmemories=%s\n' "$report" "$count" >>"$GITHUB_OUTPUT"
fi
exit "$code"
