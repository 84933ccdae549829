// SPDX-License-Identifier: MIT
//
// fail_calls PROGRAM [ARG]...: runs it, and lets the system call that $FAULTS_STATE says
// fail. The file is a struct state, as fail_memory.c has it. The calls of `table` are
// counted, those of all processes and threads together, from the first fcntl on, which
// main() makes. Exit status: that of the program, 128 + N where signal N ended it, 77
// where the kernel lets no process answer for another one's calls.
//
// How it works: a filter (seccomp, SECCOMP_RET_USER_NOTIF, Linux 5.9) asks this process
// what each of these calls returns: it says so, or lets the kernel do the call. Nobody is
// traced: under a tracer the program is watched by no one (base/watch.h).

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHORT  4096 // in place of an errno: half is written
#define ERRORS 4
#define CHUNK  65536

// What a test writes and reads: its format is in failing.py too.
struct state {
    long calls, at, forever;
    char who[4072]; // name of the call, of the error, and what it is about
};

// What each call fails with, in turn; from `at` on with the first. `path` is its argument
// that is a path, `fd` that is a descriptor; from 1, 0: none.
static const struct {
    int number;
    const char *name;
    int path, fd, errors[ERRORS];
} table[] = {
    { SYS_openat, "openat", 2, 0, { EACCES, EMFILE, EIO, ENOSPC } },
    { SYS_read, "read", 0, 1, { EIO, EINTR } },
    { SYS_pread64, "pread64", 0, 1, { EIO } },
    { SYS_write, "write", 0, 1, { ENOSPC, EIO, EINTR, SHORT } },
    { SYS_writev, "writev", 0, 1, { ENOSPC, EIO } },
    { SYS_pwrite64, "pwrite64", 0, 1, { ENOSPC, EIO } },
    { SYS_close, "close", 0, 1, { EIO, ENOSPC } },
    { SYS_fsync, "fsync", 0, 1, { EIO, ENOSPC } },
    { SYS_lseek, "lseek", 0, 1, { EIO, ESPIPE } },
    { SYS_fstat, "fstat", 0, 1, { EIO, ENOMEM } },
    { SYS_flock, "flock", 0, 1, { ENOLCK, EIO } },
    { SYS_newfstatat, "newfstatat", 2, 0, { EIO, EACCES, ENOMEM } },
    { SYS_faccessat, "faccessat", 2, 0, { EIO, EACCES } },
    { SYS_readlinkat, "readlinkat", 2, 0, { EIO, EACCES } },
    { SYS_getdents64, "getdents64", 0, 1, { EIO, ENOMEM } },
    { SYS_renameat, "renameat", 2, 0, { EACCES, ENOSPC, EIO } },
    { SYS_linkat, "linkat", 4, 0, { EACCES, ENOSPC, EIO } },
    { SYS_renameat2, "renameat2", 2, 0, { EACCES, ENOSPC, EIO } },
    { SYS_unlinkat, "unlinkat", 2, 0, { EACCES, EIO } },
    { SYS_mkdirat, "mkdirat", 2, 0, { EACCES, ENOSPC, EIO } },
    { SYS_ftruncate, "ftruncate", 0, 1, { EIO } },
    { SYS_fcntl, "fcntl", 0, 1, { EMFILE, EINVAL } },
    { SYS_ioctl, "ioctl", 0, 1, { EIO } },
    { SYS_dup3, "dup3", 0, 1, { EMFILE } },
    { SYS_pipe2, "pipe2", 0, 0, { EMFILE, ENFILE } },
    { SYS_ppoll, "ppoll", 0, 0, { ENOMEM, EINTR } },
    { SYS_mmap, "mmap", 0, 5, { ENOMEM, EACCES } },
    { SYS_mprotect, "mprotect", 0, 0, { ENOMEM } },
    { SYS_munmap, "munmap", 0, 0, { ENOMEM } },
    { SYS_mremap, "mremap", 0, 0, { ENOMEM } },
    { SYS_clone, "clone", 0, 0, { EAGAIN, ENOMEM } },
    { SYS_clone3, "clone3", 0, 0, { EAGAIN, ENOMEM } },
    { SYS_execve, "execve", 1, 0, { EACCES, ENOMEM } },
    { SYS_kill, "kill", 0, 0, { EPERM } },
    { SYS_prctl, "prctl", 0, 0, { EINVAL } },
    { SYS_sigaltstack, "sigaltstack", 0, 0, { ENOMEM } },
    { SYS_sched_getaffinity, "sched_getaffinity", 0, 0, { EPERM } },
    { SYS_prlimit64, "prlimit64", 0, 0, { EPERM } },
    { SYS_getrandom, "getrandom", 0, 0, { ENOSYS } },
    { SYS_socket, "socket", 0, 0, { EMFILE } },
    { SYS_socketpair, "socketpair", 0, 0, { EMFILE, ENFILE } },
    { SYS_sendto, "sendto", 0, 1, { ENOBUFS, EPIPE } },
    { SYS_recvfrom, "recvfrom", 0, 1, { EIO, ENOMEM } },
    { SYS_memfd_create, "memfd_create", 0, 0, { EMFILE } },
#ifdef SYS_rename // and what else newer architectures do without
    { SYS_stat, "stat", 1, 0, { EIO, EACCES } },
    { SYS_lstat, "lstat", 1, 0, { EIO, EACCES } },
    { SYS_access, "access", 1, 0, { EIO, EACCES } },
    { SYS_readlink, "readlink", 1, 0, { EIO, EACCES } },
    { SYS_rename, "rename", 1, 0, { EACCES, ENOSPC, EIO } },
    { SYS_unlink, "unlink", 1, 0, { EACCES, EIO } },
    { SYS_mkdir, "mkdir", 1, 0, { EACCES, ENOSPC, EIO } },
    { SYS_rmdir, "rmdir", 1, 0, { EACCES, EIO } },
    { SYS_dup2, "dup2", 0, 1, { EMFILE, EINTR } },
    { SYS_pipe, "pipe", 0, 0, { EMFILE, ENFILE } },
    { SYS_poll, "poll", 0, 0, { ENOMEM, EINTR } },
    { SYS_fork, "fork", 0, 0, { EAGAIN } },
    { SYS_vfork, "vfork", 0, 0, { EAGAIN } },
#endif
};
#define CALLS ((int) (sizeof table / sizeof *table))

