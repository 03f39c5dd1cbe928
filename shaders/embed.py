#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: embed.py HEADER MODULE.spv...: writes the modules' words as arrays vks_spirv_MODULE."""
import array
import os
import pathlib
import sys


def embed(path):
    words = array.array('I', path.read_bytes())
    if words[:1] != array.array('I', [0x07230203]):
        sys.exit(f'embed.py: {path} is not SPIR-V of this machine\'s byte order')
    text = ','.join(map(str, words))
    return f'static const uint32_t vks_spirv_{path.stem}[{len(words)}] = {{{text}}};\n'


header = pathlib.Path(sys.argv[1])
part = header.with_suffix('.part')
with part.open('w', encoding='ascii') as out:
    out.writelines(embed(pathlib.Path(module)) for module in sys.argv[2:])
os.replace(part, header)
