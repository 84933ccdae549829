# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
#
# Functions that ./run and ./test share; both source this file with $root set to the top
# folder. All messages go to standard error, because standard output is the program's.

# Use the system's python3 for meson and glad, whichever comes first in PATH.
PATH=/usr/bin:/bin:$PATH

build=${FPSTRIPE_BUILD:-$root/build}

build_packages="meson ninja-build gcc libc6-dev pkg-config python3 python3-glad
    libegl-dev libgl-dev libgles-dev libglfw3-dev libpng-dev libjpeg-dev zlib1g-dev libjansson-dev libmpfr-dev
    libcairo2-dev libpango1.0-dev fonts-dejavu-core glslang-dev spirv-tools g++
    libegl1 libegl-mesa0 libgl1-mesa-dri libgles2 libgl1 libglx-mesa0 libsleef3"

web_packages="emscripten nodejs dpkg-dev meson ninja-build pkg-config python3"
browser_packages="chromium firefox-esr webkit2gtk-driver xvfb xauth"

test_packages="libcmocka-dev mesa-vulkan-drivers xvfb xauth xdotool
    imagemagick python3-jsonschema clang clang-format debhelper debootstrap"

say()
{
    printf 'fpstripe: %s\n' "$*" >&2
}

die()
{
    say "$@"
    exit 1
}

# Prints the packages among the arguments that are not installed.
missing_packages()
{
    for package in "$@"; do
        status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=
        [ "$status" = installed ] || printf '%s ' "$package"
    done
}

