// SPDX-License-Identifier: MIT

#include "base/module.h"

#include "base/environment.h"
#include "base/log.h"
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Returns true if the program is in the build tree where it was made: there its modules
// are not installed yet. Elsewhere, a module beside the program may be anybody's.
static bool is_in_build(void)
{
    char program[PATH_MAX], build[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    size_t used;

    if (length <= 0 || !realpath(FPSTRIPE_BUILD_DIR, build))
        return false;
    program[length] = '\0';
    used = strlen(build);
    return !strncmp(program, build, used) && program[used] == '/';
}

bool module_find(const char *folder, const char *name, char path[MODULE_PATH])
{
    if (is_in_build())
        snprintf(path, MODULE_PATH, "%s/app/%s/%s", FPSTRIPE_BUILD_DIR, folder, name);
    else
        snprintf(path, MODULE_PATH, "%s/%s", FPSTRIPE_MODULE_DIR, name);
    return access(path, R_OK) == 0;
}

const void *module_open(const struct module *module)
{
    char path[MODULE_PATH];

    if (!module_find(module->folder, module->name, path)) {
        log_error("%s: %s is not installed in %s (built without %s?)", module->subject,
                  module->name, FPSTRIPE_MODULE_DIR, module->without);
        return NULL;
    }
    void *library = environment_dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const struct module_head *head = library ? dlsym(library, module->symbol) : NULL;
    if (!head) {
        log_error("%s: %s", module->subject, dlerror());
        return NULL;
    }
    if (strcmp(head->version, FPSTRIPE_VERSION) || head->data_size != module->data_size) {
        log_error("%s: %s belongs to another build (%s)", module->subject, module->name,
                  head->version);
        return NULL;
    }
    return head;
}
