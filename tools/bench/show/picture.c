/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <inttypes.h>
#include <string.h>

#include "reference.h"

#define COLUMNS 80
#define LABEL_COLUMNS 10
#define NAMED_COLUMNS 6
#define LEAST_COLUMNS 3
#define ARROW_ROWS 64

/* ---- what steps do ---- */

static union value combine(const struct picture *picture, union value left, union value right)
{
    union value result = {0};

    reference_combine(picture->type, picture->op, &left, &right, &result);
    return result;
}

static union value seed(const struct picture *picture)
{
    union value identity = {0};

    reference_identity(picture->type, picture->op, &identity);
    return identity;
}

static void load(struct picture *picture)
{
    for (uint32_t i = 0; i < picture->places; i++) {
        const bool given = i < picture->count;
        picture->place[i] = given ? picture->source[i] : seed(picture);
        picture->state[i] = given ? PLACE_VALUE : PLACE_IDENTITY;
    }
}

/* Stores left (+) right, of which identities alone stay one. */
static void put(struct picture *picture, const struct picture *before, uint64_t to, uint64_t left,
                uint64_t right)
{
    picture->place[to] = combine(picture, before->place[left], before->place[right]);
    if (before->state[left] == PLACE_VALUE || before->state[right] == PLACE_VALUE)
        picture->state[to] = PLACE_VALUE;
}

static void copy(struct picture *picture, const struct picture *before, uint64_t to, uint64_t from)
{
    picture->place[to] = before->place[from];
    picture->state[to] = before->state[from];
}

static void take_pairs(struct picture *picture, const struct picture *before,
                       const struct step *step)
{
    for (uint64_t t = step->first; t < step->end; t++) {
        const uint64_t left = step->left(t, step->stride, step->item);
        const uint64_t right = step->right(t, step->stride, step->item);
        if (step->effect == STEP_INTO_LEFT) {
            put(picture, before, left, left, right);
            picture->state[right] = PLACE_UNUSED;
        } else if (step->effect == STEP_INTO_RIGHT) {
            put(picture, before, right, left, right);
        } else {
            copy(picture, before, left, right);
            put(picture, before, right, right, left);
        }
    }
}

/* Every access reads what was there before the step. */
static void take_step(struct picture *picture, const struct step *step)
{
    const struct picture before = *picture;

    if (step_has_pairs(step))
        take_pairs(picture, &before, step);
    for (uint32_t i = 1; i < picture->places && step->effect == STEP_SHIFT; i++)
        copy(picture, &before, i, i - 1);
    for (uint32_t i = 0; i < picture->count && step->effect == STEP_OWN; i++)
        picture->place[i] = combine(picture, before.place[i], picture->source[i]);
    if (step->effect == STEP_SHIFT || step->effect == STEP_ROOT) {
        const uint32_t to = step->effect == STEP_SHIFT ? 0 : picture->places - 1;
        picture->place[to] = seed(picture);
        picture->state[to] = PLACE_VALUE;
    }
}

/* ---- drawing ---- */

static uint32_t width_of(const struct picture *picture, const union value *value)
{
    char text[VALUE_TEXT_SIZE];

    value_format(picture->type, value, text);
    return (uint32_t)strlen(text);
}

/* Returns the columns of a place: enough for its index and the widest value of all steps, and,
 * where 80 columns have room, for the name of a thread between neighbours. */
static uint32_t find_columns(struct picture *picture)
{
    const uint32_t most = (COLUMNS - LABEL_COLUMNS) / picture->places;
    uint32_t widest = most > NAMED_COLUMNS   ? NAMED_COLUMNS
                      : most > LEAST_COLUMNS ? most
                                             : LEAST_COLUMNS;

    load(picture);
    for (uint32_t s = 0;; s++) {
        for (uint32_t i = 0; i < picture->places; i++)
            if (picture->state[i] == PLACE_VALUE && width_of(picture, &picture->place[i]) >= widest)
                widest = width_of(picture, &picture->place[i]) + 1;
        if (s == picture->step_count)
            return widest;
        take_step(picture, &picture->steps[s]);
    }
}

/* Returns the column of a place, its last. */
static uint32_t column_of(const struct picture *picture, uint64_t place)
{
    return LABEL_COLUMNS + ((uint32_t)place + 1) * picture->columns - 1;
}

static void put_line(char *line, FILE *to)
{
    size_t length = strlen(line);

    while (length > 0 && line[length - 1] == ' ')
        length--;
    fprintf(to, "%.*s\n", (int)length, line);
}

static void draw_line(const struct picture *picture, const char *label, const union value *values,
                      bool states, uint32_t count, FILE *to)
{
    char line[COLUMNS + VALUE_TEXT_SIZE], text[VALUE_TEXT_SIZE];
    int length = snprintf(line, sizeof(line), "%-*s", LABEL_COLUMNS, label);

    for (uint32_t i = 0; i < count; i++) {
        value_format(picture->type, &values[i], text);
        if (states && picture->state[i] != PLACE_VALUE)
            strcpy(text, picture->state[i] == PLACE_IDENTITY ? "." : "");
        length += snprintf(line + length, sizeof(line) - (size_t)length, "%*s",
                           (int)picture->columns, text);
    }
    put_line(line, to);
}

