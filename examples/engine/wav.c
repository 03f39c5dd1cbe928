/* SPDX-License-Identifier: MIT */
#include "wav.h"

#include <stdlib.h>
#include <string.h>

#include "arguments.h"

#define HEADER_SIZE 44
#define MOST_BYTES 0x7ffffff0u

/* Reads a little-endian number of so many bytes. */
static uint32_t get(const char *at, int bytes)
{
    uint32_t value = 0;

    for (int i = bytes; i-- > 0;)
        value = value << 8 | (uint8_t)at[i];
    return value;
}

static void put(char *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (char)(value >> 8 * i);
}

/* Finds the next chunk of this name behind `at`; *size gets its bytes. */
static const char *find_chunk(const char *path, const char *name, const char *at, const char *end,
                              uint32_t *size)
{
    while (end - at >= 8) {
        *size = get(at + 4, 4);
        if (*size > end - at - 8)
            fail("%s: the file is cut short: a chunk of %u bytes has %d", path, *size,
                 (int)(end - at - 8));
        if (memcmp(at, name, 4) == 0)
            return at + 8;
        at += 8 + *size + (*size % 2 && *size < end - at - 8);
    }
    fail("%s: there is no chunk \"%s\"", path, name);
}

struct sound wav_read(const char *path)
{
    size_t file_size;
    uint32_t size;
    char *bytes = file_read(path, &file_size);

    if (file_size < 12 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WAVE", 4) != 0)
        fail("%s: not a WAV file", path);
    const char *const end = bytes + file_size;
    const char *at = find_chunk(path, "fmt ", bytes + 12, end, &size);
    if (size < 16 || (get(at, 2) != 1 && get(at, 2) != 0xfffe) || get(at + 14, 2) != 16)
        fail("%s: samples are not 16-bit integers", path);
    struct sound sound = {.channels = get(at + 2, 2), .rate = get(at + 4, 4)};
    at = find_chunk(path, "data", at + size, end, &size);
    if (sound.channels == 0 || sound.rate == 0 || size == 0 || size > MOST_BYTES ||
        size % (2 * sound.channels) != 0)
        fail("%s: %u bytes of data are not samples of %u channels at %u Hz", path, size,
             sound.channels, sound.rate);
    sound.count = size / 2;
    sound.samples = allocate(sound.count + 1, sizeof(int16_t));
    for (uint32_t i = 0; i < sound.count; i++)
        sound.samples[i] = (int16_t)get(at + 2 * i, 2);
    free(bytes);
    return sound;
}

void wav_write(const char *path, const struct sound *sound)
{
    const uint32_t size = 2 * sound->count, frame = 2 * sound->channels;
    char header[HEADER_SIZE] = "RIFF____WAVEfmt ____________________data";
    char *bytes = allocate(size, 1);

    put(header + 4, HEADER_SIZE - 8 + size, 4);
    put(header + 16, 16, 4);
    put(header + 20, 1, 2);
    put(header + 22, sound->channels, 2);
    put(header + 24, sound->rate, 4);
    put(header + 28, sound->rate * frame, 4);
    put(header + 32, frame, 2);
    put(header + 34, 16, 2);
    put(header + 40, size, 4);
    for (uint32_t i = 0; i < sound->count; i++)
        put(bytes + 2 * i, (uint16_t)sound->samples[i], 2);
    file_write(path, header, sizeof(header), bytes, size);
    free(bytes);
}
