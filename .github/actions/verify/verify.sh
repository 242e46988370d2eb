#!/usr/bin/env bash
# Audits one answer. Its inputs are environment variables, each of which is checked or quoted; none is ever evaluated, and none
# can be read as an option. Exit codes are those of `memora verify`; 2 where an input is not what it should be.
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

switch() {
  case "$2" in
    true | false) ;;
    *) die "$1 is neither true nor false" ;;
  esac
}

answer="${MEMORA_ACTION_ANSWER-}"
vault="${MEMORA_ACTION_VAULT-}"
format="${MEMORA_ACTION_FORMAT-}"
version="${MEMORA_ACTION_VERSION-}"
one_line answer "$answer"
one_line vault "$vault"
switch allow-superseded "${MEMORA_ACTION_ALLOW_SUPERSEDED-}"
switch allow-uncited "${MEMORA_ACTION_ALLOW_UNCITED-}"
switch index "${MEMORA_ACTION_INDEX-}"
case "$format" in
  text) extension=txt ;;
  json | sarif) extension="$format" ;;
  junit) extension=xml ;;
  *) die 'format is none of text, json, sarif and junit' ;;
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

# Text of notes and answers is printed below. Until the token is said again, the runner takes none of it for a command.
token="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
printf '::stop-commands::%s\n' "$token"
resume() { printf '\n::%s::\n' "$token"; }
trap resume EXIT

# A path that begins with a dash stays a path: options end at `--`, and the vault is glued to its option.
if [ "${MEMORA_ACTION_INDEX}" = true ]; then
  "${memora[@]}" index --no-write --quiet "--vault=$vault"
fi
verify=("${memora[@]}" verify "--vault=$vault")
[ "${MEMORA_ACTION_ALLOW_SUPERSEDED}" = false ] || verify+=(--allow-superseded)
[ "${MEMORA_ACTION_ALLOW_UNCITED}" = false ] || verify+=(--allow-uncited)

folder="$(mktemp -d "${RUNNER_TEMP:-/tmp}/memora-XXXXXX")"
report="$folder/report.$extension"
code=0
"${verify[@]}" -- "$answer" || code=$?
# 0 and 1 are verdicts; whatever else it is, there is nothing to report.
[ "$code" -le 1 ] || exit "$code"
"${verify[@]}" "--format=$format" -- "$answer" >"$report" || true
problems="$("${verify[@]}" --json -- "$answer" | sed -n 's/.*"problems":\([0-9][0-9]*\).*/\1/p' || true)"
if [ -n "${GITHUB_OUTPUT-}" ]; then
  printf 'report=%s\nproblems=%s\n' "$report" "$problems" >>"$GITHUB_OUTPUT"
fi
exit "$code"
