# SPDX-License-Identifier: MIT
"""The kernels' modules, for programs that compile them: tools/amalgamate and tools/vkscan-operator.

What modules there are is read from the literals of the meson.build beside this file.
"""
import argparse
import array
import ast
import collections
import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess

SHADERS = pathlib.Path(__file__).resolve().parent
# Of the repository, or of an installation.
HEADER = SHADERS.parent / 'include/vkscan/vkscan.h'
if not HEADER.is_file():
    HEADER = SHADERS.parent / 'vkscan.h'

# name: of the module without its class, so the kernel's and its variant's; kernel: the source;
# folders: those that its files are looked for in, behind its class's.
Module = collections.namedtuple('Module', 'name element_class kernel folders options')


class Failure(Exception):
    """Its text is one sentence."""


def read(path):
    try:
        return path.read_text(encoding='utf-8')
    except OSError as error:
        raise Failure(f'cannot read {path}: {error.strerror}') from error
    except UnicodeDecodeError as error:
        raise Failure(f'{path}: is no text in UTF-8, and so no GLSL') from error


def version():
    """Major, minor and patch, as text."""
    return re.findall(r'^#define VKSCAN_VERSION_\w+ (\d+)', read(HEADER), re.M)


def kernel_interface():
    return int(re.search(r'^#define KERNEL_INTERFACE (\d+)$',
                         read(SHADERS / 'kernel_interface.h'), re.M)[1])


class ShaderBuild:
    """The literals of shaders/meson.build."""

    def __init__(self):
        self.path = SHADERS / 'meson.build'
        rooms = self.literal('kernels')
        self.production = dict(sorted(row for room in rooms.values() for row in room.items()))
        self.textbook = self.literal('textbook_kernels')
        self.room_of = {kernel: room for room, rows in rooms.items() for kernel in rows}
        self.textbook_classes = self.literal('textbook_classes')
        self.flags = self.literal('glslang_options')
        self.class_folders = self.literal('class_folders')
        self.default_folders = self.literal('default_folders')
        self.optimizer_options = self.literal('optimizer_options')
        self.address_options = self.literal('address_options')
        self.optimized_by_address = self.literal('optimized_by_address')
        self.packed_classes = self.literal('packed_classes')
        self.packed_kernels = self.literal('packed_kernels')

    def literal(self, name):
        found = re.search(rf'^{name} = ([\[{{](?:\n.*?^[\]}}]|[^\n]*))$', read(self.path),
                          re.M | re.S)
        try:
            return ast.literal_eval(found[1])
        except (TypeError, ValueError, SyntaxError):
            raise Failure(f'{self.path} does not set {name} to a literal') from None

    def has(self, kernel, row, name, cls):
        """Tells whether a kernel, or the variant of this name, has modules of a class."""
        if cls in self.packed_kernels:
            return name in self.packed_kernels[cls]
        if 'classes' in row:
            return cls in row['classes']
        return cls != 'predicate' and (kernel in self.production or cls in self.textbook_classes)

    def options_of(self, name, by_address):
        """`name` is the module's without addresses."""
        options = tuple(self.address_options if by_address else ())
        is_optimized = not by_address or name in self.optimized_by_address
        return options + tuple(self.optimizer_options if is_optimized else ())

    def modules_of(self, kernels, classes, addresses):
        """Returns those of each kernel of a table, its variants, and these with addresses."""
        modules = []
        both = [False, True] if addresses else [False]
        for kernel, row in kernels.items():
            room = self.room_of.get(kernel, 'textbook')
            for name, variant in {kernel: row, **row.get('variants', {})}.items():
                source = f'{room}/{variant.get("source", kernel)}.comp'
                folders = (*variant.get('folders', []), *self.default_folders)
                for by_address in both if kernel in self.production else [False]:
                    modules += [Module(name + '_by_address' * by_address, cls, source, folders,
                                       self.options_of(name, by_address))
                                for cls in classes if self.has(kernel, row, name, cls)]
        return modules


@functools.lru_cache(None)
def class_folders():
    return ShaderBuild().class_folders


def folders_of(module):
    """Returns those that glslang searches, in that order."""
    room = pathlib.Path(module.kernel).parent
    folders = [*class_folders()[module.element_class], room / module.element_class, *module.folders]
    return [SHADERS, *(SHADERS / folder for folder in folders)]


@functools.lru_cache(None)
def includes_of(path):
    return re.findall(r'^ *# *include "(.*)"', read(path), re.M)


def files_of_module(module):
    found = set()
    waiting = [SHADERS / module.kernel]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            for name in includes_of(path):  # not a file of the library's: the user's
                places = [folder / name for folder in [path.parent, *folders_of(module)]]
                waiting += [place for place in places if place.is_file()][:1]
    return found


def files_of(modules):
    """Their sources, and what these include in either branch of each condition."""
    return sorted(set().union(*map(files_of_module, modules)))


# ---- the modules' words ----

def find_glslang(program='glslangValidator'):
    found = shutil.which(program)
    if not found:
        raise Failure(f'{program} is not there, which compiles the shaders')
    return found


def run_glslang(command):
    """Its output, and whether it succeeded."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(f'cannot run {command[0]}: {error.strerror}') from error
    return done.stdout + done.stderr, done.returncode == 0


def module_path(module, folder):
    return folder / f'{module.name}_{module.element_class}.spv'


def compile_module(module, build, glslang, folder):
    """`glslang` is the command, with options of the caller's."""
    command = [*glslang, *build.flags, *(f'-I{searched}' for searched in folders_of(module)),
               *module.options, '-o', str(module_path(module, folder)),
               str(SHADERS / module.kernel)]
    output, succeeded = run_glslang(command)
    if not succeeded:
        raise Failure(f'{" ".join(command)} failed: {output.strip()}')


def compile_modules(modules, build, glslang, folder):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda module: compile_module(module, build, glslang, folder), modules))


def read_words(module, folder):
    path = module_path(module, folder)
    try:
        words = array.array('I', path.read_bytes())
    except OSError as error:
        raise Failure(f'cannot read {path}: {error.strerror}') from error
    except ValueError:
        words = []
    if list(words[:1]) != [0x07230203]:
        raise Failure(f'{path} is not SPIR-V')
    return words


# ---- what programs write and read ----

def write_file(path, text):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(path.suffix + '.part')
        part.write_text(text, encoding='utf-8', newline='\n')
        os.replace(part, path)
    except OSError as error:
        raise Failure(f'cannot write {path}: {error.strerror}') from error


def write_depfile(path, target, files):
    escaped = [str(file).replace('\\', '/').replace(' ', '\\ ') for file in files]
    write_file(path, f'{target}: {" ".join(escaped)}\n')


class Once(argparse.Action):
    """Stores a value. One that is given twice is refused, unless it is a NAME or a PROGRAM: of these
    the last counts, as in vkscan's options."""
    def __call__(self, parser, namespace, value, option=None):
        before = getattr(namespace, self.dest)
        if option and before is not self.default and self.metavar not in ('NAME', 'PROGRAM'):
            parser.error(f'option {option} is given twice; give it once' +
                         ', with commas between' * (self.metavar == 'LIST'))
        setattr(namespace, self.dest, value)


class Parser(argparse.ArgumentParser):
    def __init__(self, **options):
        super().__init__(**options)
        self.register('action', None, Once)

    def error(self, message):
        self.exit(2, f'{self.prog}: {message}\n')
