/* SPDX-License-Identifier: MIT */
/*
 * What the programs need of an operating system beyond C11: platform_posix.c and
 * platform_windows.c.
 *
 * Functions that can fail set errno. Descriptors are those of POSIX, or of Windows' C library.
 */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PLATFORM_INPUT = 0, PLATFORM_OUTPUT = 1, PLATFORM_ERROR = 2 };

/* ---- the process ---- */

/* Opens standard streams that are closed, each in the direction that cannot be used, so that no
 * other file gets its descriptor. Failing writes are then errors, and no byte is translated. */
bool platform_open_streams(void);

/* Whether standard error is a terminal that understands escape sequences. */
bool platform_has_terminal(void);

/* Characters of a line of standard output; 0: it is no terminal. */
unsigned platform_columns(void);

/* Of a monotonic clock. */
double platform_now_ms(void);

/* That all threads of the process have had of the processors. */
double platform_cpu_ms(void);

/* Of this process, for libraries that are loaded later too. */
bool platform_set_environment(const char *name, const char *value);

/* Processors that are online; 0: unknown. */
unsigned platform_processors(void);

#define PLATFORM_THREADS_MAX 64

/* Calls run(user, i) for each i below count, PLATFORM_THREADS_MAX at most, each on a thread of its
 * own as far as the system has some, and waits for all. */
void platform_run_threads(unsigned count, void (*run)(void *user, unsigned index), void *user);

/* The path of the running program. */
bool platform_program_path(char *path, size_t size);

/* ---- files ---- */

enum platform_access { PLATFORM_READ, PLATFORM_WRITE };

/* A file that exists; -1 on failure. */
int platform_open(const char *path, enum platform_access access);
bool platform_close(int fd);

/* Bytes read or written, which may be fewer than size; -1 on failure. */
ptrdiff_t platform_read(int fd, void *data, size_t size);
ptrdiff_t platform_write(int fd, const void *data, size_t size);

/* The position in bytes; -1 where there is none, as in a pipe. */
int64_t platform_position(int fd);
bool platform_go_to_start(int fd);

enum platform_kind { PLATFORM_FILE, PLATFORM_FOLDER, PLATFORM_OTHER };

struct platform_status {
    enum platform_kind kind;
    unsigned mode; /* permissions, for platform_create_temporary */
    int64_t size;  /* bytes */
    uint64_t volume, index;
};

bool platform_status(int fd, struct platform_status *status);
bool platform_find(const char *path, struct platform_status *status);
bool platform_is_same(const struct platform_status *a, const struct platform_status *b);

/* Whether the path is a link, of which platform_find finds what it links to. */
bool platform_is_link(const char *path);
bool platform_can_write(const char *path);
bool platform_can_run(const char *path);

/* The path with all links resolved, for free(); NULL on failure. */
char *platform_resolve(const char *path);

/* The part of a path behind its folder; and whether two such parts name the same file. */
const char *platform_file_name(const char *path);
bool platform_is_same_name(const char *a, const char *b);

/* ---- files that replace others ---- */

#define PLATFORM_TEMPORARIES_MAX 4 /* at a time */

/* The permissions of files that the user makes. */
unsigned platform_mode_of_new_files(void);

/* A new file whose name is made of the given one by replacing the X's at its end. If the program is
 * interrupted it is removed, until platform_forget_temporary. -1 on failure. */
int platform_create_temporary(char *name);
bool platform_set_mode(int fd, unsigned mode);
void platform_forget_temporary(const char *name);

/* Waits until the file is on the disk. */
bool platform_flush(int fd);

/* Renames a file to another name, whose file it replaces. */
bool platform_replace(const char *from, const char *to);

/* A file without a name, open for reading and writing; NULL on failure. */
FILE *platform_open_nameless(void);

/* Sets both the stream and its descriptor to the start. */
bool platform_rewind(FILE *file);

/* ---- another program ---- */

struct platform_end {
    bool by_signal;
    int status; /* its exit status, or the signal that ended it; 0: all is well */
};

/*
 * Runs arguments[0], a path, or without a folder a name to look for in PATH, to its end. Its
 * standard input, output and error are the three streams. Returns an errno: ENOENT if there is
 * none.
 */
int platform_run(char *const arguments[], FILE *const streams[3], struct platform_end *end);

#endif
