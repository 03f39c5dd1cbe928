/* SPDX-License-Identifier: MIT */
/* The dispatches of sorts. */
#include "sort.h"

static struct records records_in(uint32_t keys, uint32_t values, const struct plan *plan)
{
    return (struct records){{.port = keys, .unit = plan->computation.source_size},
                            {.port = values, .unit = plan->computation.second_size}};
}

/* Returns the buffers that the passes use in turn with the destination. */
static struct records second_buffers(const struct plan *plan, uint64_t count,
                                     struct pass_list *list)
{
    const struct sorting s = vks_sorting(plan);
    const bool in_source = s.flags & VKSCAN_SORT_OVERWRITE_SOURCE_BIT;
    const uint32_t key_size = plan->computation.source_size,
                   value_size = plan->computation.second_size;
    struct records second = records_in(PORT_SOURCE, PORT_SECOND_SOURCE, plan);

    if (s.digits > 1 && !in_source)
        second.keys = vks_pass_bytes(list, key_size, count * key_size);
    if (s.digits > 1 && (!in_source || s.flags & VKSCAN_SORT_INDICES_BIT))
        second.values = vks_pass_bytes(list, value_size, count * value_size);
    return second;
}

/* Returns the packed description of a digit, which has as many bits as the other digits, or one
 * less. */
static uint64_t digit_bits(const struct sorting *s, uint32_t index)
{
    const uint32_t bits = s->end_bit - s->first_bit;
    const uint32_t begin = DIGIT_BEGIN(bits, s->digits, index),
                   end = DIGIT_BEGIN(bits, s->digits, index + 1);
    const bool makes_indices = index == 0 && s->flags & VKSCAN_SORT_INDICES_BIT;

    return DIGIT(s->first_bit + begin, end - begin, makes_indices);
}

/* Returns a pass that reads keys. */
static struct pass read_pass(const struct plan *plan, uint64_t count, struct span keys,
                             struct span output, uint64_t digit)
{
    const struct span unused = vks_pass_unused(plan);

    return (struct pass){.input = keys,
                         .output = output,
                         .auxiliary = unused,
                         .second_input = unused,
                         .second_output = unused,
                         .count = count,
                         .divisor = 1,
                         .parameter = digit,
                         .second_parameter = plan->row, /* read by radix alone */
                         .groups = 1};
}

/* Returns a pass that moves keys, with their values. */
static struct pass move_pass(const struct plan *plan, uint64_t count, const struct records *from,
                             const struct records *to, uint64_t digit)
{
    struct pass pass = read_pass(plan, count, from->keys, to->keys, digit);

    if (!vks_plan_has_second_elements(plan))
        return pass;
    if (!DIGIT_MAKES_INDICES(digit))
        pass.second_input = from->values;
    pass.second_output = to->values;
    return pass;
}

/* Returns the tiles of the array, those of its rows, of which all have as many, or those of its
 * segments. */
static uint64_t tiles_of(const struct plan *plan, uint64_t count)
{
    const uint64_t row = plan->row ? plan->row : count;

    if (vks_segments_by_offsets(plan))
        return SEGMENT_TILES(count, plan->tile_size);
    return vks_divide_up(count, row) * vks_divide_up(row, plan->tile_size);
}

/* Adds the histogram, the scan and the scatter of one digit. */
static void add_digit(const struct plan *plan, uint64_t count, uint64_t digit,
                      const struct records *from, const struct records *to, struct span counts,
                      uint32_t first_stage, struct pass_list *list)
{
    const uint64_t tiles = tiles_of(plan, count);
    struct pass pass = read_pass(plan, count, from->keys, counts, digit);

    pass.stage = first_stage + STAGE_HISTOGRAM;
    pass.auxiliary = counts; /* behind them lies where tiles of segments are */
    pass.groups = tiles;
    vks_pass_add(list, pass);
    vks_passes_scan_sums(counts, SORT_DIGITS * tiles,
                         plan->shape.workgroup_size * SORT_SCAN_ITEMS * vks_element_vector(1),
                         first_stage + STAGE_REDUCE, first_stage + STAGE_SCAN, list);
    pass = move_pass(plan, count, from, to, digit);
    pass.stage = first_stage + STAGE_SCATTER;
    pass.auxiliary = counts;
    pass.groups = tiles;
    vks_pass_add(list, pass);
}

