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

/* 32-bit words of the module; 0 if the bytes are damaged. */
uint32_t vks_unpacked_words(struct packed module);

/* Bytes that vks_unpack needs for itself. */
uint32_t vks_unpack_memory(struct packed module);

/* Writes the module's words. Damaged bytes give false; none is read or written beyond its array. */
bool vks_unpack(struct packed module, void *memory, uint32_t *words);

#endif
