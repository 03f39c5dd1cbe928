/* SPDX-License-Identifier: MIT */
/*
 * Tells ink from paper on a page in uneven light: a pixel is ink if it is darker than the mean
 * around it, by a summed-area table. Bradley and Roth, Adaptive thresholding using the integral
 * image, 2007. Read record_threshold() first.
 */
#include <math.h>

#include "compute.h"
#include "font.h"
#include "ink.h"
#include "interface.h"
#include "pgm.h"
#include "timer.h"

struct page {
    struct means means;
    uint32_t count; /* of pixels */
    struct buffer pixels, table, results;
    const struct run *rows, *columns;
    const struct kernel *find_ink;
};

static void record_threshold(struct compute *c, void *user)
{
    const struct page *p = user;

    compute_run(c, p->rows, p->count, NULL);
    compute_run(c, p->columns, p->count, NULL);
    compute_dispatch(c, p->find_ink, (p->count + 3) / 4, &p->means,
                     BUFFERS(&p->pixels, &p->table, &p->results));
}

/* Sums segments of `length` pixels, each `stride` behind the one before, into the table. */
static const struct run *plan_sums(struct compute *c, const struct page *p,
                                   const struct buffer *from, vkscan_type type, uint32_t length,
                                   uint32_t stride)
{
    const vkscan_segments_params segments = {.struct_size = sizeof(segments),
                                             .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
                                             .heads = VKSCAN_HEADS_ROWS,
                                             .length = length,
                                             .stride = stride};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = segments.primitive,
                                       .type = type,
                                       .out_type = VKSCAN_TYPE_U32,
                                       .capacity = p->count,
                                       .details = &segments};

    return compute_plan(c, &params, PORTS(PORT(SOURCE, from), PORT(DESTINATION, &p->table)));
}

static void create(struct compute *c, struct page *p, const struct grey *picture)
{
    p->pixels = compute_upload(c, picture->pixels, p->count);
    p->table = compute_array(c, (VkDeviceSize)p->count * sizeof(uint32_t));
    p->results = compute_array(c, p->count);
    p->rows = plan_sums(c, p, &p->pixels, VKSCAN_TYPE_U8, picture->width, 1);
    p->columns = plan_sums(c, p, &p->table, VKSCAN_TYPE_U32, picture->height, picture->width);
    p->find_ink = compute_kernel(c, ink_spirv, sizeof(ink_spirv), 3, sizeof(p->means));
}

/* ---- a page ---- */

/* Tells whether a pixel is ink, of letters so large that some forty make a line. */
static bool is_ink(const struct grey *page, uint32_t x, uint32_t y)
{
    const uint32_t dot = page->width / 280 + 1, wide = (FONT_WIDTH + 1) * dot;
    const uint32_t high = (FONT_HEIGHT + 4) * dot, margin = 3 * wide;

    if (x < margin || x >= page->width - margin || y < margin || y + margin >= page->height)
        return false;
    const uint32_t column = (x - margin) / wide, line = (y - margin) / high;
    const uint32_t drawn = noise(line << 16 | column);
    const char letter = drawn % 6 ? (char)('A' + drawn / 6 % 26) : ' ';
    return font_has_ink(letter, (x - margin) % wide / dot, (y - margin) % high / dot);
}

/* Computes the light of a lamp to the upper left, and from the right the shadow of a hand. */
static float light_at(float x, float y)
{
    const float lamp = 1.15f - 0.75f * sqrtf((x * x + y * y) / 2);
    const float edge = x - 0.75f + 0.25f * sinf(5 * y);

    return lamp * (0.45f + 0.55f / (1 + expf(40 * edge)));
}

static struct grey make_page(uint32_t width)
{
    const struct grey page = grey_create(width, (width * 3 + 3) / 4);

    for (uint32_t y = 0, i = 0; y < page.height; y++)
        for (uint32_t x = 0; x < width; x++, i++) {
            const float grain = 0.03f * ((float)(noise(i) >> 8) / (1 << 23) - 1);
            const float light = light_at((float)x / (float)width, (float)y / (float)page.height);
            const float grey = light * (is_ink(&page, x, y) ? 0.55f : 1) + grain;
            page.pixels[i] = (uint8_t)(220 * fmaxf(0, fminf(grey, 1.15f)));
        }
    return page;
}

/* Returns the part of the page, in percent, that is taken for what it is not: with one level for
 * all, if that is not 0, or as `found` has it. */
static double percent_wrong(const struct grey *page, uint32_t level, const uint8_t *found)
{
    uint64_t wrong = 0;

    for (uint32_t y = 0, i = 0; y < page->height; y++)
        for (uint32_t x = 0; x < page->width; x++, i++)
            wrong += is_ink(page, x, y) != (level ? page->pixels[i] < level : found[i] == INK);
    return 100 * (double)wrong / ((double)page->width * page->height);
}