// Which call of the table fails from `at` on, after it has.
static int failed = -1;
static struct state *state;
static bool started;

static void *shared(size_t size, int fd)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

// Returns the descriptor to which the kernel sends its questions, or -1.
static int install_filter(void)
{
    struct sock_filter code[CALLS + 3] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    struct sock_fprog program = { CALLS + 3, code };

    for (int i = 0; i < CALLS; i++)
        code[1 + i] = (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                    (unsigned) table[i].number,
                                                    (unsigned char) (CALLS - i), 0);
    code[CALLS + 1] = (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[CALLS + 2] =
        (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return -1;
    return (int) syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                         SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

// A descriptor of another process, as one of this.
static int take_descriptor(pid_t thread, int fd)
{
    int process = (int) syscall(SYS_pidfd_open, thread, 0);

    if (process < 0)
        process = (int) syscall(SYS_pidfd_open, thread, O_EXCL); // not its first thread
    int taken = (int) syscall(SYS_pidfd_getfd, process, fd, 0);

    if (process >= 0)
        close(process);
    return taken;
}

// What the call is about: a path, or that of its descriptor.
static void describe(const struct seccomp_notif *asked, int i, char *text, size_t size)
{
    char link[64];
    ssize_t length = -1;

    if (table[i].path) {
        struct iovec to = { text, size - 1 };
        struct iovec from = { (void *) asked->data.args[table[i].path - 1], size - 1 };

        for (; length < 0 && from.iov_len > 0; from.iov_len /= 2)
            length = process_vm_readv((pid_t) asked->pid, &to, 1, &from, 1, 0);
    } else if (table[i].fd) {
        snprintf(link, sizeof link, "/proc/%u/fd/%d", asked->pid,
                 (int) asked->data.args[table[i].fd - 1]);
        length = readlink(link, text, size - 1);
    }
    text[length > 0 ? length : 0] = 0;
}

// Writes half of what is to be written. Returns how much.
static ssize_t write_half(const struct seccomp_notif *asked)
{
    char bytes[CHUNK];
    size_t half = (asked->data.args[2] + 1) / 2;
    struct iovec to = { bytes, half < CHUNK ? half : CHUNK };
    struct iovec from = { (void *) asked->data.args[1], to.iov_len };
    int fd = take_descriptor((pid_t) asked->pid, (int) asked->data.args[0]);
    ssize_t size = process_vm_readv((pid_t) asked->pid, &to, 1, &from, 1, 0);

    size = size < 0 ? -EIO : write(fd, bytes, (size_t) size);
    close(fd);
    return size;
}

// A close that fails closes all the same.
static void close_there(int listener, const struct seccomp_notif *asked)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct seccomp_notif_addfd place = { .id = asked->id,
                                         .flags = SECCOMP_ADDFD_FLAG_SETFD,
                                         .srcfd = (unsigned) null,
                                         .newfd = (unsigned) asked->data.args[0],
                                         .newfd_flags = O_CLOEXEC };

    ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &place);
    close(null);
}

// Whether a library, or a folder of libraries, is looked for where there is none: some
// two hundred places for each.
static bool is_search(const char *about)
{
    const char *const places[] = { "/lib/", "/usr/lib/" };

    for (int i = 0; i < 2; i++)
        if (!strncmp(about, places[i], strlen(places[i])))
            return access(about, F_OK) != 0 || !strstr(about, ".so");
    return false;
}

// What goes to standard error is how a failure is told.
static bool is_counted(const struct seccomp_notif *asked, const char *about)
{
    started |= asked->data.nr == SYS_fcntl;
    return started && !is_search(about) &&
           !(asked->data.nr == SYS_write && asked->data.args[0] == STDERR_FILENO);
}

// The error of a call of the table's row i, or 0: none.
static int error_of(const struct seccomp_notif *asked, int i)
{
    long before = state->calls;
    char about[512];
    int error = 0;

    describe(asked, i, about, sizeof about);
    if (!is_counted(asked, about))
        return 0;
    for (int kind = 0; kind < ERRORS && table[i].errors[kind]; kind++)
        if (++state->calls == state->at)
            error = table[i].errors[kind];
    if (!error) {
        bool again = state->forever && failed == i && before >= state->at;

        return again ? table[i].errors[0] : 0;
    }
    failed = i;
    snprintf(state->who, sizeof state->who, "%s %s %s", table[i].name,
             error == SHORT ? "SHORT" : strerrorname_np(error), about);
    return error;
}

static void answer(int listener, const struct seccomp_notif *asked)
{
    struct seccomp_notif_resp told = { .id = asked->id };
    int i = 0, error;

    while (table[i].number != asked->data.nr)
        i++;
    error = error_of(asked, i);
    if (error == 0)
        told.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else if (error == SHORT)
        told.val = write_half(asked);
    else
        told.error = -error;
    if (error && asked->data.nr == SYS_close)
        close_there(listener, asked);
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &told); // it may have been killed
}

