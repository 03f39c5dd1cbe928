/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "failure.h"
#include "gnuplot.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define MAX_LINES (BENCH_MAX_NAMES + 1) /* algorithms and a peer */
#define MAX_TICS 10

/* Pixels. */
#define WIDTH 1120
#define PANEL_HEIGHT 480
#define TITLE_HEIGHT 40

/* An algorithm looks the same in every panel. The points repeat later than the colours, so that
 * no two of those that the catalogue can have look alike. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#882255", "#222222"};
static const int points[] = {7, 5, 9, 11, 13, 15, 6, 4, 8, 10, 12, 14, 2, 1, 3};
static const char *const dashes[] = {"solid", "(12,5)", "(3,4)", "(14,4,3,4)"};

#define LIMIT_STYLE "lc rgb '#b4b4b4' lw 5 pt 7 ps 0.5 dt solid"

/* What the panels and lines stand for, each once, in the order of the rows. */
struct names {
    const char *name[MAX_LINES];
    uint32_t count;
};

/* How the axes are divided: elements in powers of two, throughput in powers of ten. */
struct axes {
    int first, last, step;
    int lowest, highest;
};

static void add_name(struct names *names, const char *name)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return;
    if (names->count < MAX_LINES)
        names->name[names->count++] = name;
}

/* The CPU is no line: its place is the table. */
static bool is_cpu(const struct bench_row *row)
{
    return row->kind == BENCH_ROW_CPU;
}

static bool is_limit(const struct bench_row *row)
{
    return row->kind == BENCH_ROW_LIMIT;
}

static struct axes find_axes(const struct bench_results *results)
{
    double least = INFINITY, most = 0, slowest = INFINITY, fastest = 0;

    for (uint32_t i = 0; i < results->count; i++) {
        const struct bench_row *row = &results->rows[i];
        if (is_cpu(row))
            continue;
        least = fmin(least, (double)row->count);
        most = fmax(most, (double)row->count);
        slowest = fmin(slowest, bench_gelem_per_s(row));
        fastest = fmax(fastest, bench_gelem_per_s(row));
    }
    struct axes axes = {
        .first = (int)floor(log2(least)),
        .last = (int)ceil(log2(most)),
        .lowest = (int)floor(log10(slowest)),
        .highest = (int)ceil(log10(fastest)),
    };
    if (axes.first == axes.last) { /* a single count stands in the middle */
        axes.first--;
        axes.last++;
    }
    if (axes.lowest == axes.highest)
        axes.highest++;
    axes.step = (axes.last - axes.first + MAX_TICS - 1) / MAX_TICS;
    return axes;
}

/* ---- the script ---- */

/* In gnuplot's single quotes, where only these quotes are special. */
static void print_quoted(FILE *to, const char *text)
{
    for (fputc('\'', to); *text; text++)
        fprintf(to, *text == '\'' ? "''" : "%c", *text < ' ' && *text >= 0 ? ' ' : *text);
    fputc('\'', to);
}

static void print_settings(FILE *to, const struct axes *axes, uint32_t panels)
{
    fprintf(to,
            "set encoding utf8\n"
            "set terminal svg noenhanced size %d,%u font 'sans-serif,13' background '#ffffff'\n"
            "set lmargin at screen 0.09\n"
            "set rmargin at screen 0.74\n"
            "set key at graph 1.03,1 left top Left reverse samplen 3 spacing 1.1\n"
            "set border 3 lc rgb '#808080'\n"
            "set tics nomirror textcolor rgb '#303030'\n"
            "set grid xtics ytics mytics lc rgb '#dcdcdc' lw 1, lc rgb '#f2f2f2' lw 1\n"
            "set logscale x 2\n"
            "set logscale y 10\n"
            "set mytics 10\n"
            "set format x '2^%%L'\n"
            "set format y '%%g'\n"
            "set xlabel 'elements'\n"
            "set ylabel 'throughput, Gelem/s'\n",
            WIDTH, TITLE_HEIGHT + panels * PANEL_HEIGHT);
    fprintf(to, "set xrange [2.0**(%d-0.25):2.0**(%d+0.25)]\n", axes->first, axes->last);
    fprintf(to, "set xtics 2.0**%d,2.0**%d\n", axes->first, axes->step);
    fprintf(to, "set yrange [10.0**%d:10.0**%d]\n", axes->lowest, axes->highest);
}

static void print_styles(FILE *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "set style line %" PRIu32 " lc rgb '%s' lw 2 pt %d ps 0.9 dt %s\n", i + 1,
                colours[i % COUNT_OF(colours)], points[i % COUNT_OF(points)],
                dashes[i / COUNT_OF(colours) % COUNT_OF(dashes)]);
}

