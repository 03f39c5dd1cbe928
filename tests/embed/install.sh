#!/bin/sh
# SPDX-License-Identifier: MIT
# Sourced: installs the build that is tested into a folder of its own, as a package would be made.
# Compiles nothing, so it leaves the ready-made operators out: the shaders would take longer than all
# else.
root=$work/root
prefix=$root$VKSCAN_PREFIX
libraries=$prefix/$VKSCAN_LIBDIR
unset DESTDIR LD_LIBRARY_PATH

install_build() {
    DESTDIR=$root meson install -C "$VKSCAN_BUILD" --no-rebuild --quiet --tags devel,runtime
}
