/* SPDX-License-Identifier: MIT */
#include "golden.h"

#include <stdbool.h>

#define REQUEST_MAX 4096

static char file[1 << 20];

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

static void print_lines(const char *mark, const char *text, size_t size)
{
    for (const char *line = text; line < text + size; line = strchr(line, '\n') + 1)
        printf("# %s%.*s\n", mark, (int)strcspn(line, "\n"), line);
}

/* Finds the next request, or the file's end. */
static const char *next_request(const char *from)
{
    const char *found = *from == '>' ? from : strstr(from, "\n>");

    return !found ? from + strlen(from) : found == from ? from : found + 1;
}

/* Returns the bytes of a request with its answer. */
static size_t entry_size(const char *request)
{
    const char *line = request;

    do
        line = strchr(line, '\n') + 1;
    while (*line && !strchr(">#\n", *line));
    return (size_t)(line - request);
}

/* Copies a request without its mark and answer. */
static void read_request(const char *entry, char request[REQUEST_MAX])
{
    snprintf(request, REQUEST_MAX, "%.*s", (int)strcspn(entry + 2, "\n"), entry + 2);
    if (strstr(request, " ->"))
        *strstr(request, " ->") = '\0';
}

/* Makes the entry of a request with the answer that it has now. */
static void make_entry(const char *request, struct text *entry)
{
    static struct text answer;
    char asked[REQUEST_MAX];

    snprintf(asked, sizeof(asked), "%s", request);
    unescape(asked);
    answer.size = 0;
    answer.bytes[0] = '\0';
    golden_answer(asked, &answer);
    if (answer.size == 0 || answer.bytes[answer.size - 1] != '\n')
        PRINT(&answer, "\n");
    const bool is_line = strchr(answer.bytes, '\n')[1] == '\0';
    entry->size = 0;
    PRINT(entry, "> %s%s%s", request,
          !is_line          ? "\n"
          : answer.size > 1 ? " -> "
                            : " ->",
          answer.bytes);
}

/* Writes the answers to `out`, or without it compares. Returns how many differ, or -1 if there is
 * no request. */
static int go_through(FILE *out)
{
    static struct text entry;
    int number = 0, failed = 0;
    const char *rest = file, *old;
    char request[REQUEST_MAX];

    for (; *(old = next_request(rest)); rest = old + entry_size(old)) {
        const size_t size = entry_size(old);
        read_request(old, request);
        make_entry(request, &entry);
        const bool same = entry.size == size && memcmp(entry.bytes, old, size) == 0;
        number++;
        failed += !same;
        if (out) {
            fprintf(out, "%.*s%s", (int)(old - rest), rest, entry.bytes);
            continue;
        }
        printf("%sok %d - %s\n", same ? "" : "not ", number, request);
        if (!same) {
            print_lines("-", old, size);
            print_lines("+", entry.bytes, entry.size);
            puts("# if that is meant: --rewrite FILE");
        }
    }
    if (out)
        fputs(rest, out);
    else
        printf("1..%d\n", number);
    return number > 0 ? failed : -1;
}

int main(int argc, char **argv)
{
    const bool rewrites = argc == 3 && strcmp(argv[1], "--rewrite") == 0;
    FILE *in = argc == 2 || rewrites ? fopen(argv[argc - 1], "rb") : NULL;

    const size_t size = in ? fread(file, 1, sizeof(file) - 1, in) : 0;
    if (size == 0)
        return fprintf(stderr, "usage: %s [--rewrite] FILE\n", argv[0]), 2;
    fclose(in);
    if (size == sizeof(file) - 1 || file[size - 1] != '\n')
        return fprintf(stderr, "%s: %s is too long, or its last line has no end\n", argv[0],
                       argv[argc - 1]),
               2;
    if (!rewrites)
        return go_through(NULL) != 0;
    FILE *out = fopen(argv[2], "wb");
    return !out || go_through(out) < 0 || fclose(out) != 0 ? 2 : 0;
}
