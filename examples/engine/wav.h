/* SPDX-License-Identifier: MIT */
/* Sound of 16-bit samples, in WAV files. */
#ifndef WAV_H
#define WAV_H

#include <stdint.h>

struct sound {
    uint32_t rate, channels, count; /* count: of samples, channel by channel of each instant */
    int16_t *samples;
};

struct sound wav_read(const char *path); /* or fails */
void wav_write(const char *path, const struct sound *sound);

#endif
