// SPDX-License-Identifier: MIT
//
// Writes the files of `bench ops -o DIR`: the rows as JSON, and a chart for each device.

#include "command/bench.h"

#include "base/log.h"
#include "base/memory.h"
#include "sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

#define JSON_NAME "ops.json"
#define SERIES    24

static const char *const chart_names[OPS_BY_COUNT] = { "ops-cpu.png", "ops-cuda.png",
                                                       "ops-gl.png" };

static const char *const notes[OPS_BY_COUNT] = {
    "One core, and all processors at once (x).",
    "Points that are too close together share one label. A half2 is two operations.",
    "mediump may have 11 bits or 24. If its points lie with those of highp, it has 24.",
};

struct drawing {
    struct sheet_ops_series series[SERIES];
    struct sheet_ops_point points[OPS_ROWS];
    struct sheet_ops ops;
};

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// Returns the series of a row, with its marker.
static struct sheet_ops_series series_of(const struct ops_row *row)
{
    static const struct {
        enum ops_by by;
        const char *start; // of the variant
        const char *name;  // NULL: the variant
        enum sheet_ops_shape shape;
        int colour;
        bool filled;
    } all[] = {
        { OPS_GL, "compute highp", NULL, SHEET_OPS_CIRCLE, 0, true },
        { OPS_GL, "compute mediump", NULL, SHEET_OPS_CIRCLE, 1, false },
        { OPS_GL, "compute", NULL, SHEET_OPS_CIRCLE, 3, false },
        { OPS_GL, "fragment highp", NULL, SHEET_OPS_SQUARE, 0, true },
        { OPS_GL, "fragment mediump", NULL, SHEET_OPS_SQUARE, 1, false },
        { OPS_GL, "fragment", NULL, SHEET_OPS_SQUARE, 3, false },
        { OPS_GL, "vertex highp", NULL, SHEET_OPS_TRIANGLE, 0, true },
        { OPS_GL, "vertex mediump", NULL, SHEET_OPS_TRIANGLE, 1, false },
        { OPS_GL, "vertex", NULL, SHEET_OPS_TRIANGLE, 3, false },
        { OPS_CUDA, "single", NULL, SHEET_OPS_CIRCLE, 0, true },
        { OPS_CUDA, "double", NULL, SHEET_OPS_SQUARE, 2, true },
        { OPS_CUDA, "half2", NULL, SHEET_OPS_DIAMOND, 3, true },
        { OPS_CUDA, "half", NULL, SHEET_OPS_DIAMOND, 3, false },
        { OPS_CUDA, "", "approximations", SHEET_OPS_TRIANGLE, 1, false },
        { OPS_CPU, "libm", NULL, SHEET_OPS_CIRCLE, 2, true },
        { OPS_CPU, "sleef u10", "SLEEF, 1.0 ulp", SHEET_OPS_TRIANGLE, 1, true },
        { OPS_CPU, "sleef u35", "SLEEF, 3.5 ulp", SHEET_OPS_TRIANGLE, 1, false },
        { OPS_CPU, "", NULL, SHEET_OPS_SQUARE, 0, true },
    };
    struct sheet_ops_series series = { "", SHEET_OPS_DIAMOND, 3, true };
    bool found = false;

    for (size_t i = 0; i < sizeof all / sizeof all[0] && !found; i++) {
        found = all[i].by == row->by && starts(row->variant, all[i].start);
        if (found)
            series = (struct sheet_ops_series){ "", all[i].shape, all[i].colour,
                                                all[i].filled };
        if (found && all[i].name)
            snprintf(series.name, sizeof series.name, "%s", all[i].name);
    }
    if (!series.name[0])
        snprintf(series.name, sizeof series.name, "%s", row->variant);
    if (row->threads > 1)
        series =
            (struct sheet_ops_series){ "all processors", SHEET_OPS_DIAMOND, 3, true };
    return series;
}

