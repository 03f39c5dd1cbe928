/* SPDX-License-Identifier: MIT */
#include "tuning_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "interface.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define SPACE " \t\r\n"
#define MOST_WORKGROUPS 1024
#define NEVER "never"
#define TO ".."

/* What belongs to no layout. Names of both kinds are told apart by bits of one mask. */
static const struct {
    const char *name;
    size_t offset; /* of its uint32_t in struct tuning */
    uint32_t least, most;
} numbers[] = {
    {"multiprocessors", offsetof(struct tuning, multiprocessors), 1, 4096},
    {"looks", offsetof(struct tuning, looks), 1, LOOKS_MAX},
};

static uint32_t *number_of(struct tuning *tuning, size_t index)
{
    return (uint32_t *)(void *)((char *)tuning + numbers[index].offset);
}

/* Behind what the text has already, as far as it fits. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
append(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list values;

    va_start(values, format);
    vsnprintf(text + length, size - length, format, values);
    va_end(values);
}

/* ---- reading ---- */

/* NAME=VALUE in a text that goes on. */
struct entry {
    const char *text;
    size_t name_length, length;
    const struct report *errors;
    char excerpt[48]; /* its start, on one line, for messages */
};

static struct entry begin_entry(const char *text, const struct report *errors)
{
    struct entry entry = {.text = text, .length = strcspn(text, SPACE), .errors = errors};

    entry.name_length = strcspn(text, "=" SPACE);
    snprintf(entry.excerpt, sizeof(entry.excerpt), "%.*s", (int)entry.length, text);
    for (char *c = entry.excerpt; *c; c++)
        if (!isprint((unsigned char)*c))
            *c = '?';
    return entry;
}

static bool is_named(const struct entry *entry, const char *name)
{
    return strlen(name) == entry->name_length && memcmp(name, entry->text, entry->name_length) == 0;
}

/* Digits at *at, which is moved behind them. */
static bool read_number(const char **at, uint64_t *value)
{
    const char *start = *at;

    for (*value = 0; isdigit((unsigned char)**at); ++*at) {
        const uint64_t digit = (uint64_t)(**at - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    return *at > start;
}

static bool read_word(const char **at, const char *word)
{
    const bool is_there = strncmp(*at, word, strlen(word)) == 0;

    *at += is_there ? strlen(word) : 0;
    return is_there;
}

/* The parts of a layout's value; 0 workgroups are none told. */
struct parts {
    uint64_t workgroup_size, items, workgroups;
    struct range range; /* none if never */
    bool has_workgroups, has_range, never;
};

static bool read_range(const char **at, struct parts *parts)
{
    parts->never = read_word(at, NEVER);
    if (parts->never)
        return true;
    parts->range.to = TUNING_NO_END;
    return read_number(at, &parts->range.from) &&
           (!read_word(at, TO) || read_number(at, &parts->range.to));
}

static bool read_parts(const struct entry *entry, struct parts *parts)
{
    const char *at = entry->text + entry->name_length + 1;

    *parts = (struct parts){0};
    if (!read_number(&at, &parts->workgroup_size) || !read_word(&at, "x") ||
        !read_number(&at, &parts->items))
        return false;
    parts->has_workgroups = read_word(&at, "x");
    if (parts->has_workgroups && !read_number(&at, &parts->workgroups))
        return false;
    parts->has_range = read_word(&at, "@");
    if (parts->has_range && !read_range(&at, parts))
        return false;
    return at == entry->text + entry->length;
}

static bool is_power_of_two(uint64_t n)
{
    return n > 0 && !(n & (n - 1));
}

static VkResult check_items(const struct entry *entry, const struct layout_facts *layout,
                            uint64_t items)
{
    if (items >= layout->least_items && items <= layout->most_items &&
        (!layout->block || is_power_of_two(items)))
        return VK_SUCCESS;
    if (layout->least_items == layout->most_items)
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' has %" PRIu64 " items; %s takes %" PRIu32, entry->excerpt,
                          items, layout->name, layout->least_items);
    return vks_report(entry->errors, RESULT_INVALID,
                      "tuning '%s' has %" PRIu64 " items; %s takes %s%" PRIu32 " to %" PRIu32,
                      entry->excerpt, items, layout->name, layout->block ? "powers of two, " : "",
                      layout->least_items, layout->most_items);
}

static VkResult check_parts(const struct entry *entry, const struct layout_facts *layout,
                            const struct parts *parts, uint32_t before)
{
    if (!is_power_of_two(parts->workgroup_size) || parts->workgroup_size < TUNING_LEAST_WORKGROUP ||
        parts->workgroup_size > TUNING_LARGEST_WORKGROUP)
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' has workgroups of %" PRIu64 "; they are powers of two, %d "
                          "to %d",
                          entry->excerpt, parts->workgroup_size, TUNING_LEAST_WORKGROUP,
                          TUNING_LARGEST_WORKGROUP);
    const VkResult result = check_items(entry, layout, parts->items);
    if (result != VK_SUCCESS)
        return result;
    if (!layout->persistent && (parts->has_workgroups || (parts->has_range && before == 0)))
        return vks_report(
            entry->errors, RESULT_INVALID, "tuning '%s' tells too much; %s takes WORKGROUPxITEMS%s",
            entry->excerpt, layout->name,
            layout->vectors ? ", and @FROM" TO "TO behind any but the first" : " alone");
    if (parts->has_workgroups && (parts->workgroups < 1 || parts->workgroups > MOST_WORKGROUPS))
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' has %" PRIu64 " workgroups to a multiprocessor; 1 to %d can "
                          "be",
                          entry->excerpt, parts->workgroups, MOST_WORKGROUPS);
    if (parts->has_range && !parts->never && parts->range.from >= parts->range.to)
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' has a range from %" PRIu64 " to %" PRIu64 ", which holds no "
                          "capacity; FROM is less than TO, and @" NEVER " is none",
                          entry->excerpt, parts->range.from, parts->range.to);
    return VK_SUCCESS;
}

