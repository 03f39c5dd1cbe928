/* SPDX-License-Identifier: MIT */
/*
 * Finds the tokens of CSV and JSON by a finite automaton. The state before a character depends on
 * all characters before it; but each is a function of states, and functions are scanned. Ladner and
 * Fischer, Parallel prefix computation, 1980. Read record_lexing() first.
 */
#include <string.h>

#include "compose.h"
#include "compute.h"
#include "interface.h"
#include "timer.h"
#include "tokens.h"

#define CONTROLS "\1\2\3\4\5\6\7\10\13\14\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37"

enum format { FORMAT_CSV, FORMAT_JSON };

/* Character classes count from 1, 0 is all other characters. A text begins in state 0. */
static const struct automaton {
    const char *classes[6];
    const char *next[STATES]; /* by state: the next one, by class */
    const char *separators;   /* classes that are tokens where they lead to state 0 */
    const char *beginnings;   /* states that are tokens where state 0 leads to them */
    const char *within;       /* states in which no text ends */
} automata[] = {
    /* States: begin of a field, plain, quoted, behind a quote in quotes, behind a return, WRONG. */
    [FORMAT_CSV] = {{"\"", ",", "\n", "\r"},
                    {"12004", "15004", "23222", "52004", "55505", "55555"},
                    .separators = "23",
                    .beginnings = "",
                    .within = "24"},
    /* States: outside, in a string, behind a backslash, in a number or word, none, WRONG. */
    [FORMAT_JSON] = {{"\"", "\\", "{}[]:,", " ", "\t\n\r", CONTROLS},
                     {"3150005", "1021155", "1111155", "3550005", "5555555", "5555555"},
                     .separators = "3",
                     .beginnings = "13",
                     .within = "12"}};

struct ending {
    uint32_t number, last_state, wrong; /* number: of tokens; wrong: what cannot be there */
};

struct lexing {
    uint32_t format, count; /* of characters */
    uint8_t *text;
    uint32_t of_character[256];
    struct buffer characters, automaton, functions, tokens, ending;
    const struct kernel *walk;
    const struct run *scan, *select;
};

static void record_lexing(struct compute *c, void *user)
{
    const struct lexing *l = user;
    const uint32_t words = (l->count + 31) / 32;

    compute_fill(c, &l->ending, UINT32_MAX);
    for (uint32_t marking = 0; marking < 2; marking++) {
        const uint32_t push[] = {l->count, marking};
        compute_dispatch(c, l->walk, words, push,
                         BUFFERS(&l->characters, &l->automaton, &l->functions, &l->ending));
        if (!marking)
            compute_run(c, l->scan, words, NULL);
    }
    compute_run(c, l->select, l->count, NULL);
}

static void create(struct compute *c, struct lexing *l)
{
    const vkscan_plan_params scan = {.struct_size = sizeof(scan),
                                     .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                     .user_operator = &compose,
                                     .capacity = (l->count + 31) / 32};
    const vkscan_select_params marked = {.struct_size = sizeof(marked),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_FLAG_BITS,
                                         .outputs = VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                                                    VKSCAN_SELECT_OUTPUT_NUMBER_BIT};
    const vkscan_plan_params select = {.struct_size = sizeof(select),
                                       .primitive = marked.primitive,
                                       .type = VKSCAN_TYPE_U8,
                                       .capacity = l->count,
                                       .details = &marked};

    l->characters = compute_array(c, scan.capacity * 32);
    compute_write(c, &l->characters, l->text, l->count);
    l->automaton = compute_upload(c, l->of_character, sizeof(l->of_character));
    l->functions = compute_array(c, scan.capacity * sizeof(uint32_t));
    l->ending = compute_array(c, sizeof(struct ending));
    l->tokens = compute_array(c, (VkDeviceSize)l->count * sizeof(uint32_t));
    l->walk = compute_kernel(c, tokens_spirv, sizeof(tokens_spirv), 4, 2 * sizeof(uint32_t));
    l->scan = compute_plan(c, &scan,
                           PORTS(PORT(SOURCE, &l->functions), PORT(DESTINATION, &l->functions)));
    l->select = compute_plan(
        c, &select,
        PORTS(PORT(FLAGS, &l->functions), PORT(INDICES, &l->tokens), PORT(NUMBER, &l->ending)));
}

