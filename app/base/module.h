// SPDX-License-Identifier: MIT
//
// Modules: shared libraries of the program's own, which are opened only by what needs the
// large libraries behind them.

#ifndef BASE_MODULE_H
#define BASE_MODULE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define MODULE_PATH (PATH_MAX + 64)

// Writes the path of the module `name`, which is built in app/`folder`. Returns false if
// it is not installed: a build may lack it.
bool module_find(const char *folder, const char *name, char path[MODULE_PATH]);

// The first member of the struct that a module exports: it identifies a module of another
// build.
struct module_head {
    const char *version; // FPSTRIPE_VERSION
    size_t data_size;    // a checksum of the structs that program and module share
};

// Opens such a module, which stays open until the program ends. Returns the address of
// `symbol`; NULL, after logging "subject: why", if it is not installed, `without` being
// what a build then lacks, cannot be opened, or has another head.
struct module {
    const char *folder, *name, *symbol;
    const char *subject, *without;
    size_t data_size;
};
const void *module_open(const struct module *module);

#endif // BASE_MODULE_H