static uint32_t find_best_level(const struct grey *page)
{
    uint32_t best = 1;
    double least = 100;

    for (uint32_t level = 4; level < 256; level += 4) {
        const double wrong = percent_wrong(page, level, NULL);
        if (wrong < least)
            least = wrong, best = level;
    }
    return best;
}

/* ---- a loop, of sums of columns that move down and a sum of these that moves right ---- */

static void move_down(const struct grey *g, uint32_t y, uint32_t radius, uint32_t *columns)
{
    for (uint32_t x = 0; x < g->width; x++) {
        if (y + radius < g->height)
            columns[x] += g->pixels[(y + radius) * g->width + x];
        if (y > radius)
            columns[x] -= g->pixels[(y - radius - 1) * g->width + x];
    }
}

static double find_by_loop(const struct grey *g, const struct means *m, uint8_t *expected)
{
    const double start = timer_now();
    uint32_t *columns = allocate(g->width, sizeof(*columns));

    for (uint32_t y = 0; y < m->radius && y < g->height; y++)
        for (uint32_t x = 0; x < g->width; x++)
            columns[x] += g->pixels[y * g->width + x];
    for (uint32_t y = 0; y < g->height; y++) {
        const uint32_t lines = (y + m->radius < g->height ? y + m->radius + 1 : g->height) -
                               (y > m->radius ? y - m->radius : 0);
        uint32_t from = 0, to = 0, sum = 0;
        move_down(g, y, m->radius, columns);
        for (uint32_t x = 0; x < g->width; x++) {
            while (to < g->width && to <= x + m->radius)
                sum += columns[to++];
            if (x > m->radius)
                sum -= columns[from++];
            expected[y * g->width + x] = (uint8_t)ink_or_paper(
                g->pixels[y * g->width + x], lines * (to - from), sum, m->percent);
        }
    }
    free(columns);
    return timer_now() - start;
}

static bool run(struct compute *c, struct page *p, const struct grey *picture, uint8_t *found)
{
    uint8_t *expected = allocate(p->count, 1);
    uint32_t at = 0;

    create(c, p, picture);
    const double device = compute_time(c, record_threshold, p);
    const double host = find_by_loop(picture, &p->means, expected);
    compute_read(c, &p->results, found, p->count);
    while (at < p->count && found[at] == expected[at])
        at++;
    if (at < p->count)
        fprintf(stderr, "threshold: pixel (%u, %u) is %u, not %u\n", at % picture->width,
                at / picture->width, found[at], expected[at]);
    else {
        printf("%u x %u pixels are right\n", picture->width, picture->height);
        compute_report(c, device, "a plain loop", host, 2.0 * p->count);
    }
    free(expected);
    return at == p->count;
}

int main(int argc, char **argv)
{
    const char *in = NULL, *out = NULL, *page_out = NULL;
    uint64_t width = 1024, radius = 0, percent = 15;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &in, .help = "a PGM file; else a page is made"},
        {"--out", ARGUMENT_TEXT, &out, .help = "the PGM file to write, ink 0 and paper 255"},
        {"--page", ARGUMENT_TEXT, &page_out, .help = "the PGM file to write the page to"},
        {"--width", ARGUMENT_NUMBER, &width, "of the page (1024)", 1, 16384, NULL},
        {"--radius", ARGUMENT_NUMBER, &radius, "of the box (a 32nd of the width)", 1, MOST_RADIUS,
         NULL},
        {"--percent", ARGUMENT_NUMBER, &percent, "that ink is darker (15)", 0, 100, NULL}};
    struct compute c;
    struct page p = {0};

    compute_arguments(&c, "threshold", "Tells ink from paper in uneven light.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    const struct grey page = in ? pgm_read(in) : make_page((uint32_t)width);
    p.count = page.width * page.height;
    if (radius == 0)
        radius = page.width < 32 * MOST_RADIUS ? page.width / 32 + 1 : MOST_RADIUS;
    p.means = (struct means){page.width, page.height, (uint32_t)radius, (uint32_t)percent};
    struct grey found = grey_create(page.width, page.height);
    compute_open(&c);
    const bool right = run(&c, &p, &page, found.pixels);
    if (right && !in) {
        const uint32_t level = find_best_level(&page);
        printf("%.2f %% of the page are taken for what they are not; with one level, %u, %.2f %%\n",
               percent_wrong(&page, 0, found.pixels), level, percent_wrong(&page, level, NULL));
    }
    if (right && page_out)
        pgm_write(page_out, &page);
    if (right && out)
        pgm_write(out, &found);
    free(found.pixels);
    free(page.pixels);
    return compute_close(&c, right);
}
