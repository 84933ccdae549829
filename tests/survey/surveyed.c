// SPDX-License-Identifier: MIT

#include "tests/survey/surveyed.h"

#include "capture/capture.h"
#include "device/device.h"
#include "device/fake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct report survey_simulated(const char *id, const struct survey_options *options)
{
    struct survey_pictures pictures = { 0 };
    struct capture capture = { 0 };
    struct report report = { 0 };
    struct device device;

    assert_true(fake_open(&device, id));
    assert_true(survey(&device, options, &capture, &report, &pictures));
    assert_true(report.complete);
    survey_pictures_finish(&pictures);
    capture_finish(&capture);
    device.close(&device);
    return report;
}
