# shellcheck shell=bash
# What the other scripts share: messages, the cache folder, the lock, packages. Sourced, never run.
#   source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

script_name=${0##*/}
# shellcheck disable=SC2034  # for those who source this
repo_root=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
cache_dir=${XDG_CACHE_HOME:-$HOME/.cache}/gilscope

# progress MESSAGE: what is going on, for the person who waits; stdout stays free for results.
progress() { printf '%s: %s\n' "$script_name" "$*" >&2; }

# fail SENTENCE: ends with status 1; the sentence says what to do next.
fail() {
  progress "$*"
  exit 1
}

# usage_error SENTENCE: the command line was wrong.
usage_error() {
  progress "$*"
  exit 2
}

# take_lock NAME: one holder at a time on this machine, until the script and what it started have ended.
take_lock() {
  mkdir -p "$cache_dir"
  exec 9>"$cache_dir/$1.lock"
  if ! flock -n 9; then
    progress "another run is preparing the same thing, waiting for it"
    flock 9
  fi
}

# seconds_since START: whole seconds since $EPOCHSECONDS was START, as "1 min 05 s" or "42 s".
seconds_since() {
  local s=$((EPOCHSECONDS - $1))
  if ((s >= 60)); then printf '%d min %02d s' $((s / 60)) $((s % 60)); else printf '%d s' "$s"; fi
}

# as_root COMMAND...: as it is for root, through sudo for anyone else.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "'$*' needs root and there is no sudo: run it as root, then start $script_name again"
  fi
}

# missing_packages NAME...: those that dpkg doesn't know as installed, one a line.
missing_packages() {
  command -v dpkg-query >/dev/null ||
    fail "this isn't a Debian or Ubuntu system: install the counterparts of these packages by hand: $*"
  # dpkg-query answers 1 as soon as it has never heard of one of the names.
  { dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
    awk -v names="$*" '
      $1 == "installed" { have[$2] = 1 }
      END { n = split(names, name, " "); for (i = 1; i <= n; i++) if (!(name[i] in have)) print name[i] }'
}

# need_packages NAME...: installs the missing ones; touches apt only when there are any.
need_packages() {
  local missing=() start=$EPOCHSECONDS log=$cache_dir/logs/apt.log try
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  mkdir -p "${log%/*}"
  progress "installing ${missing[*]}"
  for try in 1 2 3; do
    # Without the lock's descriptor (9): a service that a package starts would hold it for ever.
    as_root apt-get update >"$log" 2>&1 9>&- && break
    ((try == 3)) || sleep 5 # someone else may be at the lists
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "${missing[@]}" >>"$log" 2>&1 </dev/null 9>&- ||
    fail "apt-get could not install ${missing[*]}: read $log, put it right and start $script_name again"
  progress "installed in $(seconds_since "$start")"
}
