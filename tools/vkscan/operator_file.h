/* SPDX-License-Identifier: MIT */
/*
 * An operator file, compiled by the program vkscan-operator: $VKSCAN_OPERATOR, or the one beside
 * this program, or of PATH.
 */
#ifndef OPERATOR_FILE_H
#define OPERATOR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#define OPERATOR_NAME_SIZE 64
#define OPERATOR_WORDS_MAX 4
#define OPERATOR_TEXT_SIZE 128

struct operator_file {
    vkscan_operator constant;           /* NULL modules: none is loaded */
    char kinds[OPERATOR_WORDS_MAX + 1]; /* of a seed's words, an operator's element: f, i or u */
    bool floats;                        /* whether it computes with floats */
    bool maps;                          /* whether it makes its elements of others */
};

enum operator_purpose {
    OPERATOR_TO_RUN,   /* all kernels, as a plan takes them */
    OPERATOR_TO_CHECK, /* the module check_operator alone */
};

void operator_file_load(const char *path, enum operator_purpose purpose, struct operator_file *out);
bool operator_file_is_predicate(const struct operator_file *file);

/* What files have for an element, or a predicate for its seed: of one kind of words vectors of it,
 * else of u32. And for an element of the source, in a raw file that does not tell. */
vkscan_type operator_file_type(const struct operator_file *file);
vkscan_type operator_file_source_type(const struct operator_file *file);
vkscan_type operator_file_second_type(const struct operator_file *file);

/* Words of an element: "1.5", "(1.5, 17)". */
void operator_file_format(const struct operator_file *file, const uint32_t *words,
                          char text[OPERATOR_TEXT_SIZE]);

#endif