/* The shape to be read, of those of a layout that came before it. The first takes the place of all,
 * and keeps what it does not tell; the others begin with the first. */
static struct tuned *begin_shape(struct tuning *tuning, enum layout index, uint32_t before)
{
    struct tuned *shapes = tuning->layout[index];

    if (before == 0)
        memset(&shapes[1], 0, (TUNING_SHAPES - 1) * sizeof(shapes[1]));
    else
        shapes[before] = shapes[0];
    return &shapes[before];
}

static VkResult check_further(const struct entry *entry, const struct layout_facts *layout,
                              const struct parts *parts, uint32_t before)
{
    if (before == 0 || (before < TUNING_SHAPES && parts->has_range && !parts->never))
        return VK_SUCCESS;
    if (before == TUNING_SHAPES)
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' is one %s too many; %d are enough", entry->excerpt,
                          layout->name, TUNING_SHAPES);
    return vks_report(entry->errors, RESULT_INVALID,
                      "tuning '%s' is a further %s; put @FROM" TO "TO behind it, or @FROM",
                      entry->excerpt, layout->name);
}

/* Behind so many of the same layout. */
static VkResult read_layout(const struct entry *entry, enum layout index, uint32_t before,
                            struct tuning *tuning)
{
    static const char persistent_form[] =
        "xWORKGROUPS@FROM" TO "TO, like 512x2x2@8192" TO "65536, @8192 or @" NEVER;
    const struct layout_facts *layout = vks_tuning_layout(index);
    struct parts parts;

    if (!read_parts(entry, &parts))
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' is no shape; %s takes WORKGROUPxITEMS%s", entry->excerpt,
                          layout->name, layout->persistent ? persistent_form : ", like 256x2");
    VkResult result = check_parts(entry, layout, &parts, before);
    if (result == VK_SUCCESS)
        result = check_further(entry, layout, &parts, before);
    if (result != VK_SUCCESS)
        return result;
    struct tuned *tuned = begin_shape(tuning, index, before);
    tuned->shape.workgroup_size = (uint32_t)parts.workgroup_size;
    tuned->shape.items = (uint32_t)parts.items;
    if (parts.has_workgroups)
        tuned->shape.workgroups = (uint32_t)parts.workgroups;
    if (parts.has_range)
        tuned->range = parts.range;
    return VK_SUCCESS;
}

static VkResult read_one_number(const struct entry *entry, size_t index, struct tuning *tuning)
{
    const char *at = entry->text + entry->name_length + 1;
    uint64_t value;

    if (!read_number(&at, &value) || at != entry->text + entry->length ||
        value < numbers[index].least || value > numbers[index].most)
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' is no number that can be; %s takes %" PRIu32 " to %" PRIu32,
                          entry->excerpt, numbers[index].name, numbers[index].least,
                          numbers[index].most);
    *number_of(tuning, index) = (uint32_t)value;
    return VK_SUCCESS;
}

