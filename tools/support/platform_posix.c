/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN, sync_file_range */
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STEP_MAX ((size_t)1 << 30) /* bytes of one read or write */

extern char **environ;

/* ---- the process ---- */

static bool hold(int fd)
{
    const int unusable = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

    return fcntl(fd, F_GETFD) >= 0 || open("/dev/null", unusable) == fd;
}

bool platform_open_streams(void)
{
    /* Writes fail with EPIPE and EFBIG then. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return hold(STDIN_FILENO) && hold(STDOUT_FILENO) && hold(STDERR_FILENO);
}

bool platform_has_terminal(void)
{
    return isatty(STDERR_FILENO);
}

unsigned platform_columns(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static double read_clock(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

double platform_now_ms(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double platform_cpu_ms(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

bool platform_set_environment(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0;
}

unsigned platform_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count > 0 ? (unsigned)count : 0;
}

uint64_t platform_free_memory(void)
{
    FILE *from = fopen("/proc/meminfo", "r"); /* of Linux alone */
    char line[128];
    unsigned long long number;
    uint64_t free = 0;

    while (from && fgets(line, sizeof(line), from))
        if (sscanf(line, "MemAvailable: %llu", &number) == 1 ||
            sscanf(line, "SwapFree: %llu", &number) == 1)
            free += (uint64_t)number << 10;
    if (from)
        fclose(from);
    return free;
}

struct thread {
    void (*run)(void *user, unsigned index);
    void *user;
    unsigned index;
    pthread_t id;
    bool runs;
};

static void *start_thread(void *argument)
{
    const struct thread *thread = argument;

    thread->run(thread->user, thread->index);
    return NULL;
}

void platform_run_threads(unsigned count, void (*run)(void *user, unsigned index), void *user)
{
    struct thread threads[PLATFORM_THREADS_MAX];

    for (unsigned i = 0; i < count; i++) {
        threads[i] = (struct thread){.run = run, .user = user, .index = i};
        threads[i].runs =
            i + 1 < count && pthread_create(&threads[i].id, NULL, start_thread, &threads[i]) == 0;
        if (!threads[i].runs)
            run(user, i);
    }
    for (unsigned i = 0; i < count; i++)
        if (threads[i].runs)
            pthread_join(threads[i].id, NULL);
}

bool platform_program_path(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);

    path[length < 0 ? 0 : length] = '\0';
    return length > 0;
}

/* ---- files ---- */

