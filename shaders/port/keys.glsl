// SPDX-License-Identifier: MIT
// Keys of 1, 2, 4, 8, 12 or 16 bytes in a buffer, compared bit by bit. The including file defines
// the constant KEY_BYTES; KEY_WORD(word), a word of the buffer; and KEYS_OFFSET(unit), where the
// keys begin in it, in units of `unit` bytes.
#ifndef PORT_KEYS_GLSL
#define PORT_KEYS_GLSL

// A key is one word or several, or a unit of a word.
const uint KEY_WORDS = (KEY_BYTES + 3) / 4;
const uint KEY_UNIT = KEY_BYTES < 4 ? KEY_BYTES : 4;
const uint KEYS_PER_WORD = 4 / KEY_UNIT;

bool keys_differ(uint left, uint right)
{
    const uint first = KEYS_OFFSET(KEY_UNIT);
    const uint a = first + left * KEY_WORDS, b = first + right * KEY_WORDS;
    uint bits = 0; // that differ, and any behind a unit
    for (uint k = 0; k < KEY_WORDS; k++)
        bits |= KEY_WORD(a / KEYS_PER_WORD + k) >> a % KEYS_PER_WORD * KEY_UNIT * 8 ^
                KEY_WORD(b / KEYS_PER_WORD + k) >> b % KEYS_PER_WORD * KEY_UNIT * 8;
    return bits << 32 - KEY_UNIT * 8 != 0;
}

#endif
