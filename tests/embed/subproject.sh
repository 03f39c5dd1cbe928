#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as a subproject of another meson project, without network, textbook and addresses.
. "$(dirname "$0")/embed.sh"
cp "$source"/tests/embed/subproject/* "$source"/tests/embed/outside/*.[ch] \
    "$source/tests/operators/dihedral.glsl" "$work"
mkdir "$work/subprojects"
ln -s "$source" "$work/subprojects/vkscan"

configure() {
    meson setup "$work/build" "$work" --wrap-mode=nodownload --force-fallback-for=vkscan
}

has_no() {
    meson introspect "$work/build" "$1" >"$work/introspected" &&
        ! grep -o "$2" "$work/introspected"
}

check 'a project configures with it' configure
check 'its programs are left out' has_no --targets '"filename": [^]]*/tools/[^]]*'
check 'its tests are left out' has_no --tests '"name": "[^"]*"'
check 'the project builds' meson compile -C "$work/build"
check 'the textbook is left out' has_no --targets '"filename": [^]]*naive_scan[^]]*'
check 'types that were not chosen are left out' \
    has_no --targets '"filename": [^]]*_words2[^]]*'
check 'modules for addresses are left out' has_no --targets '"filename": [^]]*_by_address[^]]*'
check_on_device 'the program runs' "$work/build/user"
check_on_device 'the program with an operator runs' "$work/build/operator"
finish