/* Where the passes of radix take keys from and move them to, beside the destination in turn, and
 * where they count digits; and the number of their first stage. */
struct radix_places {
    struct records source, destination, second;
    struct span counts;
    uint32_t first_stage;
};

/* Adds the passes of all digits, which have their counts in the same place. */
static void add_digits(const struct plan *plan, uint64_t count, const struct radix_places *places,
                       struct pass_list *list)
{
    const struct sorting s = vks_sorting(plan);
    const uint64_t mark = list->scratch;
    struct records from = places->source;

    for (uint32_t i = 0; i < s.digits; i++) {
        const struct records to = (s.digits - i) % 2 == 1 ? places->destination : places->second;
        list->scratch = mark;
        add_digit(plan, count, digit_bits(&s, i), &from, &to, places->counts, places->first_stage,
                  list);
        from = to;
    }
}

void vks_passes_radix_within(const struct plan *plan, uint64_t count, const struct records *source,
                             const struct records *destination, uint32_t first_stage,
                             struct pass_list *list)
{
    const uint64_t words = SORT_DIGITS * tiles_of(plan, count);
    struct radix_places places = {.source = *source,
                                  .destination = *destination,
                                  .second = second_buffers(plan, count, list),
                                  .first_stage = first_stage};

    places.counts = vks_pass_bytes(list, sizeof(uint32_t), words * sizeof(uint32_t));
    add_digits(plan, count, &places, list);
}

void vks_passes_radix(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct records source = records_in(PORT_SOURCE, PORT_SECOND_SOURCE, plan);
    const struct records destination = records_in(PORT_DESTINATION, PORT_SECOND_DESTINATION, plan);

    if (count > 0)
        vks_passes_radix_within(plan, count, &source, &destination, STAGE_HISTOGRAM, list);
}

/* Returns the pass in which workgroups sort by all digits, rows of `row` keys if it is not 0. */
static struct pass whole_pass(const struct plan *plan, uint64_t count, uint32_t row)
{
    const struct sorting s = vks_sorting(plan);
    const struct records from = records_in(PORT_SOURCE, PORT_SECOND_SOURCE, plan);
    const struct records to = records_in(PORT_DESTINATION, PORT_SECOND_DESTINATION, plan);
    const bool makes = s.flags & VKSCAN_SORT_INDICES_BIT;

    return move_pass(plan, count, &from, &to,
                     DIGIT(s.first_bit, s.end_bit - s.first_bit, makes) | DIGIT_LENGTH(row));
}

/* ---- segments ---- */

/* Adds the passes that find where the segment of each key begins, and the tiles of segments. */
static void add_starts(const struct plan *plan, uint64_t count, uint64_t tiles, struct span words,
                       struct pass_list *list)
{
    const uint64_t threads = plan->shape.workgroup_size,
                   offsets = vks_divide_up(vks_segments_offsets(plan), OFFSETS_AT_ONCE);
    struct span starts = words;
    struct pass pass =
        read_pass(plan, count, vks_pass_unused(plan), words, vks_segments_params(plan).segments);

    starts.offset += SEGMENT_START_AT(tiles, 0) * sizeof(uint32_t);
    pass.output = starts;
    pass.seeded = true;
    pass.stage = STAGE_CLEAR_STARTS;
    pass.groups = vks_divide_up(count / 4 + 1, threads);
    vks_pass_add(list, pass);
    pass.stage = STAGE_STORE_STARTS;
    pass.groups = vks_divide_up(offsets, threads);
    vks_pass_add(list, pass);
    vks_passes_scan_sums(starts, count,
                         plan->shape.workgroup_size * SORT_SCAN_ITEMS * vks_element_vector(1),
                         STAGE_REDUCE_STARTS, STAGE_SCAN_STARTS, list);
    pass.output = words;
    pass.stage = STAGE_FIND_TILES;
    pass.second_parameter = plan->tile_size;
    pass.groups = vks_divide_up(tiles, threads);
    vks_pass_add(list, pass);
}

