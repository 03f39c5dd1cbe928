/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define STEP_MAX ((size_t)1 << 30) /* bytes of one read or write */
#define COMMAND_SIZE 32768         /* bytes of a command line, the most that CreateProcess takes */

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Sets errno according to the last error of a function of Windows. Returns false. */
static bool fail(void)
{
    static const struct {
        DWORD windows;
        int c;
    } rows[] = {
        {ERROR_ALREADY_EXISTS, EEXIST}, {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_DISK_FULL, ENOSPC},      {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_FILE_NOT_FOUND, ENOENT}, {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_INVALID_NAME, ENOENT},   {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_PATH_NOT_FOUND, ENOENT}, {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    };
    const DWORD error = GetLastError();

    errno = EACCES;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].windows == error)
            errno = rows[i].c;
    return false;
}

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* ---- the process ---- */

static bool hold(int fd)
{
    const int unusable = fd == PLATFORM_INPUT ? _O_WRONLY : _O_RDONLY;

    if (handle_of(fd) == INVALID_HANDLE_VALUE && _open("NUL", unusable) != fd)
        return false;
    return _setmode(fd, _O_BINARY) != -1;
}

bool platform_open_streams(void)
{
    return hold(PLATFORM_INPUT) && hold(PLATFORM_OUTPUT) && hold(PLATFORM_ERROR);
}

bool platform_has_terminal(void)
{
    const HANDLE error = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode;

    return GetConsoleMode(error, &mode) &&
           SetConsoleMode(error, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

unsigned platform_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;

    return GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) ? info.dwSize.X : 0;
}

double platform_now_ms(void)
{
    LARGE_INTEGER frequency, now;

    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return (double)now.QuadPart * 1e3 / (double)frequency.QuadPart;
}

/* Converts units of 100 ns. */
static double ms_of(FILETIME time)
{
    return (double)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) / 1e4;
}

double platform_cpu_ms(void)
{
    FILETIME created, ended, kernel, user;

    GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user);
    return ms_of(kernel) + ms_of(user);
}

bool platform_set_environment(const char *name, const char *value)
{
    return _putenv_s(name, value) == 0;
}

unsigned platform_processors(void)
{
    SYSTEM_INFO info;

    GetSystemInfo(&info);
    return info.dwNumberOfProcessors;
}

uint64_t platform_free_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof(status)};

    return GlobalMemoryStatusEx(&status) ? status.ullAvailPageFile : 0;
}

struct thread {
    void (*run)(void *user, unsigned index);
    void *user;
    unsigned index;
    HANDLE handle; /* NULL: the caller ran it */
};

static DWORD WINAPI start_thread(void *argument)
{
    const struct thread *thread = argument;

    thread->run(thread->user, thread->index);
    return 0;
}

void platform_run_threads(unsigned count, void (*run)(void *user, unsigned index), void *user)
{
    struct thread threads[PLATFORM_THREADS_MAX];

    for (unsigned i = 0; i < count; i++) {
        threads[i] = (struct thread){.run = run, .user = user, .index = i};
        if (i + 1 < count)
            threads[i].handle = CreateThread(NULL, 0, start_thread, &threads[i], 0, NULL);
        if (!threads[i].handle)
            run(user, i);
    }
    for (unsigned i = 0; i < count; i++)
        if (threads[i].handle) {
            WaitForSingleObject(threads[i].handle, INFINITE);
            CloseHandle(threads[i].handle);
        }
}

bool platform_program_path(char *path, size_t size)
{
    const DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);

    return (length > 0 && length < size) || fail();
}

/* ---- files ---- */

int platform_open(const char *path, enum platform_access access)
{
    return _open(path,
                 (access == PLATFORM_READ ? _O_RDONLY : _O_WRONLY) | _O_BINARY | _O_NOINHERIT);
}

bool platform_close(int fd)
{
    return _close(fd) == 0;
}

ptrdiff_t platform_read(int fd, void *data, size_t size)
{
    return _read(fd, data, (unsigned)(size < STEP_MAX ? size : STEP_MAX));
}

ptrdiff_t platform_write(int fd, const void *data, size_t size)
{
    return _write(fd, data, (unsigned)(size < STEP_MAX ? size : STEP_MAX));
}

