#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: embed.py HEADER MODULE.spv...: writes the modules, packed, as arrays vks_module_MODULE."""
import concurrent.futures
import os
import pathlib
import sys

sys.dont_write_bytecode = True
from spirv import pack, read_module, write_bytes


def embed(path):
    return write_bytes(f'vks_module_{path.stem}', pack(read_module(path)))


def main():
    header = pathlib.Path(sys.argv[1])
    part = header.with_suffix('.part')
    with concurrent.futures.ProcessPoolExecutor() as pool, part.open('w', encoding='ascii') as out:
        try:
            out.writelines(pool.map(embed, map(pathlib.Path, sys.argv[2:])))
        except ValueError as error:
            sys.exit(f'embed.py: {error}')
    os.replace(part, header)


if __name__ == '__main__':
    main()