/* Makes records one behind the other, some with quotes, separators and line ends within. */
static void make_text(struct lexing *l, uint32_t size)
{
    static const char *const records[][4] = {
        [FORMAT_CSV] = {"%u,plain text,%u\n", "%u,\"a, \"\"b\"\"\",%u\r\n",
                        "%u,,\"two\nlines, %u\"\n", "%u,\"\",%u.5\n"},
        [FORMAT_JSON] = {"{\"id\": %u, \"to\": [true, %u]},\n", "{\"%u, \\\"b\\\"\": -%u.5},\n",
                         "{\"path\": \"C:\\\\%u\\\\\", \"n\": [\"%u\"]},", "%u, \"{[:,]}\", %u, "}};
    uint32_t at = 0;

    l->text = allocate((size_t)size + 128, 1);
    for (uint32_t i = 0; at < size; i++)
        at += (uint32_t)sprintf((char *)l->text + at, records[l->format][noise(i) % 4], i,
                                noise(i) >> 12);
    l->count = at;
}

static void read_text(struct lexing *l, const char *path)
{
    size_t size;

    l->text = (uint8_t *)file_read(path, &size);
    if (size == 0 || size > 1 << 30)
        fail("%s: %zu bytes, not 1 to 2^30", path, size);
    l->count = (uint32_t)size;
}

/* Makes words of what characters do, as interface.h has them. */
static void make_functions(struct lexing *l)
{
    const struct automaton *a = &automata[l->format];

    for (int character = 0; character < 256; character++) {
        int class = 0;
        for (int i = 0; i < 6 && a->classes[i]; i++)
            if (character && strchr(a->classes[i], character))
                class = i + 1;
        for (int state = 0; state < STATES; state++) {
            const char next = a->next[state][class];
            const bool is_token = next == '0' ? strchr(a->separators, '0' + class) != NULL
                                              : state == 0 && strchr(a->beginnings, next);
            l->of_character[character] |=
                (uint32_t)(next - '0') << 4 * state | (uint32_t)is_token << (4 * STATES + state);
        }
    }
}

static struct ending find_by_loop(const struct lexing *l, uint32_t *tokens)
{
    struct ending e = {.wrong = UINT32_MAX};

    for (uint32_t i = 0; i < l->count; i++) {
        const uint32_t state = e.last_state, of = l->of_character[l->text[i]];
        e.last_state = of >> 4 * state & 15;
        if (of >> (4 * STATES + state) & 1)
            tokens[e.number++] = i;
        if (e.last_state == WRONG && state != WRONG)
            e.wrong = i;
    }
    return e;
}

static bool run(struct compute *c, struct lexing *l, bool print)
{
    uint32_t *expected = allocate(l->count, sizeof(*expected));
    const double start = timer_now();
    const struct ending expected_end = find_by_loop(l, expected);
    const double host = timer_now() - start;

    create(c, l);
    const double device = compute_time(c, record_lexing, l);
    struct ending end;
    compute_read(c, &l->ending, &end, sizeof(end));
    uint32_t *tokens = allocate(expected_end.number, sizeof(*tokens));
    compute_read(c, &l->tokens, tokens, expected_end.number * sizeof(*tokens));
    const bool right = compute_equal("lexing: ending", &end.number, &expected_end.number, 3) &&
                       compute_equal("lexing: token", tokens, expected, end.number);
    if (right) {
        if (end.wrong != UINT32_MAX)
            fail("byte %u, of value %u, cannot be there", end.wrong, l->text[end.wrong]);
        if (strchr(automata[l->format].within, (int)('0' + end.last_state)))
            fail("the text ends within quotes or behind a carriage return");
        for (uint32_t i = 0; print && i < end.number; i++)
            printf("%u\n", tokens[i]);
        printf("%u bytes, %u tokens are right\n", l->count, end.number);
        compute_report(c, device, "a plain loop", host, l->count);
    }
    free(tokens);
    free(expected);
    return right;
}

int main(int argc, char **argv)
{
    static const char *const formats[] = {"csv", "json", NULL};
    const char *path = NULL;
    uint64_t size = 1 << 20;
    bool print = false;
    struct lexing l = {0};
    const struct argument arguments[] = {
        {"--format", ARGUMENT_CHOICE, &l.format, .help = "of the text (csv)", .choices = formats},
        {"--in", ARGUMENT_TEXT, &path, .help = "a file in place of a generated text"},
        {"--size", ARGUMENT_NUMBER, &size, "the text's bytes, and some (2^20)", 1, 1 << 30, NULL},
        {"--print", ARGUMENT_FLAG, &print, .help = "prints where each token is"}};
    struct compute c;

    compute_arguments(&c, "lexing", "Finds the tokens of CSV and JSON.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    if (path)
        read_text(&l, path);
    else
        make_text(&l, (uint32_t)size);
    make_functions(&l);
    compute_open(&c);
    const bool right = run(&c, &l, print);
    free(l.text);
    return compute_close(&c, right);
}