// Until no process is left that could ask.
static void serve(int listener)
{
    struct pollfd wait = { .fd = listener, .events = POLLIN };

    while (poll(&wait, 1, -1) >= 0 && !(wait.revents & POLLHUP)) {
        struct seccomp_notif asked = { 0 };

        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) == 0)
            answer(listener, &asked);
    }
}

static int status_of(pid_t process)
{
    int how;

    while (waitpid(process, &how, 0) < 0)
        if (errno != EINTR)
            return 77;
    return WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
}

// The child's descriptor, once it says which; it is asked about its next call.
static int listen_to(pid_t process, const atomic_int *number)
{
    while (atomic_load(number) == 0)
        usleep(100);
    return atomic_load(number) < 0 ? -1 : take_descriptor(process, atomic_load(number));
}

int main(int argc, char **argv)
{
    int fd = argc < 2 ? -1 : open(getenv("FAULTS_STATE"), O_RDWR | O_CLOEXEC), listener;
    atomic_int *number = shared(sizeof *number, -1);
    pid_t process;

    state = fd < 0 ? NULL : shared(sizeof *state, fd);
    if (!state || !number || (process = fork()) < 0)
        return 2;
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        atomic_store(number, install_filter());
        if (atomic_load(number) >= 0)
            execv(argv[1], argv + 1);
        _exit(77);
    }
    listener = listen_to(process, number);
    if (listener < 0) {
        kill(process, SIGKILL);
        waitpid(process, NULL, 0);
        fprintf(stderr, "no process may answer for another one's system calls here\n");
        return 77;
    }
    serve(listener);
    return status_of(process);
}
