#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read the tables of probes: table.py c|h|check OUTPUT PICTURES FILE...

A table is a text, NAME.probe: "# NAME: SUMMARY" and the explanation that `fpstripe explain`
prints. A probe of expressions may have more parts: `## question` (when it is asked),
`## shader` (GLSL that its expressions share) and `## rows` (an expression a line, see
docs/adding-a-probe.md). From them come the list of probes in C, with its header, and for
shaders/embed.py the GLSL of probes that have no shader of their own. The first PICTURES
tables are of pictures. `## answers` is what only this probe answers, and answers.txt, beside
this file, what several do.
"""

import pathlib
import re
import sys

TOKEN = re.compile(r"\s*(\d+\.\d*(?:e-?\d+)?(?:@[a-d])?|\w+'?|[=!<>]=|[-+*/!<>(){},?:])")
OPERANDS = "abcd"
STAGES, FORMS = ("fragment", "vertex", "compute"), ("plain", "guarded", "precise", "invariant")
LEVELS = (("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/"))
LETTERS = {"+": "+", "-": "-", "*": "*", "/": "/", "==": "=", "<": "<", ">": "<", ">=": "}",
           "sqrt": "r", "fma": "f", "abs": "|", "floor": "_"}
ROW_FLAGS = ("by_processor", "held", "free", "promised")
BREAKS = ("wide", "precise", "promised")
FLAGS = ("tiny", "needs_width", "recorded", "second")
EXPRESSIONS_FLAGS = ("signed_zeros", "in_es2", "varying", "rewrites")
DRAWN = {"mesh": "", "textures": "[]", "targets": "[]", "depths": "[]"}
KEYS = ("topic", "forms", "stages", "precisions", "elsewhere", "alike", "operands", "cases",
        "results", "raw", "raw_operands", "deviates", "breaks", "becomes", "answers", "readout", "sums",
        "library", "es2_extension", "level_scale", "operand", "answer", "judge", "unfit", *DRAWN, *FLAGS, *EXPRESSIONS_FLAGS)


CLASSES = ("word", "rule", "bits", "ulp", "count", "claim", "fused", "unsupported")


class Wrong(Exception):
    """What is wrong with a line."""


class Parser:
    """Parses one GLSL expression into tuples; `{x}` is a guarded x, a' is a loaded again."""

    def __init__(self, text):
        self.text, self.tokens, at = text, [], 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            if not match:
                raise Wrong(f"{text}: cannot read {text[at:].strip()}")
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0
        self.tree = self.choice()
        if self.at < len(self.tokens):
            raise Wrong(f"{text}: unexpected {self.tokens[self.at]}")

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=""):
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise Wrong(f"{self.text}: expected {wanted or 'an operand'}, got {token or 'nothing'}")
        self.at += 1
        return token

    def choice(self):
        value = self.level(0)
        if self.peek() != "?":
            return value
        self.take()
        first = self.level(0)
        self.take(":")
        return ("choice", value, first, self.level(0))

    def level(self, k):
        if k == len(LEVELS):
            return self.unary()
        left = self.level(k + 1)
        while self.peek() in LEVELS[k]:
            operator = self.take()
            left = ("binary", operator, left, self.level(k + 1))
        return left

    def unary(self):
        if self.peek() in ("-", "!"):
            return ("unary", self.take(), self.unary())
        return self.primary()

    def primary(self):
        token = self.take()
        if token in "({":
            inner = self.level(0)
            self.take(")" if token == "(" else "}")
            return ("paren" if token == "(" else "guard", inner)
        if self.peek() == "(":
            self.take()
            arguments = [self.level(0)]
            while self.peek() == ",":
                self.take()
                arguments.append(self.level(0))
            self.take(")")
            return ("call", token, *arguments)
        if token[0].isdigit():
            return ("literal", *token.partition("@")[::2])
        return ("name", token)


