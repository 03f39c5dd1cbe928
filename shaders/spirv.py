# SPDX-License-Identifier: MIT
"""SPIR-V as the library stores it, in an eighth of the bytes: src/device/unpack.c reads it back.

Results have their ids in the order of their definition, so that a result's id is not stored: it is
one more than the last. An instruction is the number of its kind and its operands, each of so many
bytes as it needs (LEB128). Operands at positions that mostly name ids hold the distance from the
last result, so that equal code is equal bytes wherever it stands. The kinds come first, the most
frequent one first: an opcode, a length, where the result's id is left out, and a mask of positions
with distances. All of it goes through DEFLATE, behind the number of words and that of bytes before
DEFLATE.
"""
import array
import collections
import zlib

MAGIC = 0x07230203
HEADER_WORDS = 5
KINDS = 512
POSITIONS = 7  # operands from this one on count as one position

# ---- ids in the order of their definition ----

# Words of an instruction that are no ids, by opcode: positions, or from ... on. Opcodes in none of
# these tables are not known here, and a module with one of them keeps its ids.
LITERALS = {
    12: (4,), 32: (2,), 39: (2,), 52: (3,), 54: (3,), 59: (3,), 68: (4,), 342: (4,),
    **{opcode: (4,) for opcode in range(349, 365)},
}
LITERALS_FROM = {
    3: 1, 5: 2, 6: 2, 10: 1, 11: 2, 14: 1, 16: 2, 17: 1, 21: 2, 22: 2, 23: 3, 24: 3, 43: 3, 50: 3,
    71: 2, 72: 2, 79: 5, 81: 4, 82: 5, 246: 3, 247: 2, 250: 4,
}
IDS_ALONE = {
    1, 19, 20, 28, 29, 30, 33, 41, 42, 44, 46, 48, 49, 51, 55, 56, 57, 65, 66, 77, 78, 80, 83, 84,
    224, 225, 245, 248, 249, 253, 254, 255, *range(109, 206), *range(227, 243), *range(333, 342), *range(343, 349), 365, 366, 400,
}
# Of these the result is operand 1, or there is none; of all others it is operand 2.
RESULT_FIRST = {11, *range(19, 39), 248}
NO_RESULT = {3, 5, 6, 10, 14, 15, 16, 17, 39, 56, 62, 71, 72, 224, 225, 228, 246, 247, 249, 250,
             251, 253, 254, 255}
ENTRY_POINT, SPEC_CONSTANT_OP, LOAD, STORE, SWITCH = 15, 52, 61, 62, 251
ALIGNED = 0x2  # of memory operands: a literal follows


def id_positions(words, first, opcode, length):
    """Of the instruction that begins at `first`; None if they are not known."""
    positions = range(1, length)
    if opcode in IDS_ALONE:
        return positions
    if opcode == SPEC_CONSTANT_OP:
        inner = LITERALS_FROM.get(words[first + 3])  # of which this has one word more
        return [k for k in positions if k != 3 and (inner is None or k <= inner)]
    if opcode in LITERALS:
        return [k for k in positions if k not in LITERALS[opcode]]
    if opcode in LITERALS_FROM:
        return range(1, min(length, LITERALS_FROM[opcode]))
    if opcode == ENTRY_POINT:
        end = 3
        while words[first + end] >> 24:  # the name's last word ends with a zero
            end += 1
        return [2, *range(end + 1, length)]
    if opcode in (LOAD, STORE):
        mask = 4 if opcode == LOAD else 3
        if length <= mask:
            return positions
        literals = (mask, mask + 1) if words[first + mask] & ALIGNED else (mask,)
        return [k for k in positions if k not in literals]
    if opcode == SWITCH:  # by 32 bits
        return [1, 2, *range(4, length, 2)]
    return None


def instructions(words):
    """Where each begins, its opcode and its length."""
    first = HEADER_WORDS
    while first < len(words):
        yield first, words[first] & 0xffff, words[first] >> 16
        first += words[first] >> 16


