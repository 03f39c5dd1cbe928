// SPDX-License-Identifier: MIT
// Scans or reduces the columns of matrices: segments whose elements are a stride apart. A thread takes
// some lines of a column in turn, and its neighbours those of the next columns, so that accesses are
// coalesced, unless columns are few. A line may have more elements than columns, and a matrix more
// lines. Longer columns go by levels, in steps that are a dispatch each: the totals of lines are again
// columns of matrices, which have fewer lines. No workgroup waits for another, and there are no
// operations of subgroups.
#version 450
#extension GL_GOOGLE_include_directive : require

#define INPUT_IS_OUTPUT
#define INPUT_IN_MEMORY_ORDER
#include "tile/input.glsl"
#include "tile/output.glsl"
#include "port/operands.glsl"
#include "scan/prefixes.glsl"
#include "segments/segments.h"
#include "segments/seeds.glsl"

layout(constant_id = SPEC_SEGMENT_STEP) const uint STEP = STEP_SCAN_SOURCE;
layout(constant_id = SPEC_REVERSE) const uint BACKWARDS = 0;
layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

const bool REDUCES = STEP == STEP_REDUCE_SOURCE || STEP == STEP_REDUCE_LEVEL;
const bool OF_LEVEL = STEP == STEP_SCAN_LEVEL || STEP == STEP_REDUCE_LEVEL;
const uint LINES = STRIPES * LINES_AT_ONCE; // of a thread at most

// ---- matrices: their columns, lines, and parts of as many lines as a thread takes ----

uint columns()
{
    return dispatch.parameter;
}

uint lines()
{
    return dispatch.state_words; // there is no persistent state
}

// Returns the distance from a line to the next one.
uint line_stride()
{
    return dispatch.total_place.x; // there is no total
}

// Returns the distance from a matrix to the next one.
uint pitch()
{
    return dispatch.total_place.y;
}

uint parts_of_column()
{
    return divide_up(lines(), LINES);
}

// Returns how many matrices some elements are; levels count matrices in their place.
uint matrices_of(uint count)
{
    return OF_LEVEL ? count : divide_up(count, pitch());
}

// Some lines of a column.
struct column_part {
    uint first; // the column's first element
    uint lines; // of the column, in the last matrix maybe fewer
    uint begin, end; // the part's lines in the order of a scan
};

column_part part_at(uint part)
{
    const uint row = part / columns();
    column_part at;
    at.first = row / parts_of_column() * pitch() + part % columns();
    at.lines = lines();
    if (!OF_LEVEL)
        at.lines = at.first < run_count()
                       ? min(lines(), divide_up(run_count() - at.first, line_stride()))
                       : 0;
    at.begin = min(row % parts_of_column() * LINES, at.lines);
    at.end = min(at.begin + LINES, at.lines);
    return at;
}

// Returns the element in a line, in reverse counted from the last line.
uint element_in(column_part at, uint line)
{
    return at.first + (BACKWARDS != 0 ? at.lines - 1 - line : line) * line_stride();
}

// ---- elements ----

T load_item(uint element)
{
    V v;
    input_element(v, 0, element);
    T item;
    if (INPUT_IS_RAW) {
        item = raw_element(v, 0, element);
    } else {
        const T_VECTOR items = items_of(v);
        item = items[0];
    }
    return item;
}

void store_item(uint index, T value)
{
    store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * index : index), value);
}

// Returns what a segment begins with.
T start_of(uint segment)
{
    T start = segment_start();
    if (HAS_SEEDS)
        start = seed_of(segment);
    return start;
}

// Visits each line of a part by a statement that has its element and the item loaded from there. Loads
// of some lines are in flight at once.
#define FOR_EACH_LINE(at, statement)                                                               \
    for (uint line = at.begin; line < at.end; line += LINES_AT_ONCE) {                             \
        T items[LINES_AT_ONCE];                                                                    \
        [[unroll]] for (uint k = 0; k < LINES_AT_ONCE; k++)                                        \
            items[k] = load_item(element_in(at, min(line + k, at.end - 1)));                       \
        [[unroll]] for (uint k = 0; k < LINES_AT_ONCE; k++) {                                      \
            const uint element = element_in(at, line + k);                                         \
            const T item = items[k];                                                               \
            if (line + k < at.end)                                                                 \
                statement                                                                          \
        }                                                                                          \
    }

// ---- steps ----

// Reduces a part. Columns of one part have their results, if their matrix begins before the count.
void reduce_part(uint part)
{
    const column_part at = part_at(part);
    T total = identity();
    FOR_EACH_LINE(at, total = combine(total, item);)
    if (parts_of_column() > 1)
        store_item(part, total);
    else if (part / columns() < matrices_of(run_count()))
        store_item(part, combine(start_of(part), total));
}

void scan_part(uint part)
{
    const column_part at = part_at(part);
    T before;
    if (parts_of_column() > 1)
        before = prefix_of(part);
    else
        before = start_of(part);
    FOR_EACH_LINE(at, {
        const T after = combine(before, item);
        store_item(element, EXCLUSIVE != 0 ? before : after);
        before = after;
    })
}

void main()
{
    read_operands();
    const uint parts = matrices_of(dispatch.count) * parts_of_column() * columns();
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint part = gl_GlobalInvocationID.x; part < parts; part += threads) {
        if (REDUCES)
            reduce_part(part);
        else
            scan_part(part);
        if (parts - part <= threads)
            break; // the next part's number may be beyond 2^32
    }
}
