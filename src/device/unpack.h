/* SPDX-License-Identifier: MIT */
/* Modules as shaders/spirv.py packs them: SPIR-V in a seventh of its bytes. */
#ifndef VKSCAN_UNPACK_H
#define VKSCAN_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packed {
    const uint8_t *bytes;
    size_t size;
};

/* Returns the number of 32-bit words of the module; 0 if the bytes are damaged. */
uint32_t vks_unpacked_words(struct packed module);

/* Returns the bytes of memory that vks_unpack works in; 0 if the bytes are damaged. */
uint32_t vks_unpack_memory(struct packed module);

/* Unpacks the module into `words`, with `memory` to work in. Returns false if the bytes are
 * damaged; nothing is read or written beyond the three arrays even then. */
bool vks_unpack(struct packed module, void *memory, uint32_t *words);

#endif
