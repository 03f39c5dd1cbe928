/* SPDX-License-Identifier: MIT */
#include "bench_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

const char *take_line(char **text)
{
    char *line = *text;
    char *end = strchr(line, '\n');

    assert_non_null(end);
    *end = '\0';
    *text = end + 1;
    return line;
}

void assert_line(char **text, const char *expected)
{
    assert_string_equal(take_line(text), expected);
}

static double take_number(const char **text)
{
    char *end;
    const double number = strtod(*text, &end);

    assert_ptr_not_equal(end, *text);
    assert_true(isfinite(number) && number >= 0);
    *text = end;
    return number;
}

static void take_word(const char **text, const char *expected)
{
    const size_t length = strlen(expected);

    *text += strspn(*text, " ");
    assert_int_equal(strncmp(*text, expected, length), 0);
    assert_int_equal((*text)[length], ' ');
    *text += length;
}

/* "auto" is followed by what it stands for. */
static void take_name(const char **text, const char *name)
{
    char label[64];
    int algorithm = VKSCAN_ALGORITHM_AUTO;

    if (strcmp(name, "auto") != 0) {
        take_word(text, name);
        return;
    }
    take_word(text, "auto");
    do {
        const char *resolved = vkscan_algorithm_name((vkscan_algorithm)++algorithm);
        assert_non_null(resolved);
        snprintf(label, sizeof(label), " (%s) ", resolved);
    } while (strncmp(*text, label, strlen(label)) != 0);
    *text += strlen(label);
}

/* "*       2^20  subgroup ..."; returns the ms. The last number is that against the CPU,
 * whose own row has 1. */
static double take_row(char **text, uint64_t size, const char *name, bool *best, double *versus)
{
    const char *line = take_line(text);
    char count[32];

    assert_in_range(strlen(line), 1, 80);
    *best = line[0] == '*';
    assert_true(*best || line[0] == ' ');
    line++;
    snprintf(count, sizeof(count), "%" PRIu64, size);
    for (unsigned i = 0; i < 64; i++)
        if (size == 1ull << i)
            snprintf(count, sizeof(count), "2^%u", i);
    take_word(&line, count);
    take_name(&line, name);
    const double ms = take_number(&line);
    for (int i = 0; i < 3; i++) /* Gelem/s, GB/s and of the limit */
        take_number(&line);
    *versus = take_number(&line);
    assert_string_equal(line, "");
    return ms;
}

/* The limit, the CPU, and the algorithms, of which one of the fastest is marked. */
static void take_rows(char **text, const struct expected *e, uint64_t size)
{
    double best_ms = INFINITY, marked_ms = INFINITY, versus;
    unsigned marks = 0;
    bool best;

    take_row(text, size, e->limit, &best, &versus);
    assert_false(best);
    take_row(text, size, "cpu", &best, &versus);
    assert_false(best);
    assert_true(versus == 1);
    for (size_t i = 0; e->algorithms[i]; i++) {
        const double ms = take_row(text, size, e->algorithms[i], &best, &versus);
        best_ms = ms < best_ms ? ms : best_ms;
        marked_ms = best ? ms : marked_ms;
        marks += best;
    }
    assert_int_equal(marks, 1);
    assert_true(marked_ms <= best_ms);
    assert_line(text, "");
}

static void take_table(char **text, const struct expected *e)
{
    char head[81];

    snprintf(head, sizeof(head), "    elements  %-26s      ms Gelem/s    GB/s of %s  vs CPU",
             "algorithm", e->limit);
    assert_line(text, e->title);
    assert_line(text, "");
    assert_line(text, head);
    for (size_t i = 0; e->sizes[i]; i++)
        take_rows(text, e, e->sizes[i]);
}

void take_tables(char **text, const struct expected *tables, size_t count)
{
    assert_true(strlen(take_line(text)) > 0);
    assert_non_null(strstr(take_line(text), ", Vulkan 1."));
    assert_line(text, "");
    for (size_t i = 0; i < count; i++)
        take_table(text, &tables[i]);
}

void assert_tables(char *text, const struct expected *tables, size_t count)
{
    take_tables(&text, tables, count);
    assert_line(&text, PASSED);
    assert_string_equal(text, "");
}

/* ---- JSON ---- */

double number_of(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    assert_true(cJSON_IsNumber(member));
    return member->valuedouble;
}

const char *string_of(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    assert_true(cJSON_IsString(member));
    return member->valuestring;
}

void assert_members(const cJSON *object, const char *const names[])
{
    const cJSON *member = object->child;

    for (size_t i = 0; names[i]; i++, member = member->next) {
        assert_non_null(member);
        assert_string_equal(member->string, names[i]);
    }
    assert_null(member);
}