int platform_open(const char *path, enum platform_access access)
{
    return open(path, (access == PLATFORM_READ ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
}

bool platform_close(int fd)
{
    return close(fd) == 0;
}

ptrdiff_t platform_read(int fd, void *data, size_t size)
{
    ssize_t bytes;

    do
        bytes = read(fd, data, size < STEP_MAX ? size : STEP_MAX);
    while (bytes < 0 && errno == EINTR);
    return bytes;
}

ptrdiff_t platform_write(int fd, const void *data, size_t size)
{
    ssize_t bytes;

    do
        bytes = write(fd, data, size < STEP_MAX ? size : STEP_MAX);
    while (bytes < 0 && errno == EINTR);
    return bytes;
}

int64_t platform_position(int fd)
{
    return lseek(fd, 0, SEEK_CUR);
}

bool platform_go_to(int fd, int64_t position)
{
    return lseek(fd, position, SEEK_SET) == position;
}

ptrdiff_t platform_read_at(int fd, void *data, size_t size, int64_t position)
{
    ssize_t bytes;

    do
        bytes = pread(fd, data, size < STEP_MAX ? size : STEP_MAX, position);
    while (bytes < 0 && errno == EINTR);
    return bytes;
}

static void describe(const struct stat *file, struct platform_status *status)
{
    *status = (struct platform_status){
        .kind = S_ISREG(file->st_mode)   ? PLATFORM_FILE
                : S_ISDIR(file->st_mode) ? PLATFORM_FOLDER
                                         : PLATFORM_OTHER,
        .mode = file->st_mode & 0777,
        .size = file->st_size,
        .volume = (uint64_t)file->st_dev,
        .index = (uint64_t)file->st_ino,
    };
}

bool platform_status(int fd, struct platform_status *status)
{
    struct stat file;

    if (fstat(fd, &file) != 0)
        return false;
    describe(&file, status);
    return true;
}

bool platform_find(const char *path, struct platform_status *status)
{
    struct stat file;

    if (stat(path, &file) != 0)
        return false;
    describe(&file, status);
    return true;
}

bool platform_is_same(const struct platform_status *a, const struct platform_status *b)
{
    return a->volume == b->volume && a->index == b->index;
}

bool platform_is_link(const char *path)
{
    struct stat link;
    const int error = errno;
    const bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);

    errno = error;
    return is_link;
}

bool platform_can_write(const char *path)
{
    return access(path, W_OK) == 0;
}

bool platform_can_run(const char *path)
{
    return access(path, X_OK) == 0;
}

char *platform_resolve(const char *path)
{
    return realpath(path, NULL);
}

const char *platform_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool platform_is_same_name(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* ---- files that replace others ---- */

static const int interruptions[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

#define INTERRUPTION_COUNT (sizeof(interruptions) / sizeof(interruptions[0]))

static const char *volatile to_remove[PLATFORM_TEMPORARIES_MAX];

static void remove_and_die(int signal_number)
{
    for (size_t i = 0; i < PLATFORM_TEMPORARIES_MAX; i++) {
        const char *name = to_remove[i];
        if (name)
            unlink(name);
    }
    raise(signal_number); /* takes the default action as soon as this handler returns */
}

static void handle_interruptions(void)
{
    const struct sigaction action = {.sa_handler = remove_and_die, .sa_flags = (int)SA_RESETHAND};

    for (size_t i = 0; i < INTERRUPTION_COUNT; i++) {
        struct sigaction before;
        /* Whoever started the program may have it ignore signals, as nohup does. */
        if (sigaction(interruptions[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(interruptions[i], &action, NULL);
    }
}

/* Replaces one name by another. NULL stands for a free place. */
static void exchange_removal(const char *before, const char *after)
{
    for (size_t i = 0; i < PLATFORM_TEMPORARIES_MAX; i++)
        if (to_remove[i] == before) {
            to_remove[i] = after;
            return;
        }
}

unsigned platform_mode_of_new_files(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* Calls mkstemp with interruptions blocked until the file is registered for removal. */
int platform_create_temporary(char *name)
{
    sigset_t blocked, before;

    handle_interruptions();
    sigemptyset(&blocked);
    for (size_t i = 0; i < INTERRUPTION_COUNT; i++)
        sigaddset(&blocked, interruptions[i]);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    const int fd = mkstemp(name);
    if (fd >= 0)
        exchange_removal(NULL, name);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return fd;
}

bool platform_set_mode(int fd, unsigned mode)
{
    return fchmod(fd, (mode_t)mode) == 0;
}

void platform_forget_temporary(const char *name)
{
    exchange_removal(name, NULL);
}

bool platform_flush(int fd)
{
    return fsync(fd) == 0;
}

void platform_start_flush(int fd)
{
#ifdef SYNC_FILE_RANGE_WRITE
    sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); /* a failure is platform_flush()'s to tell */
#else
    (void)fd;
#endif
}

bool platform_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

FILE *platform_open_nameless(void)
{
    return tmpfile();
}

bool platform_rewind(FILE *file)
{
    return fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0;
}

/* ---- another program ---- */

int platform_run(char *const arguments[], FILE *const streams[3], struct platform_end *end)
{
    posix_spawn_file_actions_t actions;
    int wait_status = 0;
    pid_t child;

    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        posix_spawn_file_actions_adddup2(&actions, fileno(streams[fd]), fd);
    error = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!error && waitpid(child, &wait_status, 0) < 0)
        error = errno == EINTR ? 0 : errno;
    end->by_signal = WIFSIGNALED(wait_status);
    end->status = end->by_signal ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
    return error;
}
