/* SPDX-License-Identifier: MIT */
#include "expression.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

#define MOST (1u << 24)
#define MOST_DIGITS 9

struct expression expression_make(uint32_t count)
{
    struct expression e = {.text = allocate((size_t)2 * count + 2, sizeof(*e.text))};
    uint32_t open = 0;

    for (bool operand = true; operand || e.count < count; operand = !operand) {
        const uint32_t drawn = noise(e.count);
        for (uint32_t i = drawn % 8; operand && i > 5 && e.count < count; i--, open++)
            e.text[e.count++] = '(';
        e.text[e.count++] = operand ? '0' + drawn / 8 % 10 : (uint32_t) "+-*+"[drawn % 4];
        for (uint32_t i = drawn / 128 % 8; operand && i > 5 && open; i--, open--)
            e.text[e.count++] = ')';
    }
    while (open--)
        e.text[e.count++] = ')';
    return e;
}

struct expression expression_read(const char *path)
{
    size_t size;
    char *bytes = file_read(path, &size);
    struct expression e = {.text = allocate(size, sizeof(*e.text)), .count = (uint32_t)size};

    if (size > MOST)
        fail("%s: %zu characters, more than %u", path, size, MOST);
    for (uint32_t i = 0; i < e.count; i++)
        e.text[i] = (uint8_t)bytes[i];
    free(bytes);
    return e;
}

static bool is_digit(uint32_t character)
{
    return character >= '0' && character <= '9';
}

/* What waits while a text is read. */
struct stacks {
    uint32_t *values, *places; /* of operators and open brackets */
    uint32_t value_count, place_count;
};

/* Applies operators that bind at least as strongly as this one, down to an open bracket. */
static void apply(const struct expression *e, struct stacks *s, uint32_t operator)
{
    while (s->place_count) {
        const uint32_t last = e->text[s->places[s->place_count - 1]];
        if (last == '(' || (operator== '*' && last != '*'))
            return;
        const uint32_t right = s->values[--s->value_count];
        uint32_t *left = &s->values[s->value_count - 1];
        *left = last == '*' ? *left * right : last == '+' ? *left + right : *left - right;
        s->place_count--;
    }
}

/* Reads a number, and returns where it ends. */
static uint32_t push_number(const struct expression *e, struct stacks *s, uint32_t from)
{
    uint32_t value = 0, i = from;

    for (; i < e->count && is_digit(e->text[i]); i++)
        value = 10 * value + e->text[i] - '0';
    if (i - from > MOST_DIGITS)
        fail("the number at character %u has more than %d digits", from, MOST_DIGITS);
    s->values[s->value_count++] = value;
    return i;
}

uint32_t expression_evaluate(struct expression *e)
{
    uint32_t *room = allocate((size_t)2 * e->count + 2, sizeof(*room));
    struct stacks s = {.values = room, .places = room + e->count + 1};
    bool operand = true; /* is to come */

    e->operators = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        const uint32_t character = e->text[i];
        const bool begins = character == '(' || is_digit(character);
        if (character == ' ' || character == '\n')
            continue;
        if (character == 0 || (!is_digit(character) && !strchr("()+-*", (int)character)))
            fail("character %u, of value %u, cannot be there", i, character);
        if (begins != operand)
            fail("'%c' at character %u, where %s has to be", (char)character, i,
                 operand ? "a number" : "an operator");
        operand = begins ? character == '(' : character != ')';
        if (is_digit(character))
            i = push_number(e, &s, i) - 1;
        if (!begins)
            apply(e, &s, character);
        if (character == ')' && s.place_count-- == 0)
            fail("the bracket at character %u closes none", i);
        if (!is_digit(character) && character != ')')
            s.places[s.place_count++] = i;
        e->operators += !begins && character != ')';
    }
    if (operand)
        fail("the text ends where a number has to be");
    apply(e, &s, ')');
    if (s.place_count)
        fail("the bracket at character %u is not closed", s.places[s.place_count - 1]);
    const uint32_t value = s.values[0];
    free(room);
    return value;
}
