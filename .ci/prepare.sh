# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
#
# What ./run and ./test share; they source it with $root set to the top folder.
# All of it speaks on standard error: standard output is the program's.

# meson and glad are of the system's python3, whichever comes first in PATH.
PATH=/usr/bin:/bin:$PATH

build=$root/build

build_packages="meson ninja-build gcc libc6-dev pkg-config python3 python3-glad
    libegl-dev libgl-dev libgles-dev libglfw3-dev libpng-dev zlib1g-dev libjansson-dev libmpfr-dev
    libcairo2-dev libpango1.0-dev fonts-dejavu-core
    libegl1 libegl-mesa0 libgl1-mesa-dri libgles2 libgl1 libglx-mesa0"

test_packages="libcmocka-dev mesa-vulkan-drivers xvfb xauth xdotool
    imagemagick python3-jsonschema clang clang-format openmpi-bin"

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
    mkdir -p "$build"
    log=$build/packages.log
    say "installing $*; $log tells more"
    # A machine that has just started may hold the lock for its own updates.
    as_root apt-get -o DPkg::Lock::Timeout=120 update -qq >"$log" 2>&1 ||
        say "apt-get update failed; trying without it"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends "$@" \
        >>"$log" 2>&1 </dev/null || {
        tail -n 20 "$log" >&2
        die "these could not be installed: $*"
    }
}

# Elsewhere than on Debian and Ubuntu: what can be seen of the same things.
missing_elsewhere()
{
    for tool in meson ninja cc pkg-config python3; do
        command -v "$tool" >/dev/null || printf '%s ' "$tool"
    done
    for library in egl libpng zlib jansson; do
        pkg-config --exists "$library" 2>/dev/null || printf '%s ' "$library"
    done
    python3 -c 'import glad' 2>/dev/null || printf 'glad(python) '
}

# What the clang at hand lacks for its sanitizers; it goes by its version, and comes
# with clang itself in some releases.
clang_runtime()
{
    library=$(clang --rtlib=compiler-rt -print-libgcc-file-name 2>/dev/null) || return 0
    [ -e "$library" ] ||
        clang --version | sed -n 's/.*version \([0-9]*\).*/libclang-rt-\1-dev/p'
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

# What is printed only if it fails.
configure()
{
    say "configuring $build"
    configured=$(meson setup "$@" "$build" "$root" 2>&1 </dev/null) || {
        printf '%s\n' "$configured" >&2
        die "meson could not configure $build"
    }
}

# compile TESTS: true or false. Whoever runs the program need not have what the tests
# need; a build that has them keeps them.
compile()
{
    if [ ! -f "$build/build.ninja" ]; then
        configure "-Dtests=$1"
        say "building; this takes about a minute"
    elif [ "$1" = true ] && [ ! -e "$build/.with-tests" ]; then
        configure --reconfigure -Dtests=true
    fi
    [ "$1" = false ] || : >"$build/.with-tests"
    ninja -C "$build" >"$build/ninja.log" 2>&1 || {
        cat "$build/ninja.log" >&2
        die "the build failed"
    }
    program=$build/fpstripe
    [ -x "$program" ] || program=$build/app/fpstripe
}
