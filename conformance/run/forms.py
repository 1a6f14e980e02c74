"""How a value stands in a record: what `events` says of a field makes the writer, the reader and the JSON Schema.

`checks: Annotated[Count, "How many checks were planned."]` is written as a number, is read back as a whole one that is not
negative, and stands in the schema with this sentence. A field whose type is not `Annotated` is in no record.

A key that is missing is read as the usual value of its field, or else of its type. A key that is not known is passed over. A
value of the wrong kind is refused: ValueError says in words what it is. The schema asks for all keys but those whose fields have
a default: a field that is added later has one, and earlier records lack its key.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import Enum, auto
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from conformance.wire.lines import plain
from conformance.wire.transcript import Line, line_from_json, line_to_json
from conformance.words.catalogue import ID

Schema = dict[str, Any]
_Value = TypeVar("_Value")
_Mark = TypeVar("_Mark")
#: Where a key has no usual value.
REFUSED = object()
#: No number in a record is as large: what is larger would only break the reports that are made of it.
_MOST = 1e12


@dataclass(frozen=True, eq=False)
class Form:
    """How the values of a type stand in a record.

    `schema` takes what the value means, and further words of the schema. `read` takes what messages call the value, and what
    stands in the record. `usual` is read where nothing stands there; where it is REFUSED, that is wrong.
    """

    schema: Callable[..., Schema]
    write: Callable[[Any], Any]
    read: Callable[[str, Any], Any]
    usual: Any = REFUSED


class Key(NamedTuple):
    """The key of a field, where it is not the field's name."""

    name: str


class As(NamedTuple):
    """A value of another layer: the fields of `shape` are what a record says of it, and `make` makes it of them."""

    shape: type
    make: Callable[..., Any]


class Mark(Enum):
    """Further facts about a field. A dictionary has further words of its schema.

    `SPREAD`: the keys of its value stand among those of the object around it. `OR_NULL`: an empty text is null in a record.
    """

    SPREAD = auto()
    OR_NULL = auto()


# -- the JSON Schema of values --------------------------------------------------------------------------------------------------


def described(kind: str | list[str], meaning: str = "", **more: Any) -> Schema:
    """The schema of a value of this kind."""
    return {"type": kind} | ({"description": meaning} if meaning else {}) | more


text = partial(described, "string")
count = partial(described, "integer", minimum=0)
flag = partial(described, "boolean")


def seconds(meaning: str) -> Schema:
    """The schema of a duration."""
    return described("number", f"{meaning}, in seconds.", minimum=0)


def array(meaning: str, items: Schema) -> Schema:
    """The schema of a list."""
    return described("array", meaning, items=items)


def table(meaning: str, keys: Schema, *, optional: tuple[str, ...] = ()) -> Schema:
    """The schema of an object; it has all keys but the optional ones."""
    return described("object", meaning, properties=keys, required=[key for key in keys if key not in optional])


def or_null(schema: Schema) -> Schema:
    """The schema of a value that can be missing."""
    return {"anyOf": [schema, {"type": "null"}]}


# -- values ---------------------------------------------------------------------------------------------------------------------


def shown(value: object) -> str:
    """A value as a message has it."""
    return plain(repr(value), 60)


def _said(name: str, value: Any) -> str:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} is {shown(value)}, and no text")
    return value or ""


def _name(name: str, value: Any) -> str:
    return plain(_said(name, value), 10_000)


def _required(name: str, value: Any) -> str:
    if not (found := _name(name, value)):
        raise ValueError(f"{name} is missing")
    return found


def _id(name: str, value: Any) -> str:
    if not ID.fullmatch(found := _said(name, value)):
        raise ValueError(f"{shown(found)} is not the id of a requirement")
    return found


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is {shown(value)}, and neither true nor false")  # noqa: TRY004  one kind of error for all
    return value


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST or math.isnan(value):
        raise ValueError(f"{name} is {shown(value)}, and no number")
    return value


def _whole(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} is {shown(value)}, and no whole number")  # noqa: TRY004  as above
    return value


def _count(name: str, value: Any) -> int:
    found = _number(name, value)
    if not isinstance(found, int) or found < 0:
        raise ValueError(f"{name} is {shown(value)}, and no count")
    return found


