/* SPDX-License-Identifier: MIT */
#include "links.h"

#include <ctype.h>
#include <stdlib.h>

#include "compute.h"

uint32_t *links_make(uint32_t count, bool tree)
{
    uint32_t *links = allocate(count, sizeof(*links)), *order = allocate(count, sizeof(*order));

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = noise(i) % (i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = i ? i - 1 : 0;
        links[order[i]] = order[tree && i ? noise(count + i) % i : before];
    }
    free(order);
    return links;
}

uint32_t *numbers_read(const char *path, uint32_t *count)
{
    size_t size;
    char *text = file_read(path, &size), *at = text, *end;
    uint32_t *numbers = allocate(size / 2 + 1, sizeof(*numbers));

    *count = 0;
    for (unsigned long n = strtoul(at, &end, 10); end != at; n = strtoul(at = end, &end, 10))
        numbers[(*count)++] = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
    while (isspace((unsigned char)*at))
        at++;
    if (*at)
        fail("%s: '%c' behind number %u is none", path, *at, *count);
    if (*count == 0)
        fail("%s has no numbers", path);
    free(text);
    return numbers;
}

uint32_t *links_read(const char *path, uint32_t *count)
{
    uint32_t *links = numbers_read(path, count);

    for (uint32_t i = 0; i < *count; i++)
        if (links[i] >= *count)
            fail("%s: number %u is not below %u, as many as there are", path, i + 1, *count);
    return links;
}