#define NAMES (LAYOUT_COUNT + COUNT_OF(numbers))

/* Of layouts, and behind them of numbers; NULL past the last. */
static const char *name_at(size_t index)
{
    if (index < LAYOUT_COUNT)
        return vks_tuning_layout((enum layout)index)->name;
    index -= LAYOUT_COUNT;
    return index < COUNT_OF(numbers) ? numbers[index].name : NULL;
}

/* Whether a name may come more than once. */
static bool has_further(size_t index)
{
    return index < LAYOUT_COUNT && vks_tuning_layout((enum layout)index)->vectors;
}

static VkResult refuse_name(const struct entry *entry)
{
    char names[256] = "";

    for (size_t i = 0; name_at(i); i++)
        append(names, sizeof(names), "%s%s", i ? ", " : "", name_at(i));
    return vks_report(entry->errors, RESULT_INVALID, "tuning '%s' has no known name; there are %s",
                      entry->excerpt, names);
}

/* seen[] tells how often each name came so far. */
static VkResult read_entry(const struct entry *entry, uint32_t seen[NAMES], struct tuning *tuning)
{
    size_t index = 0;

    while (name_at(index) && !is_named(entry, name_at(index)))
        index++;
    if (!name_at(index))
        return refuse_name(entry);
    if (entry->name_length == entry->length)
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' has no value; put = and one behind it", entry->excerpt);
    const uint32_t before = seen[index]++;
    if (before > 0 && !has_further(index))
        return vks_report(entry->errors, RESULT_INVALID,
                          "tuning '%s' is the second %s; one is enough", entry->excerpt,
                          name_at(index));
    return index < LAYOUT_COUNT ? read_layout(entry, (enum layout)index, before, tuning)
                                : read_one_number(entry, index - LAYOUT_COUNT, tuning);
}

VkResult vks_tuning_parse(const char *text, const struct report *errors, struct tuning *tuning)
{
    VkResult result = VK_SUCCESS;
    uint32_t seen[NAMES] = {0};

    for (text += strspn(text, SPACE); *text && result == VK_SUCCESS; text += strspn(text, SPACE)) {
        const struct entry entry = begin_entry(text, errors);
        result = read_entry(&entry, seen, tuning);
        text += entry.length;
    }
    return result;
}

/* ---- writing ---- */

static void append_range(const struct range *range, char *text)
{
    if (range->from >= range->to) {
        append(text, TUNING_TEXT_SIZE, "@" NEVER);
        return;
    }
    append(text, TUNING_TEXT_SIZE, "@%" PRIu64, range->from);
    if (range->to != TUNING_NO_END)
        append(text, TUNING_TEXT_SIZE, TO "%" PRIu64, range->to);
}

static void append_shape(const struct layout_facts *layout, const struct tuned *tuned, bool ranged,
                         char *text)
{
    append(text, TUNING_TEXT_SIZE, "%s=%" PRIu32 "x%" PRIu32, layout->name,
           tuned->shape.workgroup_size, tuned->shape.items);
    if (tuned->shape.workgroups > 0)
        append(text, TUNING_TEXT_SIZE, "x%" PRIu32, tuned->shape.workgroups);
    if (ranged)
        append_range(&tuned->range, text);
    append(text, TUNING_TEXT_SIZE, " ");
}

static void append_layout(const struct tuning *tuning, enum layout index, char *text)
{
    const struct layout_facts *layout = vks_tuning_layout(index);
    const struct tuned *shapes = tuning->layout[index];

    for (uint32_t i = 0; i < TUNING_SHAPES && shapes[i].shape.workgroup_size > 0; i++)
        append_shape(layout, &shapes[i], layout->persistent || i > 0, text);
}

VkResult vks_tuning_give(const char *text, const struct report *errors, struct caps *caps,
                         struct tuning *tuning)
{
    *tuning = *vks_tuning_find(caps);
    caps->tuning = tuning;
    return vks_tuning_parse(text, errors, tuning);
}

void vks_tuning_format(const struct tuning *tuning, uint32_t layouts, char text[TUNING_TEXT_SIZE])
{
    struct tuning copy = *tuning;

    text[0] = '\0';
    for (uint32_t i = 0; i < LAYOUT_COUNT; i++)
        if (layouts & 1u << i)
            append_layout(tuning, (enum layout)i, text);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        append(text, TUNING_TEXT_SIZE, "%s%s=%" PRIu32, i ? " " : "", numbers[i].name,
               *number_of(&copy, i));
}