static void print_title(FILE *to, const struct bench_results *results, uint32_t panels)
{
    char title[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE + 64];

    snprintf(title, sizeof(title), "%s: %s, %s", results->device, results->rows[0].op,
             results->rows[0].type);
    fprintf(to, "set multiplot layout %" PRIu32 ",1 title ", panels);
    print_quoted(to, title);
    fprintf(to, " font ',19'\n");
}

/* One algorithm, the peer or the limit, in one panel. */
struct line {
    const char *algorithm;
    const char *resolved; /* of auto: NULL if that is not the same at every count */
    uint32_t points;
};

static void add_point(struct line *line, const struct bench_row *row)
{
    const bool same =
        line->points == 0 || (line->resolved && !strcmp(line->resolved, row->resolved));

    line->resolved = same ? row->resolved : NULL;
    line->points++;
}

/* The points become the data block $name, with the number behind it. */
static struct line print_points(FILE *to, const struct bench_results *results,
                                const char *primitive, const char *algorithm, uint32_t number)
{
    struct line line = {.algorithm = algorithm};

    fprintf(to, "$line%" PRIu32 " << EOD\n", number);
    for (uint32_t i = 0; i < results->count; i++) {
        const struct bench_row *row = &results->rows[i];
        if (strcmp(row->primitive, primitive) != 0 || strcmp(row->algorithm, algorithm) != 0)
            continue;
        fprintf(to, "%" PRIu64 " %.9g\n", row->count, bench_gelem_per_s(row));
        add_point(&line, row);
    }
    fprintf(to, "EOD\n");
    return line;
}

/* Sizes come in any order and more than once, which `smooth unique` puts right. */
static void print_line(FILE *to, const struct line *line, uint32_t number)
{
    char name[64];

    snprintf(name, sizeof(name), "%s", line->algorithm);
    if (line->resolved && strcmp(line->resolved, line->algorithm) != 0)
        snprintf(name, sizeof(name), "%s (%s)", line->algorithm, line->resolved);
    fprintf(to, " $line%" PRIu32 " using 1:2 smooth unique with linespoints ", number);
    if (number == 0)
        fprintf(to, LIMIT_STYLE);
    else
        fprintf(to, "ls %" PRIu32, number);
    fprintf(to, " title '%s'", name);
}

static const char *find_limit(const struct bench_results *results, const char *primitive)
{
    for (uint32_t i = 0; i < results->count; i++)
        if (is_limit(&results->rows[i]) && strcmp(results->rows[i].primitive, primitive) == 0)
            return results->rows[i].algorithm;
    return NULL;
}

/* The limit is line 0, behind the others. */
static void print_panel(FILE *to, const struct bench_results *results, const char *primitive,
                        const struct names *algorithms)
{
    const char *limit = find_limit(results, primitive);
    struct line lines[MAX_LINES + 1] = {print_points(to, results, primitive, limit, 0)};

    for (uint32_t i = 1; i <= algorithms->count; i++)
        lines[i] = print_points(to, results, primitive, algorithms->name[i - 1], i);
    fprintf(to, "set title '%s' font ',16'\nplot", primitive);
    print_line(to, &lines[0], 0);
    for (uint32_t i = 1; i <= algorithms->count; i++) {
        if (lines[i].points == 0)
            continue;
        fputc(',', to);
        print_line(to, &lines[i], i);
    }
    fputc('\n', to);
}

static void print_script(FILE *to, const struct bench_results *results)
{
    const struct axes axes = find_axes(results);
    struct names primitives = {.count = 0}, algorithms = {.count = 0};

    for (uint32_t i = 0; i < results->count; i++) {
        add_name(&primitives, results->rows[i].primitive);
        if (!is_cpu(&results->rows[i]) && !is_limit(&results->rows[i]))
            add_name(&algorithms, results->rows[i].algorithm);
    }
    print_settings(to, &axes, primitives.count);
    print_styles(to, algorithms.count);
    print_title(to, results, primitives.count);
    for (uint32_t i = 0; i < primitives.count; i++)
        print_panel(to, results, primitives.name[i], &algorithms);
    fprintf(to, "unset multiplot\n");
}

int bench_plot_write(const struct bench_results *results, struct output *output)
{
    FILE *script = tmpfile();

    if (!script)
        return failed("cannot make a temporary file: %s", strerror(errno));
    print_script(script, results);
    const int status = gnuplot_draw(script, output);
    fclose(script);
    return status;
}
