/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <string.h>

/* Returns how many letters are to be put in, left out or replaced to make one word of another:
 * Levenshtein's distance. */
static size_t distance_of(const char *a, const char *b)
{
    const size_t length = strlen(b);
    size_t row[NEAREST_LENGTH_MAX + 1];

    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t before = row[0]; /* of the words without their last letters */
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            const size_t replaced = before + (a[i - 1] != b[j - 1]);
            const size_t one_less = row[j] < row[j - 1] ? row[j] : row[j - 1];
            before = row[j];
            row[j] = replaced < one_less + 1 ? replaced : one_less + 1;
        }
    }
    return row[length];
}

void nearest_try(struct nearest *nearest, const char *name)
{
    const size_t length = strlen(nearest->word);

    if (length < 2 || length > NEAREST_LENGTH_MAX || strlen(name) > NEAREST_LENGTH_MAX)
        return;
    if (strncmp(name, nearest->word, length) == 0) {
        nearest->longer = name;
        nearest->longer_count++;
    }
    const size_t distance = distance_of(nearest->word, name);
    if (distance <= (length + 2) / 3 && (!nearest->name || distance < nearest->distance)) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

const char *nearest_name(const struct nearest *nearest)
{
    return nearest->longer_count == 0   ? nearest->name
           : nearest->longer_count == 1 ? nearest->longer
                                        : NULL;
}
