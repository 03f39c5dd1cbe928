/* SPDX-License-Identifier: MIT */
#include "tuning_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "algorithms.h"
#include "printf_like.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define SPACE " \t\r\n"
#define NEVER "never"
#define TO ".."

/* Entries that are not an algorithm's. */
static const struct {
    const char *name;
    size_t offset; /* offset of its uint32_t in struct user_tuning */
    uint32_t most;
} numbers[] = {
    {"spin-limit", offsetof(struct user_tuning, spin_limit), 128},
    {"multiprocessors", offsetof(struct user_tuning, multiprocessors), 4096},
};

static uint32_t *number_of(struct user_tuning *tuning, size_t index)
{
    return (uint32_t *)(void *)((char *)tuning + numbers[index].offset);
}

/* Appends to the text, as far as it fits. */
PRINTF_LIKE(3, 4) static void append(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list values;

    va_start(values, format);
    vsnprintf(text + length, size - length, format, values);
    va_end(values);
}

/* ---- reading ---- */

/* An entry, NAME=VALUE or PRIMITIVES:NAME=VALUE, in a text that goes on. */
struct entry {
    const char *text, *name;
    size_t name_length, length; /* bytes of the name, and of the entry */
    char *error;                /* TUNING_ERROR_SIZE bytes */
};

static struct entry find_entry(const char *text, char *error)
{
    const size_t end = strcspn(text, "=" SPACE), colon = strcspn(text, ":=" SPACE);
    const size_t start = colon < end ? colon + 1 : 0;

    return (struct entry){text, text + start, end - start, strcspn(text, SPACE), error};
}

static const char *value_of(const struct entry *entry)
{
    return entry->name + entry->name_length + 1;
}

/* Writes an error. Returns false. The sentence begins with the entry, of which at most 48 bytes are
 * shown. */
PRINTF_LIKE(2, 3) static bool refuse(const struct entry *entry, const char *format, ...)
{
    va_list values;

    snprintf(entry->error, TUNING_ERROR_SIZE, "tuning '%.*s' ",
             (int)(entry->length < 48 ? entry->length : 48), entry->text);
    for (char *c = entry->error; *c; c++)
        *c = isprint((unsigned char)*c) ? *c : '?';
    const size_t length = strlen(entry->error);
    va_start(values, format);
    vsnprintf(entry->error + length, TUNING_ERROR_SIZE - length, format, values);
    va_end(values);
    return false;
}

static bool is_named(const struct entry *entry, const char *name)
{
    return strlen(name) == entry->name_length && memcmp(name, entry->name, entry->name_length) == 0;
}

