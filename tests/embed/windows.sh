#!/bin/sh
# SPDX-License-Identifier: MIT
# The library and the programs for Windows, by mingw-w64: what they hold, and under Wine that they
# run on the device that the environment names. Looks for these itself, as they may have been
# installed since.
. "$(dirname "$0")/embed.sh"
native=$VKSCAN_BUILD # has generated headers
build=$work/build
display=
target=x86_64-w64-mingw32

clean_up() {
    [ ! -d "$WINEPREFIX" ] || wineserver -k 2>/dev/null || true
    [ -z "$display" ] || kill "$display"
    rm -rf "$work"
}
export WINEPREFIX="$work/wine" WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
export WINEPATH="$build"
trap clean_up EXIT
unset LD_LIBRARY_PATH DISPLAY

if ! command -v $target-gcc >/dev/null; then
    echo 'no x86_64-w64-mingw32-gcc; Debian has it in gcc-mingw-w64-x86-64-posix' >&2
    exit 77
fi

# The fewest modules, as compiling them takes the longest; the one file below has more.
build_all() {
    meson setup "$build" "$source" --cross-file "$source/package/mingw-w64.ini" --werror \
        --wrap-mode nodownload -Dtools=enabled -Dtests=disabled -Dtextbook=disabled \
        -Daddresses=disabled -Dtypes=u32 &&
        meson compile -C "$build"
}

# The names in the table that ends with the first empty line.
list_exports() {
    $target-objdump -p "$build/libvkscan-0.dll" |
        awk '/^\[Ordinal\/Name Pointer\]/ { inside = 1; next } /^$/ { inside = 0 } inside { print $NF }'
}

