# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
#
# What ./run and ./test share; they source it with $root set to the top folder.
# All of it speaks on standard error: standard output is the program's.

# meson and glad are of the system's python3, whichever comes first in PATH.
PATH=/usr/bin:/bin:$PATH

build=$root/build

build_packages="meson ninja-build gcc libc6-dev pkg-config python3 python3-glad
    libegl-dev libgl-dev libgles-dev libglfw3-dev libpng-dev libjansson-dev
    libcairo2-dev libpango1.0-dev fonts-dejavu-core
    libegl1 libegl-mesa0 libgl1-mesa-dri libgles2 libgl1 libglx-mesa0"

test_packages="libcmocka-dev libmpfr-dev mesa-vulkan-drivers xvfb xauth
    python3-jsonschema clang clang-format"

say()
{
    printf 'fpstripe: %s\n' "$*" >&2
}

die()
{
    say "$@"
    exit 1
}

# Those of the arguments that are not installed.
missing_packages()
{
    for package in "$@"; do
        status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=
        [ "$status" = installed ] || printf '%s ' "$package"
    done
}

# As root, or through sudo where there is one.
as_root()
{
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

install_packages()
{
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
        die "missing: $*; install them as root: apt-get install $*"
    say "installing $*"
    as_root apt-get update -qq >&2 || say "apt-get update failed; trying without it"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >&2 ||
        die "these could not be installed: $*"
}

# Elsewhere than on Debian and Ubuntu: what can be seen of the same things.
missing_elsewhere()
{
    for tool in meson ninja cc pkg-config python3; do
        command -v "$tool" >/dev/null || printf '%s ' "$tool"
    done
    for library in egl libpng jansson; do
        pkg-config --exists "$library" 2>/dev/null || printf '%s ' "$library"
    done
    python3 -c 'import glad' 2>/dev/null || printf 'glad(python) '
}

# What the clang at hand needs for its sanitizers goes by its version.
clang_runtime()
{
    version=$(clang --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
    [ -z "$version" ] || printf 'libclang-rt-%s-dev' "$version"
}

# need NAME PACKAGES: the list in a stamp keeps a second call quick.
need()
{
    stamp=$build/.packages-$1
    shift
    if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$*" ]; then
        return 0
    fi
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        lacking=$(missing_packages "$@")
        # shellcheck disable=SC2086
        [ -z "$lacking" ] || install_packages $lacking
    else
        lacking=$(missing_elsewhere)
        [ -z "$lacking" ] ||
            die "missing: $lacking; on Debian these are the packages $*"
    fi
    mkdir -p "$build"
    echo "$*" >"$stamp"
}

compile()
{
    if [ ! -f "$build/build.ninja" ]; then
        say "configuring $build"
        log=$(meson setup "$build" "$root" 2>&1) || {
            printf '%s\n' "$log" >&2
            die "meson could not configure $build"
        }
        say "building; this takes about a minute"
    fi
    ninja -C "$build" >"$build/ninja.log" 2>&1 || {
        cat "$build/ninja.log" >&2
        die "the build failed"
    }
    program=$build/fpstripe
    [ -x "$program" ] || program=$build/app/fpstripe
}
