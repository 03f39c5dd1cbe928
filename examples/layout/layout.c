/* SPDX-License-Identifier: MIT */
/*
 * Lays a text out on a page. Each word links to the one that would begin the next line, and links
 * are followed from the first word on, twice as far with each step. Read record_layout() first.
 */
#include <string.h>

#include "compute.h"
#include "font.h"
#include "glyphs.h"
#include "interface.h"
#include "jump.h"
#include "lines.h"
#include "timer.h"

#define MARGIN 24u
#define MOST (1u << 20)

struct page {
    uint32_t count, width; /* of characters, and of lines in pixels: what kernels are given */
    uint8_t *text;
    struct buffer characters, widths, places, heights, ends, words, number, links[2], heads,
        columns, lines, bottoms;
    const struct kernel *measure, *link, *jump;
    const struct run *add_widths, *list_words, *find_columns, *find_lines, *find_heights, *stack;
};

static void record_layout(struct compute *c, void *user)
{
    const struct page *p = user;

    compute_fill(c, &p->words, p->count);
    compute_fill(c, &p->links[0], p->count);
    compute_fill(c, &p->heads, 0);
    compute_dispatch(c, p->measure, p->count + 1, &p->count,
                     BUFFERS(&p->characters, &p->widths, &p->heights, &p->ends));
    compute_run(c, p->add_widths, p->count + 1, NULL);
    compute_run(c, p->list_words, p->count + 1, NULL);
    compute_dispatch(c, p->link, p->count / 2 + 1, &p->count,
                     BUFFERS(&p->places, &p->words, &p->links[0]));
    for (uint32_t step = 0; p->count >> step; step++)
        compute_dispatch(c, p->jump, p->count + 1, &p->count,
                         BUFFERS(&p->links[step % 2], &p->links[1 - step % 2], &p->heads));
    compute_run(c, p->find_columns, p->count, NULL);
    compute_run(c, p->find_lines, p->count, NULL);
    compute_run(c, p->find_heights, p->count, NULL);
    compute_run(c, p->stack, p->count, NULL);
}

static void create(struct compute *c, struct page *p)
{
    const vkscan_primitive inclusive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    const uint32_t n = p->count;
    struct buffer *const words[] = {&p->widths, &p->places,  &p->heights,  &p->ends,
                                    &p->words,  &p->number,  &p->links[0], &p->links[1],
                                    &p->heads,  &p->columns, &p->lines,    &p->bottoms};

    p->characters = compute_upload(c, p->text, n);
    for (int i = 0; i < 12; i++)
        *words[i] = compute_array(c, sizeof(uint32_t) * ((VkDeviceSize)n + 3));
    p->measure = compute_kernel(c, glyphs_spirv, sizeof(glyphs_spirv), 4, 8);
    p->link = compute_kernel(c, lines_spirv, sizeof(lines_spirv), 3, 8);
    p->jump = compute_kernel(c, jump_spirv, sizeof(jump_spirv), 3, 8);
    p->add_widths = compute_plan_words(c, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_OP_ADD, n + 1,
                                       &p->widths, &p->places);
    p->list_words = compute_plan_list(c, n + 1, &p->ends, &p->words, &p->number);
    p->find_columns = compute_plan_segments(c, VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN,
                                            VKSCAN_OP_ADD, n, &p->widths, &p->heads, &p->columns);
    p->find_lines = compute_plan_words(c, inclusive, VKSCAN_OP_ADD, n, &p->heads, &p->lines);
    p->find_heights = compute_plan_segments(c, VKSCAN_PRIMITIVE_SEGMENTED_REDUCE, VKSCAN_OP_MAX, n,
                                            &p->heights, &p->heads, &p->bottoms);
    p->stack = compute_plan_words(c, inclusive, VKSCAN_OP_ADD, n, &p->bottoms, &p->bottoms);
}

static void make_text(struct page *p, uint32_t size)
{
    p->count = size;
    p->text = allocate(size, 1);
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t drawn = noise(i);
        p->text[i] = (uint8_t)((drawn >> 28 ? 'a' : 'A') + drawn % 26);
        if (drawn / 32 % 6 == 0 || i % 16 == 15)
            p->text[i] = i % 500 > 490 ? '\n' : ' ';
    }
    p->text[0] = p->text[size - 1] = 'A';
}

