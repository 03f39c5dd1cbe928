/* SPDX-License-Identifier: MIT */
/*
 * A test of requests, the lines of a file that begin with `>`, each with its answer: on the same
 * line behind `->`, or if it has several lines below. Comments and empty lines end an answer.
 *
 *   test_NAME FILE             a test for each request, in TAP
 *   test_NAME --rewrite FILE   writes the answers that there are now into the file
 *
 * Of a request \t, \r, \n and \a are what they are in C.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <stdio.h>
#include <string.h>

#define TEXT_MAX (1 << 16)

struct text {
    char bytes[TEXT_MAX];
    size_t size;
};

/* Appends to a text. */
#define PRINT(text, ...)                                                                           \
    ((text)->size +=                                                                               \
     (size_t)snprintf((text)->bytes + (text)->size, TEXT_MAX - (text)->size, __VA_ARGS__))

/* Answers a request, which it may change, by lines. The last one needs no end. */
void golden_answer(char *request, struct text *answer);

#endif