def program_of(tree, names=None):
    """Returns the program of a tree (shared/postfix.h), or None if it cannot be written so."""
    kind, *rest = tree
    names = names or {}
    if kind in ("paren", "guard"):
        return program_of(rest[0], names)
    if kind == "name":
        name = rest[0].rstrip("'")
        return names.get(name, name if name in OPERANDS else None)
    if kind == "literal":
        return rest[1] or {"0.0": "0", "1.0": "1"}.get(rest[0])
    if kind == "choice":
        return None
    parts = [program_of(part, names) for part in rest[1:]]
    letter = {"-": "n", "!": "!"}.get(rest[0]) if kind == "unary" else LETTERS.get(rest[0])
    if None in parts or not letter:
        return None
    return "".join(reversed(parts) if rest[0] == ">" else parts) + letter


class Writer:
    """Writes trees as GLSL, by the words of a table."""

    def __init__(self, table, text):
        self.words = table.words
        self.again = {name for name in OPERANDS if name + "'" in text}
        self.guards = "{" not in text and self.words["guard"]

    def write(self, tree, root=True):
        text = self.bare(tree, root)
        return f"GUARD({text})" if self.is_guarded(tree, root) else text

    def is_guarded(self, tree, root):
        return (tree[0] == "guard" or self.guards == "root" and root or
                self.guards == "inner" and not root and tree[0] == "binary" and tree[1] in "+-*/")

    def bare(self, tree, root):
        kind, *rest = tree
        if kind == "name":
            return self.name(rest[0])
        if kind == "literal":
            return self.literal(*rest)
        if kind == "guard":
            return self.write(rest[0])
        if kind == "paren":
            inner = self.write(rest[0], root)
            return inner if self.is_guarded(rest[0], root) else f"({inner})"
        if kind == "unary":
            return rest[0] + self.write(rest[1], root)
        parts = [self.write(part, False) for part in rest[1:]]
        if kind == "call":
            return f"{rest[0]}({', '.join(parts)})"
        if kind == "choice":
            return f"{self.write(rest[0], False)} ? {parts[0]} : {parts[1]}"
        return f"{parts[0]} {rest[0]} {parts[1]}"

    def name(self, name):
        bare = name.rstrip("'")
        if bare not in OPERANDS:
            return bare
        k = OPERANDS.index(bare)
        if not self.words["same"]:
            return f"again({k})" if name != bare else f"operand({k})"
        if name != bare:
            return f"SAME({bare}, {k})"
        return bare if bare in self.again else f"operand({k})"

    def literal(self, value, operand):
        if operand:
            return f"LITERAL({value}, {OPERANDS.index(operand)})"
        value = self.words["literal"].get(value, value)
        return f"REAL_OF({value})" if self.words["real"] and "." in value else value

    def loads(self):
        if not self.words["same"]:
            return []
        return [f"REAL {name} = operand({OPERANDS.index(name)});" for name in sorted(self.again)]


def statements_of(text):
    """Splits `name = expression; expression` into pairs; the last has no name."""
    *steps, last = text.split(";")
    return [tuple(part.strip() for part in step.split("=", 1)) for step in steps] + [("", last)]