/* Returns -1 for a pipe, for which the C library tells a position, too. */
int64_t platform_position(int fd)
{
    return GetFileType(handle_of(fd)) == FILE_TYPE_DISK ? _lseeki64(fd, 0, SEEK_CUR) : -1;
}

bool platform_go_to(int fd, int64_t position)
{
    return platform_position(fd) >= 0 && _lseeki64(fd, position, SEEK_SET) == position;
}

ptrdiff_t platform_read_at(int fd, void *data, size_t size, int64_t position)
{
    OVERLAPPED at = {.Offset = (DWORD)position, .OffsetHigh = (DWORD)(position >> 32)};
    DWORD bytes = 0;

    if (!ReadFile(handle_of(fd), data, (DWORD)(size < STEP_MAX ? size : STEP_MAX), &bytes, &at) &&
        GetLastError() != ERROR_HANDLE_EOF) {
        fail();
        return -1;
    }
    return (ptrdiff_t)bytes;
}

static void describe(HANDLE file, struct platform_status *status)
{
    BY_HANDLE_FILE_INFORMATION info;

    /* Wine tells nothing about files that are standard streams. */
    *status = (struct platform_status){.kind = PLATFORM_OTHER};
    if (GetFileType(file) != FILE_TYPE_DISK || !GetFileInformationByHandle(file, &info))
        return;
    *status = (struct platform_status){
        .kind = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? PLATFORM_FOLDER : PLATFORM_FILE,
        .size = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow),
        .volume = info.dwVolumeSerialNumber,
        .index = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
    };
}

bool platform_status(int fd, struct platform_status *status)
{
    describe(handle_of(fd), status);
    return true;
}

bool platform_find(const char *path, struct platform_status *status)
{
    const HANDLE file =
        CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS /* opens folders too */, NULL);

    if (file == INVALID_HANDLE_VALUE)
        return fail();
    describe(file, status);
    CloseHandle(file);
    return true;
}

bool platform_is_same(const struct platform_status *a, const struct platform_status *b)
{
    return a->kind != PLATFORM_OTHER && a->volume == b->volume && a->index == b->index;
}

bool platform_is_link(const char *path)
{
    const DWORD attributes = GetFileAttributesA(path);

    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_REPARSE_POINT;
}

bool platform_can_write(const char *path)
{
    return _access(path, 2) == 0;
}

bool platform_can_run(const char *path)
{
    return _access(path, 0) == 0;
}

char *platform_resolve(const char *path)
{
    return _fullpath(NULL, path, 0);
}

const char *platform_file_name(const char *path)
{
    const char *name = path;

    for (; *path; path++)
        if (*path == '/' || *path == '\\' || *path == ':')
            name = path + 1;
    return name;
}

bool platform_is_same_name(const char *a, const char *b)
{
    return _stricmp(a, b) == 0;
}

/* ---- files that replace others ---- */

/* The console reports interruptions on a thread of its own. */
static SRWLOCK to_remove_lock = SRWLOCK_INIT;
static const char *to_remove[PLATFORM_TEMPORARIES_MAX];

/* Removes the temporary files. The lock stays taken, as the process ends. */
static BOOL WINAPI remove_temporaries(DWORD event)
{
    (void)event;
    AcquireSRWLockExclusive(&to_remove_lock);
    for (size_t i = 0; i < PLATFORM_TEMPORARIES_MAX; i++)
        if (to_remove[i])
            DeleteFileA(to_remove[i]); /* deleted as soon as it is closed */
    return FALSE;                      /* the default action comes next */
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
    return 0;
}

/* Replaces the X's by letters. */
static void fill_name(char *name)
{
    static unsigned calls;
    uint64_t number = GetTickCount64() * 4096 + GetCurrentProcessId() * 64 + calls++;

    for (char *x = name + strlen(name); x > name && x[-1] == 'X'; number /= 26)
        *--x = (char)('a' + number % 26);
}

/* Creates a file that others may delete while it is open, as remove_temporaries() does. */
static HANDLE create_new(const char *name, DWORD flags)
{
    return CreateFileA(name, GENERIC_READ | GENERIC_WRITE,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_NEW,
                       flags, NULL);
}