/* Reads a text without the white space around it. */
static void read_text(struct page *p, const char *path)
{
    size_t size, from = 0;
    uint8_t *bytes = (uint8_t *)file_read(path, &size);

    while (size > 0 && bytes[size - 1] <= ' ')
        size--;
    while (from < size && bytes[from] <= ' ')
        from++;
    if (size == 0 || size > MOST)
        fail("%s: %zu characters, not 1 to %u", path, size, MOST);
    p->count = (uint32_t)(size - from);
    p->text = memmove(bytes, bytes + from, p->count);
}

/* Finds columns and lines of characters, and then the bottoms of lines. Returns how many lines. */
static uint32_t lay_out_by_loop(const struct page *p, uint32_t *columns, uint32_t *lines,
                                uint32_t *bottoms)
{
    uint32_t column = 0, line = 0;

    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t before = i > 0 ? p->text[i - 1] : 0, second = i > 1 ? p->text[i - 2] : 0;
        const uint32_t height = height_of(p->text[i], before, second);
        uint32_t word = 0;
        for (uint32_t j = i; before <= ' ' && j < p->count && p->text[j] > ' '; j++)
            word += width_of(p->text[j], 0, 0);
        if (word > p->width)
            fail("the word at character %u is %u pixels wide, a line %u", i, word, p->width);
        if (word > 0 && column + word > p->width)
            line++, column = 0;
        bottoms[line] = height > bottoms[line] ? height : bottoms[line];
        columns[i] = column, lines[i] = line;
        column += width_of(p->text[i], before, p->width);
    }
    for (uint32_t i = 0; i < line; i++)
        bottoms[i + 1] += bottoms[i];
    return line + 1;
}

/* Draws the page with the places that lay_out_by_loop() finds, too. */
static void draw(const char *path, const struct page *p, const uint32_t *columns)
{
    const uint32_t *lines = columns + p->count, *bottoms = lines + p->count;
    const uint32_t wide = p->width + 2 * MARGIN, high = bottoms[lines[p->count - 1]] + 2 * MARGIN;

    if (high > (1 << 30) / wide)
        fail("a page of %u rows is too large: take less text", high);
    const struct grey grey = grey_create(wide, high);
    memset(grey.pixels, 255, (size_t)wide * high);
    for (uint32_t i = 0; i < p->count; i++)
        font_draw(&grey, MARGIN + columns[i], MARGIN + bottoms[lines[i]], dot_of(p->text[i]),
                  (char)p->text[i]);
    pgm_write(path, &grey);
    free(grey.pixels);
}

static bool run(struct compute *c, struct page *p, const char *path)
{
    const size_t n = p->count, size = n * sizeof(uint32_t);
    uint32_t *found = allocate(6, size), *expected = found + 3 * n;
    const double start = timer_now();
    const uint32_t lines = lay_out_by_loop(p, expected, expected + n, expected + 2 * n);
    const double host = timer_now() - start;

    compute_open(c);
    create(c, p);
    const double device = compute_time(c, record_layout, p);
    compute_read(c, &p->columns, found, size);
    compute_read(c, &p->lines, found + n, size);
    compute_read(c, &p->bottoms, found + 2 * n, size);
    const bool right = compute_equal("layout: place", found, expected, 2 * n + lines);
    if (right) {
        printf("%zu characters on %u lines are right\n", n, lines);
        compute_report(c, device, "a plain loop", host, 0);
        if (path)
            draw(path, p, found);
    }
    free(p->text);
    free(found);
    return right;
}

int main(int argc, char **argv)
{
    const char *in = NULL, *out = NULL;
    uint64_t size = 1 << 16, width = 600;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &in, .help = "a text, its paragraphs between empty lines"},
        {"--size", ARGUMENT_NUMBER, &size, "characters of a generated text (65536)", 1, MOST, NULL},
        {"--width", ARGUMENT_NUMBER, &width, "of lines, in pixels (600)", 32, 4000, NULL},
        {"--out", ARGUMENT_TEXT, &out, .help = "the page, PGM"}};
    struct compute c;

    compute_arguments(&c, "layout", "Lays a text out on a page.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    struct page p = {.width = (uint32_t)width};
    in ? read_text(&p, in) : make_text(&p, (uint32_t)size);
    return compute_close(&c, run(&c, &p, out));
}