def split_outside(text, separator):
    """Splits at separators outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "({") - (letter in ")}")
        if letter == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


class Row:
    """An expression: `id | label | key: value | flag`."""

    def __init__(self, table, group, number, line):
        word, self.label, *fields = (part.strip() for part in line.split(" | "))
        self.table, self.group, self.number, self.word = table, group, number, word
        self.fields = dict(field.partition(":")[::2] for field in fields)
        self.fields = {key: value.strip() for key, value in self.fields.items()}
        known = ("glsl", "show", "if", "elif", "cases", "second", *ROW_FLAGS,
                  *table.words["flags"], *table.words["candidates"])
        for key in self.fields:
            if key not in known:
                raise Wrong(f"{key}: unknown; a row of {table.name} has {', '.join(known)}")
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,30}", word):
            raise Wrong(f"{word}: an id has up to 31 lower-case letters, digits and hyphens")
        self.text = self.fields.get("glsl", self.label)
        self.written = self.fields.get("second", self.text)
        self.candidates = [self.candidate(i, name)
                           for i, name in enumerate(table.words["candidates"])]

    def symbol(self):
        return f"{self.table.name.upper()}_{self.word.upper().replace('-', '_')}"

    def program(self, text):
        names = {}
        for name, step in statements_of(text):
            value = program_of(Parser(step).tree, names)
            names[name] = value
        return value

    def candidate(self, i, name):
        """Returns the GLSL and the programs of a candidate. `$` is the text itself."""
        written = "" if i or not self.table.words["show"] else "$"
        default = self.table.words["shared"].get(name, written)
        glsl, programs = "", []
        for part in split_outside(self.fields.get(name, default), ","):
            if not part:
                continue
            text, _, other = part.partition(" as ")
            text = self.written if text == "$" else text
            glsl = glsl or text
            program = other[1:-1] if other.startswith('"') else self.program(other or text)
            if not program and (other or name in self.fields):
                raise Wrong(f"{other or text}: no program; write it behind `as`")
            programs += [program] if program else []
        return (glsl if i else ""), programs

    def glsl(self):
        """Returns the statements that ask the expression, where the GLSL has it."""
        condition, (other, _, text) = self.fields.get("if"), self.fields.get("elif", "").partition(" => ")
        out = f"{condition_line(condition)}\n" if condition else ""
        out += self.statement(self.text)
        out += f"#elif {other}\n{self.statement(text)}" if other else ""
        return out + ("#endif\n" if condition else "")

    def statement(self, text):
        shows, how = self.table.words["show"], self.fields.get("show", "")
        if how not in shows:
            raise Wrong(f"show {how}: unknown")
        writer, steps = Writer(self.table, text), statements_of(text)
        values = [writer.write(Parser(step).tree) for _, step in steps]
        lines = [f"EXACT REAL {name} = {value};" for (name, _), value in zip(steps[:-1], values)]
        show = shows[how].replace("$2", self.second()).replace("$", values[-1])
        lines = [*writer.loads(), *lines, *re.findall(r"[^;]+;", show)]
        body = "\n".join(f"        {line.strip()}" for line in lines)
        head = f"    if (line_is({self.number}))"
        return f"{head} {{\n{body}\n    }}\n" if len(lines) > 1 else f"{head}\n{body}\n"

    def second(self):
        text = self.fields.get("second", "")
        return Writer(self.table, text).write(Parser(text).tree) if text else ""

    def named(self, word):
        """Returns the enumerator of a number that the table names."""
        name = word.lstrip("-")
        if name not in self.table.words["numbers"]:
            raise Wrong(f"{name}: this table has no such number")
        return f"{'-' * (name != word)}{self.table.name.upper()}_NUMBER_{name.upper()}"

    def cases(self):
        """Returns the initializer of struct expression_cases."""
        kind, numbers, pairs = "0", [], "NULL"
        if self.table.words["numbers"]:
            cases = (", ".join(map(self.named, case.split()))
                     for case in self.fields["cases"].split(","))
            return "{ .numbers = { %s } }" % ", ".join("{ %s }" % case for case in cases)
        for i, word in enumerate(self.fields["cases"].split()):
            if word in self.table.words["pairs"]:
                pairs = f"{self.table.name}_{word}"
            elif i == 0 and not re.match(r"-?\d", word):
                kind = f"{self.table.name.upper()}_CASES_{word.upper()}"
            else:
                numbers.append(word)
        return (f"{{ .kind = {kind}, .values = {{ {', '.join(numbers) or '0'} }}, "
                f".pairs = {pairs} }}")

    def entry(self):
        """Returns the initializer of struct expression."""
        parts = [f'"{self.word}"', f'.label = "{self.label}"']
        parts += [f".{flag} = true" for flag in ROW_FLAGS if flag in self.fields]
        flags = [flag for flag in self.table.words["flags"] if flag in self.fields]
        if flags:
            parts.append(f".flags = {' | '.join(self.table.flag(flag) for flag in flags)}")
        if "cases" in self.fields:
            parts.append(f".cases = {self.cases()}")
        if any(programs for _, programs in self.candidates):
            texts = (f'{{ "{glsl}", {{ {quoted(programs)} }} }}' if programs else "{ 0 }"
                     for glsl, programs in self.candidates)
            parts.append(f".candidates = {{ {', '.join(texts)} }}")
        return f"    [{self.symbol()}] = {{ {', '.join(parts)} }},\n"


def quoted(words):
    return ", ".join(f'"{word}"' for word in words) or "0"


def bits(prefix, words):
    return " | ".join(f"1u << {prefix}_{word.upper()}" for word in words) or "0"


class Answer:
    """A kind of answer: `id | class | sentence`."""

    def __init__(self, owner, line):
        self.owner, fields = owner, [field.strip() for field in line.split(" | ", 2)]
        if len(fields) < 3 or fields[1] not in CLASSES:
            raise Wrong(f"{line}: not `ID | CLASS | SENTENCE`, CLASS of {', '.join(CLASSES)}")
        self.word, self.kind, self.sentence = fields
        if self.sentence[0] == '"':
            self.sentence = self.sentence.strip('"')
        self.symbol = f"kind_{self.word.replace('-', '_')}"

    def entry(self):
        return (f'const struct finding_kind {self.symbol} = {{ "{self.word}", '
                f'"{quote(self.sentence)}", FINDING_{self.kind.upper()} }};\n')


def rename_twins(answers):
    """Adds the owner to the symbols of answers that have one id, in several tables."""
    words = [answer.word for answer in answers]
    for answer in answers:
        if words.count(answer.word) > 1:
            answer.symbol = f"kind_{answer.owner}_{answer.symbol[len('kind_'):]}"


def answers_of(owner, lines):
    return [Answer(owner, line) for line in lines if line.strip() and line[0] != "#"]


def symbols_of(answers):
    return [answer.symbol for answer in answers]


def kinds_list(name, symbols):
    symbols = "".join(f"&{symbol}, " for symbol in symbols)
    return f"const struct finding_kind *const {name}[] = {{ {symbols}NULL }};\n"


class Table:
    """A file: its name, summary, explanation, question, answers, shader and rows."""

    def __init__(self, path):
        self.path, self.name = path, pathlib.Path(path).stem
        self.parts, self.question, self.rows, self.groups = {"": []}, {}, [], []
        self.answers = []
        self.words = {"guard": "inner", "show": {}, "literal": {}, "candidates": [],
                      "shared": {}, "pairs": {}, "same": False, "real": False, "define": {},
                      "flags": [], "numbers": []}
        self.group, self.line, part = "probe", 0, ""
        try:
            for self.line, line in enumerate(read(path), 1):
                if re.fullmatch(r"## (question|answers|shader|rows)", line):
                    part = line[3:]
                    self.parts[part] = []
                else:
                    self.add(part, line)
        except Wrong as wrong:
            sys.exit(f"{path}:{self.line}: {wrong}")

    def add(self, part, line):
        if part == "question":
            self.add_question(line)
        elif part == "answers":
            self.answers += answers_of(self.name, [line])
        elif part == "rows":
            self.add_row(line)
        elif part or self.parts[""]:
            self.parts[part].append(line)
        elif line.startswith(f"# {self.name}: "):
            self.summary = line.partition(": ")[2]
            self.parts[""].append("")
        else:
            raise Wrong(f"the first line is not `# {self.name}: SUMMARY`")

    def add_question(self, line):
        if not line.strip():
            return
        key, *words = line.split()
        if key not in KEYS or key in self.question:
            raise Wrong(f"{key}: {'given twice' if key in KEYS else 'unknown'}")
        self.question[key] = words

    def add_row(self, line):
        if not line.strip():
            return
        group = re.fullmatch(r"\[(\w+)(?: if (.*))?\]", line)
        if group:
            self.groups += [(group[1], group[2])] if group[1] not in dict(self.groups) else []
            self.group = group[1]
        elif " | " in line:
            self.rows.append(Row(self, self.group, len(self.rows), line))
            if self.words["show"]:
                self.rows[-1].glsl()
            if self.rows[-1].word in [row.word for row in self.rows[:-1]]:
                raise Wrong(f"{self.rows[-1].word}: two rows have this id")
        else:
            self.add_word(*line.split(None, 1))

    def add_word(self, word, rest=""):
        if word in ("literal", "shared", "pairs"):
            key, value = rest.split(None, 1)
            self.words[word][key] = value
        elif word == "show":
            key, _, value = rest.partition("= ") if not rest.startswith("=") else ("", "", rest[2:])
            self.words["show"][key.strip()] = value
        elif word in ("candidates", "flags", "numbers"):
            self.words[word] = rest.split()
        elif word == "define":
            self.words[word] = dict(pair.split() for pair in rest.split(","))
            self.words["literal"] = {value: name for name, value in self.words[word].items()}
        elif word in self.words:
            self.words[word] = rest or True
        else:
            raise Wrong(f"{word}: unknown")

    # ---- GLSL ----

    def glsl(self):
        """Returns the shader, or "" if it is a file of its own."""
        if not self.words["show"]:
            return ""
        text = "\n".join(self.parts.get("shader", [])).strip()
        before, _, start = text.partition("@probe")
        out, calls = [self.defines(), before.strip()], []
        for group, condition in self.groups:
            if group != "probe":
                lines = f"void {group}()\n{{\n{self.block(group)}}}"
                out.append(guarded(condition, lines))
                calls.append(guarded(condition, f"    {group}();"))
        body = "".join(f"{line}\n" for line in [*([start.strip("\n")] if start else []), *calls])
        out.append(f"void probe()\n{{\n{body}{self.block('probe')}}}\n")
        return f"// Made from {self.name}.probe.\n" + "\n\n".join(part for part in out if part)

    def block(self, group):
        text = "".join(row.glsl() for row in self.rows if row.group == group)
        for condition in {row.fields["if"] for row in self.rows if "if" in row.fields}:
            text = text.replace(f"#endif\n{condition_line(condition)}\n", "")
        return text

    def defines(self):
        """Returns the literals of a table by name, as GLSL has them in binary64 and else."""
        names = self.words["define"].items()
        double, single = ("".join(f"#define {name} {value}{suffix}\n" for name, value in names)
                          for suffix in ("lf", ""))
        return f"#ifdef IS_DOUBLE\n{double}#else\n{single}#endif" if names else ""

    # ---- C ----

    def flag(self, word):
        return f"{self.name.upper()}_FLAG_{word.upper()}"

    def header(self):
        if not self.rows:
            return ""
        name, upper = self.name, self.name.upper()
        symbols = [f"    {row.symbol()},\n" for row in self.rows]
        out = f"enum {name}_expression {{\n{''.join(symbols)}    {upper}_COUNT,\n}};\n"
        kinds = dict.fromkeys(row.cases().split()[3].rstrip(",") for row in self.rows
                              if "cases" in row.fields and not self.words["numbers"])
        for kind, words in (("candidate", [f"{upper}_{word.upper()}" for word in self.words["candidates"]]),
                              ("cases", [kind for kind in kinds if kind != "0"])):
            out += f"enum {name}_{kind} {{ {', '.join(words)} }};\n" if words else ""
        flags = [f"{self.flag(word)} = {1 << i}" for i, word in enumerate(self.words["flags"])]
        numbers = [f"{upper}_NUMBER_{word.upper()}" for word in self.words["numbers"]]
        out += f"enum {name}_flag {{ {', '.join(flags)} }};\n" if flags else ""
        out += f"enum {name}_number {{ {upper}_NUMBERS, {', '.join(numbers)} }};\n" if numbers else ""
        for key, array in DRAWN.items():
            for symbol in self.question.get(key, []):
                out += f"extern const struct probe_{key.removesuffix('s')} {symbol}{array};\n"
        return out

    def breaks_function(self):
        word, *more = self.question.get("breaks", [""])
        return word if word.endswith("_breaks_glsl") and not more else ""

    def functions(self):
        """Returns the declarations of the functions that the table names, or that its probe has."""
        names = {key: self.question.get(key, [f"{self.name}_{key}"])[0] for key in FUNCTIONS
                 if key not in ("breaks", "unfit") or (key == "unfit" and key in self.question)}
        if self.breaks_function():
            names["breaks"] = self.breaks_function()
        return [FUNCTIONS[key].format(name) for key, name in names.items()] if self.rows else []

    def source(self):
        if not self.rows:
            return ""
        out = ""
        for key, numbers in self.words["pairs"].items():
            values = ", ".join("{ %s }" % ", ".join(map(number, pair.split()))
                               for pair in numbers.split(","))
            out += f"static const double {self.name}_{key}[][2] = {{ {values} }};\n"
        rows = "".join(row.entry() for row in self.rows)
        out += kinds_list(f"{self.name}_kinds", symbols_of(self.answers)) if self.answers else ""
        breaking = [] if self.breaks_function() else [
            f"kind_{word.replace('-', '_')}" for word in self.question.get("breaks", [])
            if word not in BREAKS]
        out += "static " + kinds_list(f"{self.name}_breaking", breaking) if breaking else ""
        return (f"{out}static const struct expression {self.name}_list[] = {{\n{rows}}};\n"
                f"{self.struct()}")

    def struct(self):
        asked, name = self.question, self.name
        cases = re.fullmatch(r"(\d+)(?: x (\d+))?(?: \+ (\d+) inside)?", " ".join(asked["cases"]))
        one = lambda key, default: asked.get(key, [default])[0]
        inner = {
            "list": f"{name}_list", "count": f"{name.upper()}_COUNT", "columns": cases[1],
            "rows": cases[2] or "1", "inside_columns": cases[3] or "0",
            "results": one("results", "1"), "raw": one("raw", "0"),
            "raw_operands": one("raw_operands", "0"),
            "stages": bits("STAGE", asked.get("stages", STAGES)),
            "precisions": bits("PRECISION", asked["precisions"]),
            "elsewhere": bits("PRECISION", asked.get("elsewhere", [])),
            "alike": " | ".join(f"ALIKE_{word.upper()}" for word in asked.get("alike", [])) or "0",
            "readout": f"READOUT_{one('readout', 'bits').upper()}",
            "operand": one("operand", f"{name}_operand"),
            "answer": one("answer", f"{name}_answer"),
            "judge": one("judge", f"{name}_judge"),
            "kinds": f"{one('answers', name)}_kinds",
        }
        if "becomes" in asked:
            inner["becomes"] = f"&kind_{one('becomes', '').replace('-', '_')}"
        if self.breaks_function():
            inner["breaks_glsl"] = self.breaks_function()
        elif "breaks" in asked:
            conditions = [word for word in asked["breaks"] if word in BREAKS]
            kinds = [word for word in asked["breaks"] if word not in BREAKS]
            inner["breaks"] = bits("BREAKS", conditions).replace("1u << ", "")
            if kinds:
                inner["breaking"] = f"{name}_breaking"
        if not self.answers and "answers" not in asked:
            del inner["kinds"]
        inner.update({flag: "true" for flag in EXPRESSIONS_FLAGS if flag in asked})
        if "deviates" in asked:
            inner["deviates_from"] = f"DEVIATION_{one('deviates', '').upper()}"
        fields = {
            "name": f'"{name}"', "topic": '"%s"' % " ".join(asked["topic"]),
            "forms": bits("FORM", asked["forms"]), "operands": one("operands", "4"),
            "sums": one("sums", "0"),
            **{flag: "true" for flag in FLAGS if flag in asked},
        }
        fields.update({key: (f"&{one(key, '')}" if key == "mesh" else one(key, ""))
                       for key in (*DRAWN, "level_scale", "unfit") if key in asked})
        if "library" in asked:
            fields["library"] = f'"{one("library", "")}"'
        if "es2_extension" in asked:
            inner["es2_extension"] = f'"{one("es2_extension", "")}"'
        return (f"static const struct expressions {name}_expressions = {{\n{members(inner)}}};\n"
                f"const struct probe probe_{name} = {{\n"
                f"{members({**fields, 'expressions': f'&{name}_expressions'})}}};\n")

    def help(self):
        lines = "".join('      "%s\\n"\n' % quote(line) for line in self.parts[""][1:])
        return f'    {{ "{quote(self.summary)}",\n{lines or chr(34) * 2}    }},\n'


HEADERS = ("drawn", "expressions", "probe")
FUNCTIONS = {
    "operand": "void {}(const struct probe_params *params, int line, int at, uint64_t *words);",
    "answer": "bool {}(const struct expressions_call *call);",
    "judge": ("bool {}(const struct expressions_seen *seen, struct finding *finding,\n"
              "    struct traits *found);"),
    "unfit": "const char *{}(const struct probe_params *params);",
    "breaks": "bool {}(const struct result *result, const struct finding *finding);",
}


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read().rstrip("\n").split("\n")


def quote(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def number(word):
    return {"inf": "INFINITY", "-inf": "-INFINITY", "nan": "NAN", "-0": "-0.0"}.get(word, word)


def members(fields):
    return "".join(f"    .{key} = {value},\n" for key, value in fields.items())


def condition_line(condition):
    return (f"#if{'n' if condition[0] == '!' else ''}def {condition.lstrip('!')}"
            if re.fullmatch(r"!?\w+", condition) else f"#if {condition}")


def guarded(condition, text):
    return f"{condition_line(condition)}\n{text}\n#endif" if condition else text


def source(tables, pictures, shared):
    names = "".join(f"    &probe_{table.name},\n" for table in tables)
    answers = all_answers(tables, shared)
    return ('#include "probe/list.h"\n\n#include <math.h>\n\n'
            + "".join(answer.entry() for answer in answers) + kinds_list("kind_list", symbols_of(shared)) + "\n"
            + "\n".join(table.source() for table in tables if table.rows)
            + f"\nconst struct probe *const probe_list[] = {{\n{names}}};\n"
            + "\nconst struct probe_help probe_helps[] = {\n"
            + "".join(table.help() for table in tables) + "};\n"
            + f"\nconst int probe_picture_count = {pictures};\n"
            + "const int probe_count = sizeof(probe_list) / sizeof(*probe_list);\n")


def all_answers(tables, shared):
    return [*shared, *(answer for table in tables for answer in table.answers)]


def header(tables, shared):
    kinds = ",\n    ".join(symbols_of(all_answers(tables, shared)))
    lists = "".join(f"extern const struct finding_kind *const {table.name}_kinds[];\n"
                    for table in tables if table.answers)
    return ("// The probes, their expressions and the functions that a table names.\n\n"
            "#ifndef PROBE_LIST_H\n#define PROBE_LIST_H\n\n"
            + "".join(f'#include "probe/{name}.h"\n' for name in HEADERS) + "\n"
            + f"extern const struct finding_kind\n    {kinds};\n\n"
            + "// The answers that several probes give, and those of one; NULL is the last.\n"
            + f"extern const struct finding_kind *const kind_list[];\n{lists}\n"
            + "".join(f"extern const struct probe probe_{table.name};\n" for table in tables)
            + "\n" + "\n".join(table.header() for table in tables if table.rows) + "\n"
            + "".join(f"{line}\n" for line in dict.fromkeys(
                line for table in tables for line in table.functions()))
            + "\n#endif // PROBE_LIST_H\n")


def shared_answers():
    path = pathlib.Path(__file__).with_name("answers.txt")
    try:
        return answers_of("shared", read(path))
    except Wrong as wrong:
        sys.exit(f"{path}: {wrong}")


def main():
    kind, output, pictures, *paths = sys.argv[1:]
    tables, shared = [Table(path) for path in paths], shared_answers()
    rename_twins(all_answers(tables, shared))
    if kind == "check":
        return
    with open(output, "w", encoding="utf-8") as out:
        out.write("// Made by probes/table.py.\n\n")
        out.write(header(tables, shared) if kind == "h" else source(tables, int(pictures), shared))


if __name__ == "__main__":
    main()
