# SPDX-License-Identifier: MIT
# Sourced by the tests of the ways in, whose arguments are the repository and its version.
set -eu
. "$(dirname "$0")/../support/tap.sh"

source=$1
version=$2
outside=$source/tests/embed/outside
warnings='-Wall -Wextra -pedantic -Werror'
root=$work/root
prefix=$root$VKSCAN_PREFIX
libraries=$prefix/$VKSCAN_LIBDIR
unset DESTDIR LD_LIBRARY_PATH

# Installs the build that is tested into a folder of its own, as a package would be made. Compiles
# nothing, so it leaves the ready-made operators out: the shaders would take longer than all else.
install_build() {
    DESTDIR=$root meson install -C "$VKSCAN_BUILD" --no-rebuild --quiet --tags devel,runtime
}

# Lists the functions that headers declare.
list_declared() {
    sed -n 's/^VKSCAN_API .*[ *]\(vkscan_[a-z_]*\)(.*/\1/p' "$@" | sort
}