def _seconds(name: str, value: Any) -> float:
    if (found := _number(name, value)) < 0:
        raise ValueError(f"{name} is {shown(value)}, and no duration")
    return float(found)


def _list(name: str, value: Any) -> list[Any]:
    if value is not None and not isinstance(value, list):
        raise ValueError(f"{name} is {shown(value)}, and no list")
    return value or []


def _object(name: str, value: Any) -> dict[str, Any]:
    if value is not None and not isinstance(value, dict):
        raise ValueError(f"{name} is {shown(value)}, and no object")
    return value or {}


def _as_it_is(value: _Value) -> _Value:
    return value


#: A text that can hold what an engine said: reports escape it.
Said = Annotated[str, Form(text, _as_it_is, _said, "")]
#: A text of the catalogue or of ours: it is made harmless when it is read, and reports show it without further care.
Name = Annotated[str, Form(text, _as_it_is, _name, "")]
#: The same where a record without it is none.
Required = Annotated[str, Form(text, _as_it_is, _required)]
Id = Annotated[str, Form(text, _as_it_is, _id)]
Flag = Annotated[bool, Form(flag, _as_it_is, _flag, usual=False)]
Count = Annotated[int, Form(count, _as_it_is, _count, 0)]
Whole = Annotated[int, Form(partial(described, "integer"), _as_it_is, _whole, 0)]
Number = Annotated[float, Form(partial(described, "number"), _as_it_is, _number, 0)]
#: Seconds, to the microsecond.
Seconds = Annotated[float, Form(seconds, lambda value: round(value, 6), _seconds, 0.0)]
#: A dialogue; the schema of a line stands beside that of the record.
DialogueLines = Annotated[
    tuple[Line, ...],
    Form(
        lambda meaning: {"description": meaning} | or_null({"type": "array", "items": {"$ref": "#/$defs/line"}}),
        lambda lines: [line_to_json(line) for line in lines] or None,
        lambda name, value: tuple(map(line_from_json, _list(name, value))),
    ),
    "The dialogue that shows it, null where there is none.",
]
#: The index of a line, None where there is none.
Index = Annotated[
    int | None,
    Form(
        partial(described, ["integer", "null"], minimum=0),
        _as_it_is,
        lambda name, value: None if value is None else _count(name, value),
    ),
]


# -- forms that are made of others ----------------------------------------------------------------------------------------------


