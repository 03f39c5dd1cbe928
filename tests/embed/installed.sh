#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as installed: what its files hold, and that examples/embed.c links with each.
set -eu
. "$(dirname "$0")/../support/tap.sh"

source=$1
version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
unset DESTDIR LD_LIBRARY_PATH

install_library() {
    meson setup "$work/build" "$source" --prefix "$prefix" --libdir lib \
        -Dtools=disabled -Dtests=disabled &&
        meson install -C "$work/build"
}

exports_what_the_header_declares() {
    nm -D --defined-only "$prefix/lib/libvkscan.so" | sed 's/.* //' | sort >"$work/exported"
    sed -n 's/^VKSCAN_API .*[ *]\(vkscan_[a-z_]*\)(.*/\1/p' "$prefix/include/vkscan/vkscan.h" |
        sort >"$work/declared"
    [ -s "$work/declared" ] && diff "$work/declared" "$work/exported"
}

imports_no_vulkan() {
    nm -u "$1" >"$work/undefined" && ! grep -w 'vk[A-Z][A-Za-z0-9]*' "$work/undefined"
}

prefixes_its_names() {
    nm -g --defined-only "$prefix/lib/libvkscan.a" | awk 'NF == 3 {print $3}' >"$work/defined"
    [ -s "$work/defined" ] && ! grep -vE '^(vkscan|vks)_' "$work/defined"
}

holds_its_objects() {
    [ "$(head -c 7 "$prefix/lib/libvkscan.a")" = '!<arch>' ]
}

link_shared() {
    $CC -Wall -Wextra -Werror "$source/examples/embed.c" -o "$work/shared" \
        $(pkg-config --cflags --libs vkscan vulkan) &&
        readelf -d "$work/shared" | grep libvkscan
}

link_static() {
    $CC -Wall -Wextra -Werror "$source/examples/embed.c" -o "$work/static" \
        $(pkg-config --cflags vkscan vulkan) "$prefix/lib/libvkscan.a" \
        $(pkg-config --libs vulkan) &&
        ! readelf -d "$work/static" | grep libvkscan
}

check 'the library builds alone and installs' install_library
check 'pkg-config knows its version' [ "$(pkg-config --modversion vkscan)" = "$version" ]
check 'the shared library exports what the header declares' exports_what_the_header_declares
check 'the shared library imports no Vulkan' imports_no_vulkan "$prefix/lib/libvkscan.so"
check 'the static library imports no Vulkan' imports_no_vulkan "$prefix/lib/libvkscan.a"
check 'the static library prefixes its names' prefixes_its_names
check 'the static library holds its objects' holds_its_objects
check 'embed.c links with the shared library' link_shared
check 'embed.c links with the static library' link_static
check_on_device 'embed.c runs with the shared library' \
    env LD_LIBRARY_PATH="$prefix/lib" "$work/shared"
check_on_device 'embed.c runs with the static library' "$work/static"
finish
