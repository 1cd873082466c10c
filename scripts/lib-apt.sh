# shellcheck shell=bash
# An apt of our own for other Debian suites than the system's: own sources, lists and cache in a folder, so
# the system's apt stays as it is. Sourced after lib.sh, by get-headers and build-python.

# debian_uris: prints "archive URI" and, where there is one, "security URI" lines from the system's own sources.
debian_uris() {
  local codename
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  # ORIGIN is known once the lists have been downloaded; before that the suite's name has to do.
  # shellcheck disable=SC2016  # apt's placeholders, not the shell's
  apt-get indextargets --format '$(REPO_URI)|$(RELEASE)|$(COMPONENT)|$(ORIGIN)' 'Created-By: Packages' |
    awk -F'|' -v codename="$codename" '
      $3 != "main" || ($4 != "Debian" && $4 !~ /^(\$|$)/) { next }
      $4 != "Debian" && $2 != codename && $2 != codename "-security" && $2 !~ /^(old)?stable(-security)?$/ { next }
      { kind = $2 ~ /-security$/ ? "security" : "archive" }
      !seen[kind]++ { print kind, $1 }'
}

# private_apt_open DIR TYPE SUITE...: TYPE is deb or deb-src; the suite NAME-security comes from the security URI.
private_apt_open() {
  local dir=$1 type=$2 suite kind uri uris keyring=/usr/share/keyrings/debian-archive-keyring.gpg target=Packages
  shift 2
  [[ -r $keyring ]] || need_packages debian-archive-keyring
  [[ $type == deb ]] || target=Sources
  uris=$(debian_uris)
  [[ $uris == *"archive "* ]] ||
    fail "the system's apt sources name no Debian archive: set GILSCOPE_PYTHONS to two pythons of your own (see scripts/get-python)"
  mkdir -p "$dir"/{lists/partial,cache/archives/partial,empty}
  for suite in "$@"; do
    kind=archive
    [[ $suite == *-security ]] && kind=security
    uri=$(awk -v kind="$kind" '$1 == kind { print $2 }' <<<"$uris")
    [[ -z $uri ]] ||
      printf '%s [signed-by=%s arch=%s target=%s] %s %s main\n' "$type" "$keyring" \
        "$(dpkg --print-architecture)" "$target" "$uri" "$suite"
  done >"$dir/sources.list"
  private_apt_options=(
    -o "Dir::State::Lists=$dir/lists" -o "Dir::Cache=$dir/cache" -o "Dir::Etc::SourceList=$dir/sources.list"
    -o "Dir::Etc::SourceParts=$dir/empty" -o "Dir::Etc::Preferences=/dev/null" -o "Dir::Etc::PreferencesParts=$dir/empty"
    -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none -o Acquire::Retries=3)
  # apt-get update ends with 0 even when a list could not be fetched.
  apt-get "${private_apt_options[@]}" update >"$dir/update.log" 2>&1 || return 1
  ! grep -q '^[WE]: Failed' "$dir/update.log"
}

# private_apt TOOL ARGUMENTS...: apt-get or apt-cache with the options of the last private_apt_open.
private_apt() { "$1" "${private_apt_options[@]}" "${@:2}"; }
