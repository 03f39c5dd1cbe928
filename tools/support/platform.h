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
 * other file gets its descriptor. Failing writes are then errors, and no byte is translated. Call
 * it first in main. On failure not even an error can be printed. */
bool platform_open_streams(void);

/* Tells whether standard error is a terminal that understands escape sequences. */
bool platform_has_terminal(void);

/* Returns the characters of a line of standard output; 0: it is no terminal. */
unsigned platform_columns(void);

/* Returns the time of a monotonic clock. */
double platform_now_ms(void);

/* Returns the processor time of all threads of the process. */
double platform_cpu_ms(void);

/* Sets an environment variable of this process, for libraries that are loaded later too. */
bool platform_set_environment(const char *name, const char *value);

/* Returns the number of processors that are online; 0: unknown. */
unsigned platform_processors(void);

/* Returns the bytes of memory that processes may still take, without what the system keeps of
 * files; 0: unknown. */
uint64_t platform_free_memory(void);

#define PLATFORM_THREADS_MAX 64

/* Calls run(user, i) for each i below count, PLATFORM_THREADS_MAX at most, and waits for all calls.
 * Each is on a thread of its own as far as the system has some. */
void platform_run_threads(unsigned count, void (*run)(void *user, unsigned index), void *user);

/* Stores the path of the running program. */
bool platform_program_path(char *path, size_t size);

/* ---- files ---- */

enum platform_access { PLATFORM_READ, PLATFORM_WRITE };

/* Opens a file that exists. Returns -1 on failure. */
int platform_open(const char *path, enum platform_access access);
bool platform_close(int fd);

/* Return the number of bytes read or written, which may be less than size; -1 on failure. */
ptrdiff_t platform_read(int fd, void *data, size_t size);
ptrdiff_t platform_write(int fd, const void *data, size_t size);

/* Returns the position in bytes; -1 where there is none, as in a pipe. */
int64_t platform_position(int fd);
bool platform_go_to(int fd, int64_t position);

/* Reads like platform_read(), at a position. Threads may read one file at a time. Where the file's
 * own position is afterwards differs between systems. */
ptrdiff_t platform_read_at(int fd, void *data, size_t size, int64_t position);

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

/* Tells whether the path is a link. platform_find() finds what a link leads to. */
bool platform_is_link(const char *path);
bool platform_can_write(const char *path);
bool platform_can_run(const char *path);

/* Returns the path with all links resolved, for free(); NULL on failure. */
char *platform_resolve(const char *path);

/* Returns the part of a path behind its folder. platform_is_same_name() tells whether two such
 * parts name the same file. */
const char *platform_file_name(const char *path);
bool platform_is_same_name(const char *a, const char *b);

/* ---- files that replace others ---- */

#define PLATFORM_TEMPORARIES_MAX 4 /* temporary files that can exist at a time */

/* Returns the permissions of files that the user makes. */
unsigned platform_mode_of_new_files(void);

/* Creates a file. Its name is the given one with other letters in place of the X's at the end. If
 * the program is interrupted, the file is removed, until platform_forget_temporary(). Returns -1 on
 * failure. */
int platform_create_temporary(char *name);
bool platform_set_mode(int fd, unsigned mode);
void platform_forget_temporary(const char *name);

/* Waits until the file is on the disk. platform_start_flush() lets what has been written be on its
 * way, where the system can do that without waiting. */
bool platform_flush(int fd);
void platform_start_flush(int fd);

/* Renames a file to another name, and replaces that name's file. */
bool platform_replace(const char *from, const char *to);

/* Opens a file without a name for reading and writing. Returns NULL on failure. */
FILE *platform_open_nameless(void);

/* Sets both the stream and its descriptor to the start. */
bool platform_rewind(FILE *file);

/* ---- another program ---- */

struct platform_end {
    bool by_signal;
    int status; /* exit status, or the signal that ended the program; 0: all is well */
};

/* Runs a program to its end. arguments[0] is a path, or without a folder a name to look for in
 * PATH. The three streams are the program's standard input, output and error. Returns an errno:
 * ENOENT if there is no such program. */
int platform_run(char *const arguments[], FILE *const streams[3], struct platform_end *end);

#endif
