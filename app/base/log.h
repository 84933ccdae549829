// SPDX-License-Identifier: MIT
//
// Messages on standard error. The function that detects a failure logs it; its callers do
// not.

#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

#define LOG_PRINTF(string, first) __attribute__((__format__(__printf__, string, first)))

// "fpstripe: " before each, a line feed after. Control characters are replaced, so
// that a driver's string stays one line.
void log_error(const char *format, ...) LOG_PRINTF(1, 2);
void log_warning(const char *format, ...) LOG_PRINTF(1, 2);

// The same as log_error, but not held: for the last line of a process, and for what is no
// error.
void log_end(const char *format, ...) LOG_PRINTF(1, 2);

// Only with -v (level 1 and up).
void log_info(const char *format, ...) LOG_PRINTF(1, 2);

// 0 errors and warnings, 1 and what happens.
void log_level(int level);

// The last line given to log_error, without prefix, or "": the reason that a row of a
// table shows. Valid until the next log call.
const char *log_last_error(void);

// The same without "SUBJECT: ", if it begins so: for a row that names the subject itself.
const char *log_last_reason(const char *subject);

// While held, log_error keeps its line for log_last_error and prints nothing: for a
// caller that shows the reason itself. Nests.
void log_hold(bool hold);

#endif // BASE_LOG_H