def result_position(opcode):
    """0 if it has no result."""
    return 0 if opcode in NO_RESULT else 1 if opcode in RESULT_FIRST else 2


def renumber(words):
    """The same module with the results' ids in the order of their definition."""
    numbers = {}
    for first, opcode, length in instructions(words):
        if id_positions(words, first, opcode, length) is None:
            return words
        if result_position(opcode):
            numbers[words[first + result_position(opcode)]] = len(numbers) + 1
    renumbered = array.array('I', words)
    for first, opcode, length in instructions(words):
        for k in id_positions(words, first, opcode, length):
            renumbered[first + k] = numbers.setdefault(words[first + k], len(numbers) + 1)
    renumbered[3] = len(numbers) + 1  # the bound
    return renumbered


# ---- bytes ----

def number(value):
    """LEB128."""
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7f | 0x80)
        value >>= 7
    encoded.append(value)
    return encoded


def distance(value, last):
    """Modulo 2^32, with the sign in the lowest bit."""
    difference = (value - last + 0x80000000 & 0xffffffff) - 0x80000000
    return 2 * difference if difference >= 0 else -2 * difference - 1


def byte_length(value):
    return max(1, (value.bit_length() + 6) // 7)


def find_kinds(words):
    """Each instruction's opcode, length, and the position of a result that is one more than the
    last; 0 if there is none."""
    last = 0
    for first, opcode, length in instructions(words):
        result = result_position(opcode)
        if result >= length or words[first + result] != last + 1:
            result = 0
        last += result > 0
        yield opcode, length, result


def stored(words):
    """Each instruction's kind, the last result, and the operands that are stored, by position."""
    last = 0
    for (first, _, length), kind in zip(instructions(words), find_kinds(words)):
        yield kind, last, [(min(k, POSITIONS), words[first + k])
                           for k in range(1, length) if k != kind[2]]
        last += kind[2] > 0


def choose_masks(words):
    """By opcode: a bit for each position that distances make shorter."""
    saved = collections.Counter()
    for (opcode, _, _), last, operands in stored(words):
        for position, word in operands:
            saved[opcode, position] += byte_length(word) - byte_length(distance(word, last))
    masks = collections.Counter()
    for (opcode, position), count in saved.items():
        masks[opcode] |= (count > 0) << position - 1
    return masks


def encode(words):
    """Its bytes before DEFLATE."""
    masks = choose_masks(words)
    kinds = [kind for kind, _ in collections.Counter(find_kinds(words)).most_common()]
    if len(kinds) > KINDS:
        raise ValueError(f'a module has {len(kinds)} kinds of instructions, more than {KINDS}')
    encoded = bytearray()
    for word in words[1:HEADER_WORDS]:
        encoded += number(word)
    encoded += number(len(kinds))
    for opcode, length, result in kinds:
        encoded += number(opcode) + number(length) + number(masks[opcode] << 2 | result)
    for kind, last, operands in stored(words):
        encoded += number(kinds.index(kind))
        for position, word in operands:
            relative = masks[kind[0]] >> position - 1 & 1
            encoded += number(distance(word, last) if relative else word)
    return encoded


def pack(words):
    """Its bytes, of an array of a module's words."""
    words = renumber(words)
    encoded = encode(words)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    sizes = number(len(words)) + number(len(encoded))
    return bytes(sizes) + deflate.compress(bytes(encoded)) + deflate.flush()


# ---- files ----

def read_module(path):
    """Of this machine's byte order, which is that of what glslang writes."""
    words = array.array('I', path.read_bytes())
    if list(words[:1]) != [MAGIC]:
        raise ValueError(f'{path} is not SPIR-V')
    return words


def write_bytes(name, packed):
    """An array of C, in lines of up to 100 columns."""
    lines = ['']
    for byte in packed:
        if len(lines[-1]) > 96:
            lines.append('')
        lines[-1] += f'{byte},'
    body = '\n'.join(lines)
    return f'static const uint8_t {name}[{len(packed)}] = {{\n{body}\n}};\n'
