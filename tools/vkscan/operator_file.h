/* SPDX-License-Identifier: MIT */
/* An operator file. The program vkscan-operator compiles it: $VKSCAN_OPERATOR, or the one beside
 * this program, or the one in PATH. */
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
    vkscan_operator constant;           /* modules of NULL: no operator is loaded */
    char kinds[OPERATOR_WORDS_MAX + 1]; /* kinds of a seed's or an element's words: f, i or u */
    bool floats;                        /* the operator computes with floats */
    bool maps;                          /* the operator makes its elements of others */
};

enum operator_purpose {
    OPERATOR_TO_RUN,     /* all kernels, as a plan takes them */
    OPERATOR_READY_MADE, /* the same, of the name of one that comes with vkscan */
    OPERATOR_TO_CHECK,   /* the module check_operator alone */
};

void operator_file_load(const char *path, enum operator_purpose purpose, struct operator_file *out);
bool operator_file_is_predicate(const struct operator_file *file);

/* Returns the type in files for an element, or for a predicate's seed: vectors of its words' kind
 * if there is one, else of u32. The other two return the types of raw elements of the sources. */
vkscan_type operator_file_type(const struct operator_file *file);
vkscan_type operator_file_source_type(const struct operator_file *file);
vkscan_type operator_file_second_type(const struct operator_file *file);

/* Stores the words of an element as "1.5" or "(1.5, 17)". */
void operator_file_format(const struct operator_file *file, const uint32_t *words,
                          char text[OPERATOR_TEXT_SIZE]);

#endif
