#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the ready-made operators' headers, and copies them into the folder named, of the prefix."""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

build = pathlib.Path(os.environ['MESON_BUILD_ROOT'])
meson = shlex.split(os.environ['MESONINTROSPECT'])[:-1]
folder = pathlib.Path(os.environ['MESON_INSTALL_DESTDIR_PREFIX'], sys.argv[1])

subprocess.run([*meson, 'compile', '-C', build, 'operators'], check=True,
               stdout=subprocess.DEVNULL if 'MESON_INSTALL_QUIET' in os.environ else None)
folder.mkdir(parents=True, exist_ok=True)
for header in sorted((build / 'include/vkscan/operators').glob('*.h')):
    shutil.copyfile(header, folder / header.name)