exports_what_the_header_declares() {
    list_exports | sort >"$work/exported"
    list_declared $(ls "$source"/include/vkscan/*.h | grep -v vkscan_mpi.h) >"$work/declared"
    [ -s "$work/declared" ] && diff "$work/declared" "$work/exported"
}

# Names of DLLs, in a pattern.
imports_only() {
    $target-objdump -p "$1" | sed -n 's/.*DLL Name: //p' >"$work/imported"
    [ -s "$work/imported" ] && ! grep -vixE "$2" "$work/imported"
}

# A .refptr is the linker's pointer to data.
prefixes_its_names() {
    $target-nm -g --defined-only "$build/libvkscan.a" | awk 'NF == 3 {print $3}' >"$work/defined"
    [ -s "$work/defined" ] && ! grep -vE '^([.]refptr[.])?(vkscan|vks)_' "$work/defined"
}

# vkscan-bench, of which cJSON's header alone is there.
compile_bench() {
    for file in "$source"/tools/bench/*.c "$source"/tools/bench/*/*.c; do
        $target-gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -DVK_NO_PROTOTYPES \
            -I"$source/tools/bench" -I"$source/tools/support" -I"$source/tools/subjects" \
            -I"$source/include" -I"$source/src/cpu" -I"$source/shaders" -I"$source/src/api" -I"$source/src/device" -I"$source/src/primitive" \
            -I"$source/src/textbook" -I"$source/src/tuning" -I"$source/src/plan" -I"$native/shaders" -I"$native/tools/bench" \
            -idirafter /usr/include "$file" || return 1
    done
}

# An import library of the loader for embed.c, as Debian has none.
make_loader() {
    {
        printf 'LIBRARY vulkan-1.dll\nEXPORTS\n'
        grep -o '\bvk[A-Z][A-Za-z0-9]*' "$source/examples/embed.c" | sort -u
    } >"$work/vulkan-1.def"
    $target-dlltool -d "$work/vulkan-1.def" -l "$work/libvulkan-1.a"
}

# With the header's folder $1 and the library $2.
link_example() {
    $target-gcc -std=c11 -Wall -Wextra -Werror -I"$1" -idirafter /usr/include \
        "$source/examples/embed.c" "$2" "$work/libvulkan-1.a" -o "$work/$3"
}

amalgamate() {
    "$source/tools/amalgamate" --textbook --modules "$native/shaders" "$work/one/vkscan"
}

# Wine has Vulkan only where there is a display.
open_display() {
    Xvfb -displayfd 3 -screen 0 320x240x24 3>"$work/display" >/dev/null 2>&1 &
    display=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.5
        [ ! -s "$work/display" ] || break
    done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

under_wine() {
    if [ "$(uname -m)" = x86_64 ] && command -v wine >/dev/null && command -v Xvfb >/dev/null; then
        [ "$display" ] || open_display
        check_on_device "$@"
    else
        cases=$((cases + 1))
        echo "ok $cases # SKIP $1: no wine and Xvfb on x86-64"
    fi
}

scan_is_the_native_one() {
    head -c 400000 "$build/libvkscan-0.dll" >"$work/in.bin"
    for algorithm in auto blelloch lookback; do
        "$VKSCAN_PROGRAM" scan "$work/in.bin" -o "$work/native.bin" --type u32 \
            --algorithm $algorithm &&
            wine "$build/tools/vkscan.exe" scan "$work/in.bin" -o "$work/wine.bin" --type u32 \
                --algorithm $algorithm &&
            cmp "$work/native.bin" "$work/wine.bin" || return 1
    done
}

scan_replaces_its_input() {
    cp "$work/in.bin" "$work/same.bin"
    wine "$build/tools/vkscan.exe" scan "$work/same.bin" -o "$work/same.bin" --type u32 &&
        cmp "$work/same.bin" "$work/native.bin"
}

pipes_are_binary() {
    wine "$build/tools/vkscan.exe" scan - -o - --type u32 <"$work/in.bin" >"$work/piped.bin" &&
        cmp "$work/piped.bin" "$work/native.bin"
}

fails_as_elsewhere() {
    status=0
    wine "$build/tools/vkscan.exe" scan "$work/none" -o "$work/out" --type u32 \
        2>"$work/error" || status=$?
    grep 'cannot open .*none: No such file or directory' "$work/error" && [ $status = 1 ] &&
        [ ! -e "$work/out" ]
}

leaves_no_temporary() {
    ! ls -A "$work" | grep '^\.vkscan-'
}

check 'library and vkscan build' build_all
check 'the DLL exports what the header declares' exports_what_the_header_declares
check 'the DLL needs Windows alone' imports_only "$build/libvkscan-0.dll" 'kernel32.dll|msvcrt.dll'
check 'vkscan needs Windows and the DLL' imports_only "$build/tools/vkscan.exe" \
    'kernel32.dll|msvcrt.dll|libvkscan-0.dll'
check 'the static library prefixes its names' prefixes_its_names
check 'vkscan-bench compiles' compile_bench
check 'a loader to link with' make_loader
check 'embed.c links with the DLL' \
    link_example "$source/include" "$build/libvkscan.dll.a" shared.exe
check 'embed.c links with the static library' \
    link_example "$source/include" "$build/libvkscan.a" static.exe
check 'the library becomes one file' amalgamate
check 'embed.c compiles with the one file' \
    link_example "$work/one" "$work/one/vkscan/vkscan.c" one.exe
under_wine 'vkscan lists a device' wine "$build/tools/vkscan.exe" devices
under_wine 'a scan is the native one' scan_is_the_native_one
under_wine 'a scan replaces its input' scan_replaces_its_input
under_wine 'pipes are binary' pipes_are_binary
under_wine 'a file that is not there is an error' fails_as_elsewhere
under_wine 'no temporary file is left' leaves_no_temporary
under_wine 'embed.c runs with the DLL' wine "$work/shared.exe"
under_wine 'embed.c runs with the static library' wine "$work/static.exe"
under_wine 'embed.c runs with the one file' wine "$work/one.exe"
finish
