# SPDX-License-Identifier: MIT
"""What transcripts have of Python: arrays, files of them, and plain sequential references."""
import bisect
import fcntl
import functools
import itertools
import json
import math
import operator
import os
import pathlib
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = {('UNSIGNED', 1): 'B', ('UNSIGNED', 2): 'H', ('UNSIGNED', 4): 'I', ('UNSIGNED', 8): 'Q',
         ('SIGNED', 1): 'b', ('SIGNED', 2): 'h', ('SIGNED', 4): 'i', ('SIGNED', 8): 'q',
         ('FLOAT', 2): 'e', ('FLOAT', 4): 'f', ('FLOAT', 8): 'd'}


# Options of a shape that drivers compile in a fraction of the time.
SMALL = '--tuning subgroup=128x1'


class Skip(Exception):
    """What a case needs is not here."""


def need(there, what):
    if not there and 'VKSCAN_REQUIRE_DEVICE' not in os.environ:
        raise Skip(f'no {what}')


def part(rows, of=4):
    """One in so many in the small size, in which what compiles alike is not tried again."""
    return list(rows)[::of if os.environ.get('VKSCAN_TEST_SIZE', 'small') == 'small' else 1]


def make_broken_pipe():
    """The number of a file descriptor."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def terminal(columns):
    """A terminal that is so wide: its own side, and a program's."""
    try:
        own, other = pty.openpty()
    except OSError:  # a chroot without /dev/pts
        need(False, 'terminal')
        raise
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    return own, other


# ---- types and operators ----

class Type:
    def __init__(self, _, name, size, components, _class, _key_class, kind, _needs):
        self.name, self.kind, self.components = name, kind, int(components)
        self.bytes = int(size) // self.components  # of a component
        self.size = int(size)
        self.code = CODES[kind, self.bytes]


def read_rows(name, macro):
    text = (ROOT / 'shaders' / name).read_text(encoding='utf-8')
    return [re.split(r',\s*', row) for row in re.findall(rf'^{macro}\((.*)\)$', text, re.M)]


TYPES = {row[1]: Type(*row) for row in read_rows('types.def', 'TYPE')}
SCALARS = [name for name, of in TYPES.items() if of.components == 1]
OPERATORS = [row[2] for row in read_rows('ops.def', r'\w+_OPERATOR')]
_HEADERS = ''.join(path.read_text(encoding='utf-8')  # too long for the shells' environment
                   for path in sorted((ROOT / 'include/vkscan').glob('*.h')))
FUNCTIONS = {'add': operator.add, 'mul': operator.mul, 'min': min, 'max': max,
             'and': operator.and_, 'or': operator.or_, 'xor': operator.xor}


def enumerators(name):
    """As the programs name them."""
    found = re.findall(rf'^ +VKSCAN_{name}_(\w+) = \d+,', _HEADERS, re.M)
    return [word.lower().replace('_', '-') for word in found]


PRIMITIVES = enumerators('PRIMITIVE')
ALGORITHMS = [name for name in enumerators('ALGORITHM') if name != 'textbook']  # a range's first


def library_version():
    return '.'.join(re.findall(r'^#define VKSCAN_VERSION_[A-Z]+ (\d+)', _HEADERS, re.M))


def has(type_name, op):
    return TYPES[type_name].kind != 'FLOAT' or op in ('add', 'mul', 'min', 'max')


def wrap(of, value):
    """An integer as the type has it."""
    if of.kind == 'FLOAT':
        return value
    value &= (1 << 8 * of.bytes) - 1
    return value - (1 << 8 * of.bytes) * (of.kind == 'SIGNED' and value >> 8 * of.bytes - 1)


def flat(elements):
    return [c for e in elements for c in (e if isinstance(e, tuple) else (e,))]


def pack(type_name, elements):
    components = flat(elements)
    return struct.pack(f'<{len(components)}{TYPES[type_name].code}', *components)


def unpack(type_name, data):
    of = TYPES[type_name]
    components = struct.unpack(f'<{len(data) // of.bytes}{of.code}', data)
    return list(components if of.components == 1 else zip(*[iter(components)] * of.components))


def as_type(type_name, elements):
    """The same bytes as elements of that type."""
    return unpack(type_name, elements if isinstance(elements, bytes) else pack('u32', elements))


# ---- files ----