void picture_values(const struct picture *picture, const char *label, const union value *values,
                    uint32_t count, FILE *to)
{
    draw_line(picture, label, values, false, count, to);
}

/* Draws an arrow from one column to another, if it has room; the thread is named where that fits.
 */
static bool draw_arrow(char *row, uint32_t from, uint32_t end, const char *ends, uint64_t thread)
{
    char name[24];
    const int length = snprintf(name, sizeof(name), "t%" PRIu64, thread);
    const int between = (int)(end - from) - 1;

    for (uint32_t i = from; i <= end; i++)
        if (row[i] != ' ')
            return false;
    memset(row + from, '-', end - from);
    row[from] = ends[0];
    row[end] = ends[1];
    if (between >= length + 2)
        memcpy(row + from + 1 + (between - length) / 2, name, (size_t)length);
    return true;
}

/* Arrows that would cross are in different rows. */
static void draw_arrows(const struct picture *picture, const struct step *step, FILE *to)
{
    static char rows[ARROW_ROWS][COLUMNS + 1];
    const char *ends = step->effect == STEP_INTO_LEFT ? "v*"
                       : step->effect == STEP_DOWN    ? "<>"
                                                      : "*v";
    uint32_t count = 1;

    memset(rows, ' ', sizeof(rows));
    for (uint64_t t = step->first; t < step->end; t++) {
        const uint32_t left = column_of(picture, step->left(t, step->stride, step->item));
        const uint32_t right = column_of(picture, step->right(t, step->stride, step->item));
        uint32_t row = 0;
        while (!draw_arrow(rows[row], left, right, ends, t))
            row++;
        count = row + 1 > count ? row + 1 : count;
    }
    for (uint32_t i = 0; i < count; i++) {
        rows[i][COLUMNS] = '\0';
        if (i == 0) {
            char name[PICTURE_NAME_SIZE];
            picture_name(step, name);
            memcpy(rows[i], name, strlen(name));
        }
        put_line(rows[i], to);
    }
}

/* Draws where sectors begin, for what is in device memory. */
static void draw_sectors(const struct picture *picture, FILE *to)
{
    const uint32_t in_sector = SECTOR_BYTES / vkscan_type_size(picture->type);
    char line[COLUMNS + 1];

    memset(line, ' ', sizeof(line));
    line[COLUMNS] = '\0';
    memcpy(line, "sector", strlen("sector"));
    for (uint32_t i = 0; i < picture->places; i += in_sector) {
        char text[16];
        const int length = snprintf(text, sizeof(text), "|%" PRIu32, i / in_sector);
        memcpy(line + column_of(picture, i) - 1, text, (size_t)length);
    }
    put_line(line, to);
}

static void draw_head(const struct picture *picture, FILE *to)
{
    char line[COLUMNS + 16];
    int length = snprintf(line, sizeof(line), "%-*s", LABEL_COLUMNS, "place");

    for (uint32_t i = 0; i < picture->places; i++)
        length += snprintf(line + length, sizeof(line) - (size_t)length, "%*" PRIu32,
                           (int)picture->columns, i);
    put_line(line, to);
    if (picture->in_device_memory)
        draw_sectors(picture, to);
    fputc('\n', to);
}

/* ---- the picture ---- */

void picture_name(const struct step *step, char name[PICTURE_NAME_SIZE])
{
    if (step->stride > 0)
        snprintf(name, PICTURE_NAME_SIZE, "%s %" PRIu64, *step->name ? step->name : "stride",
                 step->stride);
    else
        snprintf(name, PICTURE_NAME_SIZE, "%s", step->name);
}

uint32_t picture_total(const struct picture *picture)
{
    return picture->steps[0].effect == STEP_INTO_LEFT ? 0 : picture->places - 1;
}

/* Returns the array that a step writes which reads another one. In shared memory the first one is
 * filled by loading. */
static const char *label_array(const struct step *step, uint32_t number)
{
    return (number + (step->memory == STEP_SHARED)) % 2 ? "array A" : "array B";
}

bool picture_draw(struct picture *picture, FILE *to)
{
    picture->columns = find_columns(picture); /* takes all steps */
    if (column_of(picture, picture->places - 1) >= COLUMNS)
        return false;
    uint32_t arrays = 0;
    load(picture);
    draw_head(picture, to);
    draw_line(picture, "source", picture->place, true, picture->places, to);
    for (uint32_t i = 0; i < picture->step_count; i++) {
        const struct step *step = &picture->steps[i];
        const bool pairs = step_has_pairs(step);
        char name[PICTURE_NAME_SIZE];
        picture_name(step, name);
        if (pairs)
            draw_arrows(picture, step, to);
        take_step(picture, step);
        arrays += step->two_arrays;
        draw_line(picture,
                  !pairs             ? name
                  : step->two_arrays ? label_array(step, arrays)
                                     : "",
                  picture->place, true, picture->places, to);
    }
    return true;
}