/* Reads digits at *at, and moves *at behind them. */
static bool read_number(const char **at, uint64_t most, uint64_t *value)
{
    const char *start = *at;

    for (*value = 0; isdigit((unsigned char)**at); ++*at) {
        const uint64_t digit = (uint64_t)(**at - '0');
        if (*value > (most - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    return *at > start;
}

static bool read_u32(const char **at, uint32_t *value)
{
    uint64_t number;
    const bool ok = read_number(at, UINT32_MAX, &number);

    *value = (uint32_t)number;
    return ok;
}

static bool read_word(const char **at, const char *word)
{
    const bool is_there = strncmp(*at, word, strlen(word)) == 0;

    *at += is_there ? strlen(word) : 0;
    return is_there;
}

static bool read_range(const char **at, vkscan_tuning_policy *policy)
{
    if (read_word(at, NEVER)) {
        policy->from = VKSCAN_TUNING_NEVER;
        return true;
    }
    policy->to = VKSCAN_TUNING_NO_END;
    return read_number(at, UINT64_MAX, &policy->from) &&
           (!read_word(at, TO) || read_number(at, UINT64_MAX, &policy->to));
}

static bool read_shape(const char **at, vkscan_tuning_policy *policy)
{
    return read_u32(at, &policy->workgroup_size) && read_word(at, "x") &&
           read_u32(at, &policy->items) &&
           (!read_word(at, "x") || (read_u32(at, &policy->workgroups) && policy->workgroups > 0));
}

bool tuning_parse_shape(const char **text, char end, vkscan_tuning_policy *policy)
{
    return read_shape(text, policy) && (**text == '\0' || **text == end);
}

/* Reads a name at *at, which ends with a comma or the colon, and moves *at behind that. */
static bool read_primitive(const char **at, vkscan_primitive *primitive)
{
    const size_t length = strcspn(*at, ",:");
    const char *name;

    for (*primitive = 0; (name = vkscan_primitive_name(*primitive)); ++*primitive)
        if (strlen(name) == length && memcmp(name, *at, length) == 0)
            break;
    *at += length + 1;
    return name;
}

static bool read_primitives(const struct entry *entry, uint64_t *primitives)
{
    char names[256] = "";
    const char *at = entry->text, *name;
    vkscan_primitive p;

    while (at < entry->name) {
        if (!read_primitive(&at, &p)) {
            for (p = 0; (name = vkscan_primitive_name(p)); p++)
                append(names, sizeof(names), "%s%s", p ? ", " : "", name);
            return refuse(entry, "has no known primitive before the colon; there are %s", names);
        }
        *primitives |= 1u << p;
    }
    return true;
}

static bool read_policy(const struct entry *entry, vkscan_tuning_policy *policy)
{
    const char *at = value_of(entry);
    bool ok = read_shape(&at, policy);

    const bool has_range = ok && read_word(&at, "@");
    if (has_range)
        ok = read_range(&at, policy);
    if (!ok || at != entry->text + entry->length)
        return refuse(entry,
                      "is no policy: ALGORITHM=WORKGROUPxITEMS, then xWORKGROUPS, then "
                      "@FROM" TO "TO, @FROM or @" NEVER ", as in lookback=512x4x2@8192" TO "65536");
    const bool never = policy->from == VKSCAN_TUNING_NEVER && policy->to == 0;
    if (has_range && !never && policy->from >= policy->to)
        return refuse(entry, "has an empty range: FROM is less than TO, and @" NEVER " is none");
    return true;
}

static bool add_policy(const struct entry *entry, vkscan_algorithm algorithm,
                       struct user_tuning *tuning)
{
    vkscan_tuning_policy policy = {.struct_size = sizeof(policy), .algorithm = algorithm};

    if (!read_primitives(entry, &policy.primitives) || !read_policy(entry, &policy))
        return false;
    if (tuning->policy_count == TUNING_MAX_POLICIES)
        return refuse(entry, "is one policy too many; %d are enough", TUNING_MAX_POLICIES);
    tuning->policies[tuning->policy_count++] = policy;
    return true;
}

static bool set_number(const struct entry *entry, size_t index, struct user_tuning *tuning)
{
    const char *at = value_of(entry);
    uint32_t *number = number_of(tuning, index);

    if (entry->name > entry->text)
        return refuse(entry, "is of all primitives; leave out the colon and what is before it");
    if (*number > 0)
        return refuse(entry, "is the second %s; give one", numbers[index].name);
    if (!read_u32(&at, number) || at != entry->text + entry->length || *number < 1 ||
        *number > numbers[index].most)
        return refuse(entry, "is out of range: accepts 1 to %" PRIu32, numbers[index].most);
    return true;
}

static bool refuse_name(const struct entry *entry)
{
    const char *name;
    char names[512] = "";

    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; (name = vkscan_algorithm_name(a));
         a = next_algorithm(a))
        append(names, sizeof(names), "%s, ", name);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        append(names, sizeof(names), "%s%s", i ? ", " : "", numbers[i].name);
    return refuse(entry, "has no known name; there are %s", names);
}

static bool read_entry(const struct entry *entry, struct user_tuning *tuning)
{
    const char *name;
    size_t index = 0;
    vkscan_algorithm algorithm = VKSCAN_ALGORITHM_AUTO + 1;

    while (index < COUNT_OF(numbers) && !is_named(entry, numbers[index].name))
        index++;
    while ((name = vkscan_algorithm_name(algorithm)) && !is_named(entry, name))
        algorithm = next_algorithm(algorithm);
    if (index == COUNT_OF(numbers) && !name)
        return refuse_name(entry);
    if (value_of(entry) > entry->text + entry->length)
        return refuse(entry, "has no value; write NAME=VALUE");
    return name ? add_policy(entry, algorithm, tuning) : set_number(entry, index, tuning);
}

bool tuning_parse(const char *text, struct user_tuning *tuning, char error[TUNING_ERROR_SIZE])
{
    bool ok = true;

    *tuning = (struct user_tuning){.policy_count = 0};
    for (text += strspn(text, SPACE); *text && ok; text += strspn(text, SPACE)) {
        const struct entry entry = find_entry(text, error);
        ok = read_entry(&entry, tuning);
        text += entry.length;
    }
    return ok;
}

/* ---- writing ---- */

static void append_policy(const vkscan_tuning_policy *policy, char *text)
{
    const char *name, *between = *text ? " " : "";

    for (vkscan_primitive p = 0; (name = vkscan_primitive_name(p)); p++)
        if (policy->primitives & 1u << p) {
            append(text, TUNING_TEXT_SIZE, "%s%s", between, name);
            between = ",";
        }
    append(text, TUNING_TEXT_SIZE, "%s%s=%" PRIu32 "x%" PRIu32, policy->primitives ? ":" : between,
           vkscan_algorithm_name(policy->algorithm), policy->workgroup_size, policy->items);
    if (policy->workgroups > 0)
        append(text, TUNING_TEXT_SIZE, "x%" PRIu32, policy->workgroups);
    if (policy->from == VKSCAN_TUNING_NEVER)
        append(text, TUNING_TEXT_SIZE, "@" NEVER);
    else if (policy->to > 0)
        append(text, TUNING_TEXT_SIZE, "@%" PRIu64, policy->from);
    if (policy->to > 0 && policy->to != VKSCAN_TUNING_NO_END)
        append(text, TUNING_TEXT_SIZE, TO "%" PRIu64, policy->to);
}

void tuning_format(const struct user_tuning *tuning, char text[TUNING_TEXT_SIZE])
{
    struct user_tuning copy = *tuning;

    text[0] = '\0';
    for (uint32_t i = 0; i < tuning->policy_count; i++)
        append_policy(&tuning->policies[i], text);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (*number_of(&copy, i) > 0)
            append(text, TUNING_TEXT_SIZE, "%s%s=%" PRIu32, *text ? " " : "", numbers[i].name,
                   *number_of(&copy, i));
}

void tuning_give(const struct user_tuning *tuning, vkscan_context_params *params)
{
    params->policies = tuning->policies;
    params->policy_count = tuning->policy_count;
    params->spin_limit = tuning->spin_limit;
    params->multiprocessors = tuning->multiprocessors;
}