int platform_create_temporary(char *name)
{
    SetConsoleCtrlHandler(remove_temporaries, FALSE);
    SetConsoleCtrlHandler(remove_temporaries, TRUE);
    fill_name(name);
    AcquireSRWLockExclusive(&to_remove_lock);
    const HANDLE file = create_new(name, FILE_ATTRIBUTE_NORMAL);
    if (file != INVALID_HANDLE_VALUE)
        exchange_removal(NULL, name);
    ReleaseSRWLockExclusive(&to_remove_lock);
    if (file == INVALID_HANDLE_VALUE) {
        fail();
        return -1;
    }
    return _open_osfhandle((intptr_t)file, _O_BINARY);
}

bool platform_set_mode(int fd, unsigned mode)
{
    (void)fd;
    (void)mode;
    return true;
}

void platform_forget_temporary(const char *name)
{
    AcquireSRWLockExclusive(&to_remove_lock);
    exchange_removal(name, NULL);
    ReleaseSRWLockExclusive(&to_remove_lock);
}

bool platform_flush(int fd)
{
    return _commit(fd) == 0;
}

void platform_start_flush(int fd)
{
    (void)fd;
}

bool platform_replace(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) || fail();
}

FILE *platform_open_nameless(void)
{
    char name[2 * MAX_PATH];
    const DWORD length = GetTempPathA(MAX_PATH, name);

    if (length == 0 || length >= MAX_PATH) {
        fail();
        return NULL;
    }
    strcpy(name + length, "vkscan-XXXXXXXXXXXX");
    fill_name(name);
    const HANDLE file = create_new(name, FILE_FLAG_DELETE_ON_CLOSE);
    if (file == INVALID_HANDLE_VALUE) {
        fail();
        return NULL;
    }
    return _fdopen(_open_osfhandle((intptr_t)file, _O_BINARY), "w+b");
}

bool platform_rewind(FILE *file)
{
    return fflush(file) == 0 && _lseeki64(_fileno(file), 0, SEEK_SET) == 0;
}

/* ---- another program ---- */

/* Appends an argument in quotes, from which the C library of the other program takes it again:
 * backslashes in front of a quote are doubled. Returns false if it does not fit. */
static bool append_argument(char command[COMMAND_SIZE], const char *argument)
{
    char *to = command + strlen(command);
    size_t backslashes = 0;

    if ((size_t)(to - command) + 2 * strlen(argument) + 4 > COMMAND_SIZE)
        return false;
    if (to > command)
        *to++ = ' ';
    *to++ = '"';
    for (;; argument++) {
        if (!*argument || *argument == '"')
            for (; backslashes > 0; backslashes--)
                *to++ = '\\';
        if (!*argument)
            break;
        if (*argument == '"')
            *to++ = '\\';
        backslashes = *argument == '\\' ? backslashes + 1 : 0;
        *to++ = *argument;
    }
    *to++ = '"';
    *to = '\0';
    return true;
}

static HANDLE inheritable(FILE *stream)
{
    const HANDLE process = GetCurrentProcess();
    HANDLE copy = INVALID_HANDLE_VALUE;

    DuplicateHandle(process, handle_of(_fileno(stream)), process, &copy, 0, TRUE,
                    DUPLICATE_SAME_ACCESS);
    return copy;
}

int platform_run(char *const arguments[], FILE *const streams[3], struct platform_end *end)
{
    char command[COMMAND_SIZE] = "";
    PROCESS_INFORMATION child;
    DWORD status = 0;

    for (size_t i = 0; arguments[i]; i++)
        if (!append_argument(command, arguments[i]))
            return E2BIG;
    STARTUPINFOA startup = {
        .cb = sizeof(startup),
        .dwFlags = STARTF_USESTDHANDLES,
        .hStdInput = inheritable(streams[PLATFORM_INPUT]),
        .hStdOutput = inheritable(streams[PLATFORM_OUTPUT]),
        .hStdError = inheritable(streams[PLATFORM_ERROR]),
    };
    const bool started =
        CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child) || fail();
    const int error = started ? 0 : errno;
    CloseHandle(startup.hStdInput);
    CloseHandle(startup.hStdOutput);
    CloseHandle(startup.hStdError);
    if (!started)
        return error;
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    *end = (struct platform_end){.status = (int)status};
    return 0;
}
