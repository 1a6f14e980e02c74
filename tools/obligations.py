"""The page of the obligations of the stream chapter, made from their docstrings and their code. `nox -s counts` writes it."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from textwrap import fill

from conformance.stream import MUTANTS, OBLIGATIONS, Wire, obligations
from conformance.stream.chapter import Obligation

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "site" / "guides" / "obligations.md"
_STREAM = ROOT / "conformance" / "stream"
_COLUMNS = 150
_HEAD = """# Obligations of every line protocol

Each suite binds these to requirements of its catalogue, or waives them with a reason: see [Write a suite](suite.md).
Each is a dialogue of its own.

- *Wire*: the fields of `Wire` that it uses besides `driver`. If a protocol cannot give them, the obligation is waived.
- *Needs*: the other obligations, and the roles of `Stream(..., roles=...)`, without which it says nothing.
- *Figures*: what its requirement has to have as `tolerance` in the catalogue.
- *Mutants*: the faulty engines that prove it.

Two more are judged in every dialogue. An engine that is told to leave does not crash on its way out: it is judged by the
requirement of `leaves_without_a_crash`, or by those of `Stream(..., crashes=...)`. Answers come on standard output, if a
suite says which lines are answers: `Stream(..., stderr=OnStderr(...))`.
"""

#: Names whose attributes are functions of the chapter.
_CALLED = ("wire", "self", "Moment")

Functions = dict[str, ast.FunctionDef]


def _functions() -> Functions:
    """The functions that dialogues of the stream chapter call, by name: no two have one name."""
    paths = (_STREAM / "moments.py", _STREAM / "wire.py", *sorted((_STREAM / "obligations").glob("*.py")))
    modules = [ast.parse(path.read_text("utf-8")) for path in paths]
    return {node.name: node for module in modules for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}


def _reached(name: str, functions: Functions, seen: set[str]) -> Iterator[ast.FunctionDef]:
    """A function of the chapter, and all that it calls there; a `Moment` calls the function that brings a session to it."""
    if name in seen or name not in functions:
        return
    seen.add(name)
    yield functions[name]
    for node in ast.walk(functions[name]):
        if isinstance(node, ast.Name):
            yield from _reached(node.id, functions, seen)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _CALLED:
            called = f"_{node.attr.lower()}" if node.value.id == "Moment" else node.attr
            yield from _reached(called, functions, seen)


def _of_wire(name: str, functions: Functions) -> list[str]:
    """The fields of `Wire` that an obligation uses, in their order."""
    used = {
        node.attr
        for function in _reached(name, functions, set())
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("wire", "self")
    }
    return [field.name for field in fields(Wire) if field.name in used - {"driver"}]


def _entry(one: Obligation, functions: Functions) -> str:
    mutants = [name for name, mutant in MUTANTS.items() if mutant.breaks == one.name]
    rows = {
        "Wire": _of_wire(one.name, functions),
        "Needs": one.needs,
        "Figures": one.figures,
        "Mutants": mutants,
    }
    listed = [f"- {key}: {', '.join(f'`{name}`' for name in names)}" for key, names in rows.items() if names]
    text = [f"### `{one.name}`", fill(inspect.getdoc(one.run) or "", _COLUMNS)]
    return "\n\n".join((*text, "\n".join(fill(row, _COLUMNS, subsequent_indent="  ", break_on_hyphens=False) for row in listed)))


def page() -> str:
    """The page as it should be."""
    functions, parts = _functions(), [_HEAD.rstrip("\n")]
    for module in (obligations.writing, obligations.unknown, obligations.leaving, obligations.idling, obligations.lasting):
        own = [one for one in OBLIGATIONS.values() if one.run.__module__ == module.__name__]
        parts += [f"## {(inspect.getdoc(module) or '').splitlines()[0].rstrip('.')}", *(_entry(one, functions) for one in own)]
    return "\n\n".join(parts) + "\n"
