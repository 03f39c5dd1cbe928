/* SPDX-License-Identifier: MIT */
#include "golden.h"

#include <stdbool.h>

#define ARROW " ->"

/* In place. */
static void unescape(char *text)
{
    char *to = text;

    for (; *text; text++) {
        const char *escape = *text == '\\' && text[1] ? strchr("t\tr\rn\na\a", text[1]) : NULL;
        *to++ = escape ? escape[1] : *text;
        text += escape != NULL;
    }
    *to = '\0';
}

/* Returns whether the answer is the line's. */
static bool go_over(char *line, int number, bool prints)
{
    char *arrow = strstr(line, ARROW);
    char question[GOLDEN_SIZE], answer[GOLDEN_SIZE] = "";
    const int length = (int)(arrow ? (size_t)(arrow - line) : strlen(line));

    snprintf(question, sizeof(question), "%.*s", length, line);
    unescape(question);
    golden_answer(question, answer);
    const char *expected = arrow ? arrow + strlen(ARROW) : "";
    const char *said = answer + strspn(answer, " ");
    const bool same = arrow && strcmp(expected + (*expected == ' '), said) == 0;
    if (prints)
        printf("%.*s" ARROW "%s%s\n", length, line, *said ? " " : "", said);
    else
        printf("%sok %d - %.*s\n", same ? "" : "not ", number, length, line);
    if (!prints && !same)
        printf("# -%s\n# + %s\n", expected, said);
    return same;
}

int main(int argc, char **argv)
{
    const bool prints = argc == 3 && strcmp(argv[1], "--print") == 0;
    FILE *in = argc == 2 || prints ? fopen(argv[argc - 1], "rb") : NULL;
    char line[GOLDEN_SIZE];
    int number = 0, differing = 0;

    if (!in)
        return fprintf(stderr, "usage: %s [--print] FILE\n", argv[0]), 2;
    while (fgets(line, sizeof(line), in)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#')
            differing += !go_over(line, ++number, prints);
        else if (prints)
            puts(line);
    }
    printf(prints ? "" : "1..%d\n", number);
    return !prints && (differing > 0 || number == 0);
}