static int find_series(struct drawing *drawing, const struct ops_row *row)
{
    struct sheet_ops_series series = series_of(row);
    int i = 0;

    while (i < drawing->ops.series_count &&
           strcmp(drawing->series[i].name, series.name) != 0)
        i++;
    if (i == SERIES)
        return -1;
    if (i == drawing->ops.series_count)
        drawing->series[drawing->ops.series_count++] = series;
    return i;
}

// Returns the label of a row: the instruction of an approximation, or the operation.
static const char *label_of(const struct ops_row *row)
{
    bool named =
        row->by == OPS_CUDA && (strchr(row->variant, '.') || strchr(row->variant, '_'));

    return named ? row->variant : ops_name(row->op);
}

static void add_point(struct drawing *drawing, const struct ops_row *row)
{
    double speed = ops_rate(row);
    int series;

    if (row->why[0] || !row->error.inputs || row->error.strange || !(speed > 0))
        return;
    series = find_series(drawing, row);
    if (series >= 0)
        drawing->points[drawing->ops.point_count++] = (struct sheet_ops_point){
            .speed = speed,
            .error = row->error.ulp,
            .label = label_of(row),
            .series = series,
        };
}

static void device_line(const struct bench *bench, enum ops_by by, char *text,
                        size_t size)
{
    const struct facts *facts = &bench->gl.facts;

    if (by == OPS_CUDA)
        snprintf(text, size, "CUDA \u00b7 %s \u00b7 compute capability %d.%d",
                 bench->cuda_ops.name, bench->cuda_ops.capability / 10,
                 bench->cuda_ops.capability % 10);
    else if (by == OPS_GL)
        snprintf(text, size, "%s%s \u00b7 %s \u00b7 %s",
                 facts->software ? "SOFTWARE \u00b7 " : "", facts->renderer,
                 facts->version, facts->id);
    else
        snprintf(text, size, "This processor, %d at once", bench->processors);
}

static bool bench_ops_save_draw(const struct bench *bench, enum ops_by by,
                                const char *path)
{
    struct drawing *drawing = memory_new(1, sizeof *drawing);
    char device[400];
    bool ok;

    device_line(bench, by, device, sizeof device);
    drawing->ops = (struct sheet_ops){ .device = device,
                                       .note = notes[by],
                                       .series = drawing->series,
                                       .points = drawing->points };
    for (int i = 0; i < bench->ops_rows.count; i++)
        if (bench->ops_rows.rows[i].by == by)
            add_point(drawing, &bench->ops_rows.rows[i]);
    ok = sheet_draw_ops(path, &drawing->ops);
    free(drawing);
    return ok;
}

static bool has_points(const struct bench *bench, enum ops_by by)
{
    for (int i = 0; i < bench->ops_rows.count; i++)
        if (bench->ops_rows.rows[i].by == by && !bench->ops_rows.rows[i].why[0])
            return true;
    return false;
}

static bool write_json(struct bench *bench)
{
    char *text = bench_json_text(json_pack("{s:o}", "ops", bench_ops_json(bench)));
    bool ok = output_write(&bench->output, JSON_NAME, text);

    free(text);
    return ok;
}

static void draw_charts(const struct bench *bench)
{
    char path[PATH_MAX];

    if (!sheet_available()) {
        log_warning("no charts: built without Cairo, or its module is not installed");
        return;
    }
    for (int by = 0; by < OPS_BY_COUNT; by++) {
        if (!has_points(bench, (enum ops_by) by))
            continue;
        output_path(&bench->output, chart_names[by], path);
        if (!bench_ops_save_draw(bench, (enum ops_by) by, path))
            log_warning("%s is not drawn", chart_names[by]);
    }
}

bool bench_ops_save(struct bench *bench)
{
    // Charts of an earlier run never lie beside other times.
    for (int by = 0; by < OPS_BY_COUNT; by++)
        output_remove(&bench->output, chart_names[by]);
    if (!write_json(bench))
        return false;
    draw_charts(bench);
    return true;
}