# Runs a command as root, or through sudo if necessary.
as_root()
{
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# show WHAT: reads lines "STEP TOTAL", and shows each on a terminal, otherwise every
# tenth.
show()
{
    shown=0
    while read -r step total; do
        tenth=$((10 * step / total))
        if [ -t 2 ]; then
            printf '\rfpstripe: %s: %s of %s ' "$1" "$step" "$total" >&2
        elif [ "$tenth" -gt "$shown" ]; then
            say "$1: $((10 * tenth)) %"
        fi
        shown=$tenth
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

# Converts apt-get's lines for programs, "dlstatus:N:PERCENT:words" while it fetches,
# then "pmstatus:PACKAGE:PERCENT:words", to "STEP TOTAL".
percents()
{
    while IFS=: read -r kind _ percent _; do
        percent=$((${percent%.*} / 2))
        [ "$kind" = dlstatus ] || percent=$((50 + percent))
        echo "$percent 100"
    done
}

# Installs packages. sudo closes all files except the first three, so the command that
# it runs opens the fourth.
apt_install()
{
    # shellcheck disable=SC2016
    as_root env DEBIAN_FRONTEND=noninteractive sh -c '
        log=$0 && exec 3>&1 >>"$log" 2>&1 </dev/null
        exec apt-get -o DPkg::Lock::Timeout=120 -o APT::Status-Fd=3 install -y -qq \
            --no-install-recommends "$@"' "$@"
}

install_packages()
{
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
        die "missing: $*; install them as root: apt-get install $*"
    log=$build/packages.log
    say "installing $*; $log tells more"
    # A machine that has just started may hold the lock for its own updates.
    as_root apt-get -o DPkg::Lock::Timeout=120 update -qq >"$log" 2>&1 ||
        say "apt-get update failed; trying without it"
    { apt_install "$log" "$@" && : >"$build/.installed"; } | percents | show "installing"
    [ -e "$build/.installed" ] || {
        tail -n 20 "$log" >&2
        die "these could not be installed: $*"
    }
    rm "$build/.installed"
}

# Prints the tools and libraries that are missing on systems other than Debian and
# Ubuntu, as far as this can be seen.
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

# Prints the package that clang lacks for its sanitizers. It depends on clang's version,
# and comes with clang itself in some releases.
clang_runtime()
{
    library=$(clang --rtlib=compiler-rt -print-libgcc-file-name 2>/dev/null) || return 0
    [ -e "$library" ] ||
        clang --version | sed -n 's/.*version \([0-9]*\).*/libclang-rt-\1-dev/p'
}

has_apt()
{
    [ -e /etc/debian_version ] && command -v apt-get >/dev/null &&
        command -v dpkg-query >/dev/null
}

# Prints the commands that install everything for the build on other systems. glad is a
# Python module that few systems have as a package.
elsewhere()
{
    others="python -m pip install glad2"
    if command -v dnf >/dev/null; then
        echo "dnf install meson ninja-build gcc pkgconf-pkg-config python3-pip libpng-devel" \
            "zlib-devel jansson-devel mesa-libEGL-devel mesa-dri-drivers mpfr-devel; $others"
    elif command -v pacman >/dev/null; then
        echo "pacman -S meson ninja gcc pkgconf python-pip libpng zlib jansson mesa libglvnd" \
            "mpfr; $others"
    elif command -v apk >/dev/null; then
        echo "apk add meson samurai build-base pkgconf py3-pip libpng-dev zlib-dev jansson-dev" \
            "mesa-dev mesa-egl mesa-gles mesa-dri-gallium linux-headers mpfr-dev; $others"
    else
        echo "on Debian these are the packages $*"
    fi
}

# Prints those of PACKAGES that are missing.
lacking()
{
    if has_apt; then
        missing_packages "$@"
    else
        missing_elsewhere
    fi
}

# need NAME PACKAGES: the list in a stamp keeps a second call quick.
need()
{
    mkdir -p "$build" 2>/dev/null || :
    [ -w "$build" ] || die "$build cannot be written; FPSTRIPE_BUILD=FOLDER $0 builds in FOLDER"
    stamp=$build/.packages-$1
    shift
    if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$*" ]; then
        return 0
    fi
    lacks=$(lacking "$@")
    if [ -n "$lacks" ]; then
        has_apt || die "missing: $lacks; install them: $(elsewhere "$@")"
        # shellcheck disable=SC2086
        install_packages $lacks
    fi
    echo "$*" >"$stamp"
}

# Configures the build; its output is printed only if it fails.
configure()
{
    say "configuring $build"
    meson setup "$@" "$build" "$root" >"$build/meson.log" 2>&1 </dev/null
}

# Converts ninja's lines, "[DONE/TOTAL] words", to "STEP TOTAL".
steps()
{
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$build/ninja.log"
        case $line in
        "["[0-9]*/[0-9]*"] "*)
            line=${line#?}
            line=${line%%]*}
            [ "${line#*/}" -lt 20 ] || echo "${line%/*} ${line#*/}"
            ;;
        esac
    done
}

# build_all TESTS: builds what has changed. Users who run the program need not have the
# packages of the tests; a build with tests keeps them.
build_all()
{
    if [ ! -f "$build/build.ninja" ]; then
        configure "-Dtests=$1" || return 1
    elif [ "$1" = true ] && [ ! -e "$build/.with-tests" ]; then
        configure --reconfigure -Dtests=true || return 1
    fi
    [ "$1" = false ] || : >"$build/.with-tests"
    : >"$build/ninja.log"
    rm -f "$build/.built"
    { NINJA_STATUS='[%f/%t] ' ninja -C "$build" 2>&1 && : >"$build/.built"; } | steps |
        show "building"
    [ -e "$build/.built" ]
}

# compile TESTS PACKAGES: TESTS is true or false. A build may fail because a package was
# removed since; then the package is installed, and the build is repeated.
compile()
{
    tests=$1
    shift
    : >"$build/meson.log"
    if ! build_all "$tests"; then
        lacks=$(lacking "$@")
        [ -n "$lacks" ] || {
            cat "$build/meson.log" "$build/ninja.log" >&2
            die "the build failed"
        }
        rm -f "$build"/.packages-*
        need build "$@"
        build_all "$tests" || {
            cat "$build/meson.log" "$build/ninja.log" >&2
            die "the build failed"
        }
    fi
    program=$build/fpstripe
    [ -x "$program" ] || program=$build/app/fpstripe
}
