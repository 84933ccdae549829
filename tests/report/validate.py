# SPDX-License-Identifier: MIT
#
# validate.py SCHEMA REPORT...
# validate.py SCHEMA --from PROGRAM    the reports that `PROGRAM GROUP FOLDER` writes
#
# Exit 0 if every report fits the schema, 1 with a line for each fault, 77 if there is no
# jsonschema here.

import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def load(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def validate(schema_name, names):
    schema = load(schema_name)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = 0
    for name in names:
        for fault in validator.iter_errors(load(name)):
            place = "/".join(str(part) for part in fault.absolute_path)
            print(f"{name}: {place}: {fault.message}")
            faults += 1
    print(f"{len(names)} reports, {faults} faults")
    return 1 if faults or not names else 0


def main(schema_name, *names):
    if names[:1] != ("--from",):
        return validate(schema_name, names)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*names[1:], folder], check=True)
        return validate(schema_name, sorted(pathlib.Path(folder).glob("*.json")))


sys.exit(main(*sys.argv[1:]))
