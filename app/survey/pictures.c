// SPDX-License-Identifier: MIT

#include "survey/pictures.h"

#include "measure/measure.h"

static void pictures_finish(struct survey_picture *picture)
{
    pixels_finish(&picture->got);
    pixels_finish(&picture->want);
    *picture = (struct survey_picture){ 0 };
}

// Returns true if the headline, as it is so far, describes the stage and precision of a
// result.
static bool in_headline(const struct report *report, const struct result *result)
{
    struct report so_far = *report;

    report_conclude(&so_far);
    return result->stage == so_far.headline_stage &&
           result->precision == so_far.headline_precision;
}

static int rank(const struct result *result, enum probe_page page)
{
    bool guarded = page == PROBE_PAGE_PERSONALITY && result->form == FORM_GUARDED;

    return result->verdict.status != STATUS_OK ? 0 : guarded ? 2 : 1;
}

static bool is_better(const struct survey_picture *held, const struct report *report,
                      const struct result *result, enum probe_page page)
{
    const struct result *other = &report->results[held->result];

    if (page == PROBE_PAGE_PERSONALITY && !in_headline(report, result))
        return false;
    if (!held->got.words ||
        (page == PROBE_PAGE_PERSONALITY && !in_headline(report, other)))
        return true;
    return rank(result, page) > rank(other, page);
}

void survey_pictures_take(struct survey_pictures *pictures, const struct report *report,
                          int index, const struct probe *probe,
                          struct measurement *measurement)
{
    struct survey_picture *picture = &pictures->pages[probe->shown];

    if (!probe->shown || !measurement->want.words ||
        !is_better(picture, report, &report->results[index], probe->shown))
        return;
    pictures_finish(picture);
    *picture = (struct survey_picture){
        .got = measurement->got,
        .want = measurement->want,
        .params = measurement->params,
        .probe = probe,
        .result = index,
    };
    measurement->got = measurement->want = (struct pixels){ 0 };
}

void survey_pictures_finish(struct survey_pictures *pictures)
{
    for (int i = 0; i < PROBE_PAGE_COUNT; i++)
        pictures_finish(&pictures->pages[i]);
}
