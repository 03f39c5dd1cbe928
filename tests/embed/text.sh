#!/bin/sh
# SPDX-License-Identifier: MIT
# The documents agree with the code that they show.
. "$(dirname "$0")/embed.sh"

# Prints the code of language $1 in document $2; with $3 each piece into a file of that name and its
# number.
code_of() {
    awk -v "begin=\`\`\`$1" -v "pieces=${3-}" '/^```/ { if (inside) { inside = 0; next } }
         $0 == begin { inside = ++count; next }
         inside && pieces { print >(pieces count) }
         inside && !pieces
         END { exit !count }' "$2"
}

# The C of a document, inside a function that has what an engine has.
write_program() {
    cat <<'END'
#include <vkscan/vkscan.h>

void embed(vkscan_context_params yours, VkBuffer data, VkBuffer scratch, VkDeviceSize bytes,
           VkCommandBuffer command_buffer, uint64_t count);
void embed(vkscan_context_params yours, VkBuffer data, VkBuffer scratch, VkDeviceSize bytes,
           VkCommandBuffer command_buffer, uint64_t count)
{
    vkscan_context *context;
    vkscan_plan *plan;
    vkscan_binding *binding;

    (void)&yours, (void)data, (void)scratch, (void)bytes, (void)command_buffer, (void)count;
    (void)&context, (void)&plan, (void)&binding;
END
    code_of c "$1" && echo '}'
}

compiles() {
    write_program "$source/$1" >"$work/program.c" &&
        $CC -std=c11 -pedantic -Wall -Wextra -Werror -Wno-missing-field-initializers -fsyntax-only \
            -I"$source/include" "$work/program.c" &&
        $CXX -std=c++17 -pedantic -Wall -Wextra -Werror -Wno-missing-field-initializers \
            -fsyntax-only -I"$source/include" -x c++ "$work/program.c"
}

glsl_compiles() {
    code_of glsl "$source/$1" >"$work/shader.comp" &&
        glslangValidator --target-env vulkan1.1 -I"$source/shaders" "$work/shader.comp" \
            -o "$work/shader.spv"
}

# Each piece of C in a document is somewhere in these files, but for white space.
shows_code_of() {
    document=$1
    shift
    (cd "$source" && cat "$@") | tr -s ' \n' ' ' >"$work/code"
    rm -f "$work"/piece.*
    code_of c "$source/$document" "$work/piece." || return
    for piece in "$work"/piece.*; do
        case $(cat "$work/code") in
            *"$(tr -s ' \n' ' ' <"$piece")"*) ;;
            *) cat "$piece" && return 1 ;;
        esac
    done
}

# A record has what tables go by, and where its figures are from.
is_recorded() {
    "$VKSCAN_BUILD/tools/vkscan-bench" --repeat 1 --sizes 2^10 --json "$work/run.json" >"$work/table" &&
        "$source/docs/tables" --record "$work/record.json" "$work/run.json" "$work/run.json" &&
        python3 - "$work/record.json" <<'END'
import json
import sys

record = json.load(open(sys.argv[1]))
assert list(record) == ['device', 'date', 'commit', 'command', 'results'], list(record)
assert record['command'] == 'vkscan-bench --repeat 1 --sizes 2^10', record['command']
rows = [row for row in record['results'] if row['algorithm'] == 'auto']
assert [row['primitive'] for row in rows] == 2 * ['reduce', 'inclusive-scan'], rows
names = ['primitive', 'algorithm', 'resolved', 'type', 'n', 'ms_median', 'limit_ratio']
assert all(list(row) == names for row in rows), rows
END
}

header_version() {
    sed -n 's/^#define VKSCAN_VERSION_[A-Z]* //p' "$source/include/vkscan/vkscan.h" | paste -sd .
}

links_exist() {
    for document in "$source"/*.md "$source"/docs/*.md "$source"/docs/*/*.md \
        "$source"/shaders/*.md; do
        grep -o '](\([^)# ]*\)' "$document" | sed 's/^](//; /^https:/d' | while read -r target; do
            [ -e "$(dirname "$document")/$target" ] || echo "$document: $target"
        done
    done | grep . && return 1 || return 0
}

# What documents name of the API, of options and of the environment is somewhere in the code.
names_exist() {
    (cd "$source" && grep -rohE '\b(vkscan|VKSCAN)_\w+' include src shaders tools tests cmake examples \
        docs/Doxyfile meson.build && sed -n "s/^option('\([a-z_]*\)'.*/-D\1/p" meson_options.txt) |
        sort -u >"$work/known"
    for document in "$source"/*.md "$source"/docs/*.md; do
        grep -oE '\b(vkscan|VKSCAN)_\w*[A-Za-z0-9]\b|[`]-D[a-z_]+\b' "$document"
    done | tr -d '`' | sort -u | comm -23 - "$work/known" | grep . && return 1 || return 0
}

check 'the C in README.md compiles, as C++17 too' compiles README.md
check 'the C in docs/tuning.md compiles, as C++17 too' compiles docs/tuning.md
check 'the GLSL in docs/glsl.md compiles' glsl_compiles docs/glsl.md
check "the C in docs/embedding.md is the examples'" shows_code_of docs/embedding.md \
    examples/engine/gpu.c examples/engine/order.c examples/engine/run.c examples/jobs/jobs.c \
    examples/particles/particles.c examples/particles/particles.h examples/tones/distribution.c \
    examples/summed_area/summed_area.c
check 'documents link to files that exist' links_exist
check 'documents name what exists' names_exist
check 'tables of figures are those of docs/records' "$source/docs/tables" --check
check_on_device 'a record is made of what vkscan-bench writes' is_recorded
check 'verbs and options in docs/tools.md are those of the programs' "$source/docs/commands" --check \
    "$VKSCAN_PROGRAM" "$VKSCAN_BUILD/tools/vkscan-bench"
check "the header's version is the project's" [ "$(header_version)" = "$version" ]
finish
