#!/bin/sh
# SPDX-License-Identifier: MIT
# Doxygen makes the reference without a warning, and so everything in the header is described.
set -eu
. "$(dirname "$0")/../support/tap.sh"

if ! command -v doxygen >/dev/null && ! [ "${VKSCAN_REQUIRE_DEVICE+set}" ]; then
    echo 'no doxygen' >&2
    echo '1..0 # SKIP no doxygen'
    exit
fi

root=$1
export VERSION="$2"
export SOURCE="$work" OUTPUT="$work/reference"
header=$work/include/vkscan/vkscan.h
mkdir -p "$work/include/vkscan"
cp "$root"/include/vkscan/*.h "$work/include/vkscan"

# The header's reference, the header changed by a command of sed.
builds() {
    sed "${1-}" "$root/include/vkscan/vkscan.h" >"$header" &&
        { cat "$root/docs/Doxyfile" && echo 'GENERATE_XML = YES'; } | doxygen -
}

# The enumerators without a description, of which Doxygen 1.9 does not warn.
list_undescribed() {
    python3 - "$OUTPUT"/xml/*_8h.xml <<'END'
import sys
import xml.etree.ElementTree as xml

for header in sys.argv[1:]:
    for value in xml.parse(header).iter('enumvalue'):
        texts = [value.find('briefdescription'), value.find('detaileddescription')]
        if not ''.join(''.join(text.itertext()) for text in texts).strip():
            print(value.find('name').text)
END
}

describes_enumerators() {
    builds "${1-}" || return 1
    undescribed=$(list_undescribed)
    echo "not described: $undescribed"
    [ "$undescribed" = "${2-}" ]
}

fails() {
    ! "$@"
}

check 'the reference is made without warnings' builds
check 'it has a page' [ -s "$OUTPUT/index.html" ]
check 'all enumerators are described' describes_enumerators
check 'a member without a comment is an error' fails builds \
    's,\(uint64_t capacity;\).*,\1,'
check 'a reference to what is not there is an error' fails builds \
    's,\(uint64_t capacity;\).*,\1 /**< see #vkscan_nothing */,'
check 'an enumerator without a comment is found' describes_enumerators \
    's,\(VKSCAN_PORT_EDGES = 12\,\).*,\1,' VKSCAN_PORT_EDGES
finish