def _form(hint: Any) -> Form:
    """The form of a type; raises TypeError for one that has none."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _marked(parts[0], parts[1:])
    if origin in (Union, UnionType):
        return _or_null(_form(parts[0]), None)
    if origin is tuple and get_origin(parts[0]) is tuple:
        return _pairs(*map(_form, get_args(parts[0])), keys=get_args(parts[0])[0])
    if origin in (tuple, frozenset):
        return _several(_form(parts[0]), origin)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _choice(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _object_form(hint, hint)
    raise TypeError(f"{hint} has no form in a record")


def _marked(hint: Any, marks: tuple[Any, ...]) -> Form:
    form = next((mark for mark in marks if isinstance(mark, Form)), None)
    if form is None:
        shape = _mark(As, marks)
        form = _object_form(*shape) if shape else _form(hint)
    meaning = [mark for mark in marks if isinstance(mark, str)][-1:]
    words = {key: value for mark in marks if isinstance(mark, dict) for key, value in mark.items()}
    form = replace(form, schema=partial(form.schema, *meaning, **words))
    return _or_null(form, "") if Mark.OR_NULL in marks else form


def _mark(kind: type[_Mark], marks: tuple[Any, ...]) -> _Mark | None:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _or_null(form: Form, nothing: Any) -> Form:
    return Form(
        lambda *meaning, **more: or_null(form.schema(*meaning, **more)),
        lambda value: None if value == nothing else form.write(value),
        lambda name, value: nothing if value in (None, nothing) else form.read(name, value),
        nothing,
    )


def _several(item: Form, kind: type) -> Form:
    return Form(
        lambda meaning: array(meaning, item.schema()),
        lambda values: [item.write(value) for value in (values if kind is tuple else sorted(values))],
        lambda name, value: kind(item.read(f"an entry of {name}", one) for one in _list(name, value)),
        kind(),
    )


def _pairs(key: Form, value: Form, *, keys: Any) -> Form:
    """Pairs stand as an object. Where its keys are those of an Enum, it has all of them."""
    kinds = list(keys) if isinstance(keys, type) and issubclass(keys, Enum) else []

    def schema(meaning: str) -> Schema:
        if kinds:
            return table(meaning, {kind.value: value.schema(f"Those with the outcome {kind.value}.") for kind in kinds})
        return described("object", meaning, additionalProperties=value.schema())

    def read(name: str, found: Any) -> tuple[tuple[Any, Any], ...]:
        entries = _object(name, found)
        entries = {kind.value: entries.get(kind.value, value.usual) for kind in kinds} if kinds else entries
        return tuple((key.read(name, one), value.read(one, other)) for one, other in entries.items())

    return Form(schema, lambda pairs: {key.write(one): value.write(other) for one, other in pairs}, read, ())


def _choice(kinds: type[Enum]) -> Form:
    def read(name: str, value: Any) -> Enum:
        try:
            return kinds(value)
        except ValueError as error:
            raise ValueError(f"{name} is {shown(value)}, and none of {', '.join(str(kind.value) for kind in kinds)}") from error

    return Form(partial(text, enum=[kind.value for kind in kinds]), lambda kind: kind.value, read)


# -- objects --------------------------------------------------------------------------------------------------------------------


class _Field(NamedTuple):
    name: str
    key: str
    form: Form
    usual: Any
    is_spread: bool
    is_optional: bool


@cache
def _fields(shape: type) -> tuple[_Field, ...]:
    """The fields of a class that a record has, in their order."""
    defaults = {}
    for one in fields(shape) if is_dataclass(shape) else ():
        if one.default is not MISSING or one.default_factory is not MISSING:
            defaults[one.name] = one.default if one.default_factory is MISSING else one.default_factory()
    found = []
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if get_origin(hint) is Annotated:
            form, marks = _form(hint), get_args(hint)[1:]
            key = _mark(Key, marks)
            written = key.name if key else name
            usual = defaults.get(name, form.usual)
            found.append(_Field(name, written, form, usual, Mark.SPREAD in marks, name in defaults))
    return tuple(found)


def _object_form(shape: type, make: Callable[..., Any]) -> Form:
    return Form(
        lambda meaning="": object_schema(shape, meaning),
        partial(_write, shape),
        lambda name, value: make(**_values(shape, _object(name, value))),
    )


def properties(shape: type) -> Schema:
    """The schemas of the keys that an event has in a record."""
    found: Schema = {}
    for field in _fields(shape):
        schema = field.form.schema()
        found |= schema["properties"] if field.is_spread else {field.key: schema}
    return found


def object_schema(shape: type, meaning: str = "", further: Mapping[str, Schema] | None = None) -> Schema:
    """The schema of an event in a record, with `further` keys in front; a key whose field has a default may be missing."""
    return table(meaning, {**(further or {}), **properties(shape)}, optional=_optional(shape))


def _optional(shape: type) -> tuple[str, ...]:
    found: list[str] = []
    for field in _fields(shape):
        if field.is_spread:
            inner = field.form.schema()
            found += [key for key in inner["properties"] if key not in inner["required"]]
        elif field.is_optional:
            found.append(field.key)
    return tuple(found)


def _write(shape: type, value: Any) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for field in _fields(shape):
        written = field.form.write(getattr(value, field.name))
        row |= written if field.is_spread else {field.key: written}
    return row


def write(event: Any) -> dict[str, Any]:
    """An event as an object of JSON."""
    return _write(type(event), event)


def _values(shape: type, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {field.name: _value(field, entry) for field in _fields(shape)}


def _value(field: _Field, entry: Mapping[str, Any]) -> Any:
    if field.is_spread:
        return field.form.read(field.key, entry)
    if field.key not in entry:
        if field.usual is REFUSED:
            raise ValueError(f"{field.key} is missing")
        return field.usual
    return field.form.read(field.key, entry[field.key])


def read(kind: type[_Value], entry: Mapping[str, Any]) -> _Value:
    """The event that an object of JSON says; raises ValueError for a value of the wrong kind."""
    return kind(**_values(kind, entry))
