// SPDX-License-Identifier: MIT

#include "base/log.h"

#include "base/out.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOG_LINE 1024

static int verbosity;
static int held; // how often
static char last_error[LOG_LINE];

// Makes one write a line, so that lines of several processes do not mix. On a terminal it
// erases the rest of the row, which a progress bar may have used.
static void log_print_line(const char *kind, const char *line)
{
    char whole[LOG_LINE + 64];
    const char *end = isatty(STDERR_FILENO) ? "\033[K\n" : "\n";
    int length = snprintf(whole, sizeof whole, "fpstripe: %s%s%s", kind, line, end);

    out_flush();
    if (write(STDERR_FILENO, whole, (size_t) length) < 0)
        return; // there is nowhere left to say it
}

static void format_line(char line[LOG_LINE], const char *format, va_list arguments)
{
    vsnprintf(line, LOG_LINE, format, arguments);
    text_clean(line); // a driver's string stays on its line, and does nothing to it
}

void log_error(const char *format, ...)
{
    va_list arguments;
    char line[LOG_LINE];

    va_start(arguments, format);
    format_line(line, format, arguments);
    va_end(arguments);

    memcpy(last_error, line, sizeof last_error);
    if (!held)
        log_print_line("", line);
}

void log_end(const char *format, ...)
{
    va_list arguments;
    char line[LOG_LINE];

    va_start(arguments, format);
    format_line(line, format, arguments);
    va_end(arguments);
    log_print_line("", line);
}

void log_warning(const char *format, ...)
{
    va_list arguments;
    char line[LOG_LINE];

    va_start(arguments, format);
    format_line(line, format, arguments);
    va_end(arguments);
    log_print_line("warning: ", line);
}

void log_info(const char *format, ...)
{
    va_list arguments;
    char line[LOG_LINE];

    if (verbosity < 1)
        return;
    va_start(arguments, format);
    format_line(line, format, arguments);
    va_end(arguments);
    log_print_line("", line);
}

void log_level(int level)
{
    verbosity = level;
}

const char *log_last_error(void)
{
    return last_error;
}

const char *log_last_reason(const char *subject)
{
    size_t length = strlen(subject);
    bool named =
        !strncmp(last_error, subject, length) && !strncmp(last_error + length, ": ", 2);

    return named ? last_error + length + 2 : last_error;
}

void log_hold(bool hold)
{
    held += hold ? 1 : -1;
}
