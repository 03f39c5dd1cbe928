/* SPDX-License-Identifier: MIT */
/*
 * A test of lines that are a question, " -> " and the answer; others begin with # or are empty.
 *
 *   test_NAME FILE           a test for each line, in TAP
 *   test_NAME --print FILE   the file with the answers as they are
 *
 * Of a question \t, \r, \n and \a are what they are in C.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <stdio.h>
#include <string.h>

#define GOLDEN_SIZE 4096

/* What the test program answers to a question, which it may change. */
void golden_answer(char *question, char answer[GOLDEN_SIZE]);

/* Appends to the answer. */
#define PRINT(answer, ...)                                                                         \
    snprintf((answer) + strlen(answer), GOLDEN_SIZE - strlen(answer), __VA_ARGS__)

#endif