def npy_with(dictionary, data=b'', version=1):
    """With NumPy's way to pad."""
    start = 10 if version == 1 else 12
    text = dictionary.encode()
    length = -(-(start + len(text) + 1) // 64) * 64 - start
    header = struct.pack('<H' if version == 1 else '<I', length)
    return b'\x93NUMPY' + bytes([version, 0]) + header + text.ljust(length - 1) + b'\n' + data


def npy(type_name, elements, shape=None, fortran=False):
    """Of elements in C order."""
    of = TYPES[type_name]
    if shape is None:
        shape = (len(elements),) + (of.components,) * (of.components > 1)
    return npy_with(f"{{'descr': '{'|' if of.bytes == 1 else '<'}{of.kind[0].lower().replace('s', 'i')}"
                    f"{of.bytes}', 'fortran_order': {fortran}, 'shape': {shape}, }}",
                    pack(type_name, by_columns(elements, shape) if fortran else elements))


def printed(type_name, line):
    """The element that is a line."""
    parse = float if TYPES[type_name].kind == 'FLOAT' else int
    assert line.endswith('\n') and line.count('\n') == 1, line
    components = [parse(text) for text in line.split(',')]
    return unpack(type_name, pack(type_name, components))[0]


def contents(name, type_name, elements):
    return (npy if name.endswith('.npy') else pack)(type_name, elements)


def write(name, type_name, elements):
    """As NumPy's where the name says so."""
    write_bytes(name, contents(name, type_name, elements))


def write_bytes(name, data):
    pathlib.Path(name).write_bytes(data)


def read_bytes(name):
    return pathlib.Path(name).read_bytes()


def read(name, type_name):
    return unpack(type_name, read_bytes(name))


def check(name, type_name, elements):
    """The file has these and nothing else, bit for bit."""
    found, expected = read_bytes(name), contents(name, type_name, elements)
    assert len(found) == len(expected), f'{name} has {len(found)} bytes, not {len(expected)}'
    differing = next((i for i in range(len(found)) if found[i] != expected[i]), None)
    assert differing is None, f'{name} differs in byte {differing}'


def wait_for_files(count):
    """Until the directory has so many; for ten seconds at most."""
    for _ in range(10000):
        if len(os.listdir()) == count:
            return
        time.sleep(0.001)
    raise AssertionError(f'there are {os.listdir()}')


def write_script(name, commands):
    write_bytes(name, f'#!/bin/sh\n{commands}\n'.encode())
    os.chmod(name, 0o755)


# ---- data ----

@functools.cache
def data(type_name, op='add', count=5003, seed=1):
    """Of which results are exact in any order: of floats small sums, and products about 1."""
    of, source = TYPES[type_name], random.Random(seed)
    twos = itertools.cycle((2.0, 0.5))

    def component():
        if of.kind != 'FLOAT':
            return wrap(of, source.getrandbits(8 * of.bytes))
        if op == 'mul':
            return next(twos) if source.random() < 0.2 else source.choice((1.0, -1.0))
        if op == 'add':
            return float(source.randint(-1, 1))
        return struct.unpack(of.code, struct.pack(of.code, source.uniform(-60000, 60000)))[0]

    if of.components == 1:
        return [component() for _ in range(count)]
    return [tuple(component() for _ in range(of.components)) for _ in range(count)]


def plans(turn):
    """Types and operators: 32-bit scalars with each, of others a third with one."""
    numbers = {name: number for number, name in enumerate(TYPES, 1)}
    for name, number in numbers.items():
        for place, op in enumerate(OPERATORS):
            if has(name, op) and (number <= 3 or (number + turn) % 3 == 0 and
                                  place == number % len(OPERATORS) % (4 if TYPES[name].kind == 'FLOAT' else 7)):
                yield name, op


def algorithm_for(type_name, textbook):
    """The textbook's algorithms compute 32 bits, and take the least time to compile."""
    return textbook if type_name in ('u32', 'i32', 'f32') else 'subgroup'


# ---- reductions and scans ----

def combining(type_name, op):
    of, function = TYPES[type_name], FUNCTIONS[op]
    if of.components > 1:
        return lambda left, right: tuple(wrap(of, function(*pair)) for pair in zip(left, right))
    return lambda left, right: wrap(of, function(left, right))


def identity(type_name, op):
    of = TYPES[type_name]
    if of.kind == 'FLOAT':
        one = {'add': 0.0, 'mul': 1.0, 'min': float('inf'), 'max': float('-inf')}[op]
    else:
        lowest = -(1 << 8 * of.bytes - 1) if of.kind == 'SIGNED' else 0
        one = {'mul': 1, 'and': -1, 'max': lowest, 'min': ~lowest}.get(op, 0)
        one = wrap(of, one)
    return one if of.components == 1 else (one,) * of.components


def wide(type_name, op):
    """The type in which `vkscan reduce` computes."""
    of = TYPES[type_name]
    if of.kind == 'FLOAT' or of.components > 1 or op not in ('add', 'mul'):
        return type_name
    return f'{type_name[0]}64'


def reduced(type_name, op, elements, seed=None):
    first = identity(type_name, op) if seed is None else seed
    return functools.reduce(combining(type_name, op), elements, first)


def scanned(type_name, op, elements, seed=None, exclusive=False):
    first = identity(type_name, op) if seed is None else seed
    results = list(itertools.accumulate(elements, combining(type_name, op), initial=first))
    return results[:-1] if exclusive else results[1:]


def segmented(type_name, op, elements, heads, reverse=False, **options):
    """Each segment, which begins where a head is true, by itself."""
    turn = -1 if reverse else 1
    begins = [i for i, head in enumerate(heads) if i == 0 or head] + [len(heads)]
    segments = [elements[first:end][::turn] for first, end in zip(begins, begins[1:])]
    return sum((scanned(type_name, op, segment, **options)[::turn] for segment in segments), [])


def tree(items, seed=0.0, exclusive=False):
    """The sums of f32 at the level `everywhere`: results, and the total. Tiles have 128 leaves of 8
    vectors of 4, halves are summed by halves, and so are tiles."""
    def add(left, right):
        return single(left + right)

    def visit(first, leaves, before):
        if leaves > 1:
            half = leaves // 2
            left = visit(first, half, before)
            return add(left, visit(first + half * 32, half, add(before, left)))
        vectors = []
        for at in range(first, first + 32, 4):
            vector = items[at:at + 4]
            for i, result in enumerate(itertools.accumulate(vector, add, initial=before)):
                if 0 <= i - (not exclusive) < len(vector):
                    results[at + i - (not exclusive)] = result
            vectors.append(functools.reduce(add, vector + [0.0] * (4 - len(vector))))
            before = add(before, vectors[-1])
        return functools.reduce(add, vectors)

    results = [0.0] * len(items)
    tiles = range(0, len(items), 4096)
    totals = [add(0.0, visit(first, 128, 0.0)) for first in tiles]
    prefixes, total = ([seed], totals[0]) if len(totals) == 1 else tree(totals, seed, True)
    for first, prefix in zip(tiles, prefixes):
        visit(first, 128, prefix)
    return results, total


# ---- axes of arrays in C order ----

def by_columns(elements, shape):
    """In Fortran order."""
    strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    return [elements[sum(map(operator.mul, reversed(at), strides))]
            for at in itertools.product(*map(range, reversed(shape)))]


def along(elements, shape, axis, function):
    """A list for each line of elements along the axis; returns all of them as such lines, and their shape."""
    inner = math.prod(shape[axis:][1:])
    lines = [[function(elements[first + i:first + shape[axis] * inner:inner]) for i in range(inner)]
             for first in range(0, len(elements), shape[axis] * inner)]
    results = [result for matrix in lines for row in zip(*matrix) for result in row]
    changed = list(shape)
    changed[axis] = len(lines[0][0])
    return results, tuple(changed)


# ---- selections and sorts ----

def runs(count, seed=1):
    """Of u32 below 4096, of which a quarter is as the one before."""
    source, results = random.Random(seed), [7]
    while len(results) < count:
        results.append(results[-1] if source.random() < 0.25 else source.randrange(4096))
    return results


def groups(elements, group_of):
    """The positions of group 1, then 2, then of the rest; and the numbers of the first two."""
    places = {1: [], 2: [], 0: []}
    for i, element in enumerate(elements):
        places[group_of(i, element)].append(i)
    return places[1] + places[2] + places[0], len(places[1]), len(places[2])


def where(elements, keeps):
    return [i for i, element in enumerate(elements) if keeps(element)]


def firsts(elements):
    """The positions of what differs from the one before."""
    return [i for i, element in enumerate(elements) if i == 0 or element != elements[i - 1]]


def picked(elements, places):
    return [elements[i] for i in places]


def key_forms(type_name, elements):
    """Unsigned integers that order like the keys: NaN is last, and -0 is below 0."""
    of = TYPES[type_name]
    sign = 1 << 8 * of.bytes - 1
    bits = unpack(f'u{8 * of.bytes}', pack(type_name, elements))
    if of.kind == 'SIGNED':
        return [b ^ sign for b in bits]
    if of.kind == 'UNSIGNED':
        return bits
    return [2 * sign - 1 if e != e else b ^ (2 * sign - 1 if b & sign else sign)
            for b, e in zip(bits, elements)]


def sorting(type_name, elements, mask=-1, descending=False):
    """The positions in order; equal ones keep theirs."""
    forms = [form & mask for form in key_forms(type_name, elements)]
    return sorted(range(len(elements)), key=forms.__getitem__, reverse=descending)


# ---- histograms ----

def single(value):
    """Rounded to f32."""
    return struct.unpack('f', struct.pack('f', value))[0]


def even_bin(type_name, element, bins, first, last, closed=False):
    """Of integers the floor of an exact quotient; of floats between numpy.linspace's edges."""
    if TYPES[type_name].kind != 'FLOAT':
        if closed and element == last:
            return bins - 1
        return (element - first) * bins // (last - first) if first <= element < last else None
    fit = single if type_name == 'f32' else float
    step = (last - first) / bins
    return edge_bin(element, [fit(i * step + first) for i in range(bins)] + [fit(last)], closed)


def edge_bin(element, edges, closed=False):
    """The last one that begins at or below the element."""
    if closed and element == edges[-1]:
        return len(edges) - 2
    place = bisect.bisect_right(edges, element) - 1 if element == element else -1
    return place if 0 <= place < len(edges) - 1 else None


def counted(elements, bins, bin_of, weights=None):
    """The bins' counters, and how many elements are outside of all."""
    counters = [0] * bins
    places = [bin_of(element) for element in elements]
    for place, weight in zip(places, weights or itertools.repeat(1)):
        if place is not None:
            counters[place] += weight
    return counters, places.count(None)


# ---- what vkscan-bench reports ----
def conversions():
    """Pairs of a type and another that results of it may have."""
    for source, result in itertools.permutations(SCALARS, 2):
        of, to = TYPES[source], TYPES[result]
        if 'FLOAT' not in (of.kind, to.kind) and of.bytes < 4:
            if to.bytes >= 4:
                yield source, result
        elif of.kind == to.kind and to.bytes == 2 * of.bytes:
            yield source, result


def turned(turn, reducing, scanning):
    """A primitive, an algorithm that computes it, and its limit."""
    primitive = PRIMITIVES[turn % 3]
    reduces = primitive == 'reduce'
    return primitive, reducing if reduces else scanning, 'read' if reduces else 'copy'


COLUMNS = r'    elements  algorithm {11}      ms   \+-% Gelem/s    GB/s of (read|copy|move|pass)  vs (CPU|CUB)'
ROW = r'([ *]) *(\S+) +(\S+)( \(\S+\))?' + r' +([\d.]+(?:e[+-]\d+)?)' * 6


def tables(text):
    """Checks all but what differs from run to run; and tells the title, the limit, and for each
    size the algorithms."""
    device, *blocks, end = text.split('\n\n')
    assert re.match(r'.+\n.*, Vulkan 1\.', device) and re.fullmatch(r'GOLD TEST PASSED!( \d+ results? verified)?\n', end), (device, end)
    peer = '\nCUB' in device
    for block in blocks:
        rows = block.split('\n')
        columns = re.fullmatch(COLUMNS, rows[0])
        if columns:
            assert columns[2] == ('CUB' if peer else 'CPU'), block
            limit = columns[1]
            print(f'{title}, of {limit}')
            print(tell_rows(rows[1:], limit, peer))
        elif re.fullmatch(ROW, rows[0]):
            print(tell_rows(rows, limit, peer))
        else:
            title, = rows


def tell_rows(lines, limit, peer):
    """Of one size: the limit, the CPU unless there is a peer, and algorithms, of which one of the
    fastest is marked."""
    assert max(len(line) for line in lines) <= 80, lines
    rows = [re.fullmatch(ROW, line) for line in lines]
    assert all(rows), lines
    names = [row[3] for row in rows]
    others = 1 if peer else 2
    assert names[:others] == [limit, 'cpu'][:others] and len({row[2] for row in rows}) == 1, names
    assert (names[-1] == 'cub') == peer
    assert rows[-1 if peer else 1][10] in ('1.00', '1.000'), 'not against itself'
    own = rows[others:-1] if peer else rows[others:]
    assert all(bool(row[4]) == (row[3] == 'auto') for row in own), lines
    marked = [row for row in rows if row[1] == '*']
    assert len(marked) == 1 and marked[0] in own, 'not one mark'
    assert float(marked[0][5]) <= min(float(row[5]) for row in own), 'not the fastest'
    return f'{rows[0][2]} {" ".join(names[others:])}'


def numbers_behind(text, label):
    """Those above 0 on the line that begins with the label."""
    line = re.search(rf'^{re.escape(label)}(.*)$', text, re.M)[1]
    return [number for number in line.split()[:4] if float(number) > 0]


def report(name):
    """The JSON, which ends with its line."""
    text = pathlib.Path(name).read_text(encoding='utf-8')
    assert text.endswith('}\n')
    return json.loads(text)


def close(value, expected):
    assert abs(value - expected) <= 1e-9 * abs(expected), (value, expected)


def same_cells(name, rows):
    """The CSV file has what the rows of a report have; returns their number."""
    lines = read_bytes(name).decode().split('\n')
    assert lines.pop() == '', 'no end of line'
    assert lines.pop(0) == ','.join(rows[0]), 'other names'
    for line, row in itertools.zip_longest(lines, rows):
        for text, value in itertools.zip_longest(line.split(','), row.values()):
            if isinstance(value, (bool, str)):
                assert text == {True: 'true', False: 'false'}.get(value, value), (text, value)
            else:
                assert float(text) == value, (text, value)
    return len(rows)


def check_svg(text):
    """Every tag is closed in turn, and the outermost is svg."""
    assert text.startswith('<?xml ')
    root = xml.etree.ElementTree.fromstring(text.encode())
    assert root.tag.endswith('svg') and len(list(root.iter())) > 5


def write_run(name, *rows, device='a', driver='b'):
    """A report, of rows of an algorithm, elements, milliseconds and other members."""
    results = [{'primitive': 'reduce', 'algorithm': algorithm, 'type': 'u32', 'op': 'add', 'n': count,
                'ms_median': time, **dict(*more)} for algorithm, count, time, *more in rows]
    run = {'vkscan': '0.1.0', 'device': {'name': device, 'driver': driver}, 'results': results}
    write_bytes(name, json.dumps(run).encode())


def slow_down(name, factor):
    run = report(name)
    for row in run['results']:
        row['ms_median'] *= factor
    write_bytes(name, json.dumps(run).encode() + b'\n')


HEAD = ('"version": "3.0.1", "runtime": "CUDA 13.0", "driver": "CUDA 13.1", '
        '"device": "Abacus"')
TIMES = '"repeats": 7, "ms_min": 1, "ms_median": 2, "ms_max": 4'
ANSWER = f"echo '{{{HEAD}, \"result\": {{{TIMES}, \"verified\": true}}}}'"


def place_peer(commands, always=':'):
    """Beside a copy of vkscan-bench a script that says what it is, or is to measure."""
    bench = os.environ['VKSCAN_BENCH_PROGRAM']
    for name in ('vkscan-bench', 'vkscan-report'):
        shutil.copy(os.path.join(os.path.dirname(bench), name), name)
    write_script('vkscan-peer-cub', f'{always}\ncase "$*" in\n*--count*) {commands or ":"};;\n'
                 f"*) echo '{{{HEAD}}}';;\nesac")


def measured(text, repeats):
    """A peer's answer; whether it is verified."""
    answer = json.loads(text)
    assert list(answer) == ['version', 'runtime', 'driver', 'device', 'result'], answer
    result = answer['result']
    assert list(result) == ['repeats', 'ms_min', 'ms_median', 'ms_max', 'verified'], result
    assert result['repeats'] == repeats
    assert 0 < result['ms_min'] <= result['ms_median'] <= result['ms_max'], result
    assert isinstance(result['verified'], bool)
    return result['verified']
