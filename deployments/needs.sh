#!/bin/sh
# Makes sure that the named Debian packages' programs are there:
#   deployments/needs.sh redis-server protobuf-compiler
# On Debian and Ubuntu, as root or with sudo, it installs them; elsewhere it
# says in one line what is missing.
set -eu
missing=""
for package in "$@"; do
	case $package in
	protobuf-compiler) program=protoc ;;
	*) program=$package ;;
	esac
	command -v "$program" >/dev/null 2>&1 || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
	echo "missing:$missing; install it with your package manager and try again" >&2
	exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null 2>&1 || { echo "missing:$missing; install it as root: apt-get install$missing" >&2; exit 1; }
	as_root=sudo
fi
echo "installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq >&2
# The packages' own services are not wanted: tests start their servers.
$as_root env RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $missing >&2