void vks_passes_sort_segments(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0)
        return;
    const uint64_t tiles = tiles_of(plan, count), cleared = 4 * (count / 4 + 1);
    const struct span words =
        vks_pass_bytes(list, sizeof(uint32_t), SEGMENT_START_AT(tiles, cleared) * sizeof(uint32_t));
    struct pass pass = whole_pass(plan, count, 0);

    add_starts(plan, count, tiles, words, list);
    pass.stage = STAGE_SORT_SHORT;
    pass.auxiliary = words;
    pass.groups = tiles / 2;
    vks_pass_add(list, pass);
    if (count <= plan->tile_size) /* no segment is long */
        return;
    const struct radix_places places = {
        .source = records_in(PORT_SOURCE, PORT_SECOND_SOURCE, plan),
        .destination = records_in(PORT_DESTINATION, PORT_SECOND_DESTINATION, plan),
        .second = second_buffers(plan, count, list),
        .counts = words,
        .first_stage = STAGE_HISTOGRAM};
    add_digits(plan, count, &places, list);
}

/* ---- onesweep ---- */

/* Adds the one pass in which each workgroup sorts all keys, or as many rows as it takes at a time.
 */
static void add_sort_in_workgroups(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint32_t row = (uint32_t)plan->row;
    struct pass pass = whole_pass(plan, count, row);

    pass.stage = row ? STAGE_ROWS : STAGE_WHOLE;
    if (row)
        pass.groups = vks_divide_up(count, (uint64_t)SORT_PART_ROWS(plan->tile_size, row) * row);
    vks_pass_add(list, pass);
}

void vks_passes_onesweep(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct sorting s = vks_sorting(plan);
    const uint64_t tiles = vks_divide_up(count, plan->tile_size);
    const uint64_t histograms = vks_least(tiles, ONESWEEP_HISTOGRAMS);

    if (count == 0)
        return;
    if (vks_sort_is_in_workgroups(plan)) {
        add_sort_in_workgroups(plan, count, list);
        return;
    }
    const struct records second = second_buffers(plan, count, list);
    const struct records destination = records_in(PORT_DESTINATION, PORT_SECOND_DESTINATION, plan);
    struct records from = records_in(PORT_SOURCE, PORT_SECOND_SOURCE, plan);
    const struct span words =
        vks_pass_bytes(list, sizeof(uint32_t), ONESWEEP_WORDS(s.digits, tiles) * sizeof(uint32_t));
    const struct span counts = vks_pass_bytes(
        list, sizeof(uint32_t), histograms * s.digits * SORT_DIGITS * sizeof(uint32_t));
    struct pass pass =
        read_pass(plan, count, from.keys, counts, DIGIT(s.first_bit, s.end_bit - s.first_bit, 0));

    pass.stage = STAGE_COUNT;
    pass.auxiliary = words;
    pass.groups = histograms;
    vks_pass_add(list, pass);
    pass.stage = STAGE_BINS;
    pass.groups = s.digits;
    vks_pass_add(list, pass);
    for (uint32_t i = 0; i < s.digits; i++) {
        const struct records to = (s.digits - i) % 2 == 1 ? destination : second;
        pass = move_pass(plan, count, &from, &to, digit_bits(&s, i) | DIGIT_NUMBER(i));
        pass.stage = STAGE_SWEEP;
        pass.auxiliary = words;
        pass.groups = vks_persistent_groups(tiles, plan->workgroups);
        vks_pass_add(list, pass);
        from = to;
    }
}
