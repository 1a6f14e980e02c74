"""The lines of `options`, as the grammar reads them."""

from conformance.api.suites import Chapter, Judgements
from conformance.suites.uhp.dialogues import options
from conformance.suites.uhp.invariants.common import faults_of
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_LISTS = ("options",)
_FORM = "NAME;TYPE;VALUE, then bounds or values, all lines with a default after the value or none"


@chapter.invariant("UHP-OPT-01", evidence=(options.lists_its_options,))
def options_are_well_formed(record: Record) -> Judgements:
    """Each option is name, type, value and what the type asks for, all lines in the same shape."""
    yield from faults_of(_with_options(record), "UHP-OPT-01", _LISTS, _FORM)


def _with_options(record: Record) -> Record:
    """The lists that have a line: the others tell nothing of the form of one."""
    return Record([exchange for exchange in record.of(*_LISTS) if any(said.text.strip() for said in exchange.lines)])


@chapter.invariant("UHP-OPT-02", evidence=(options.lists_its_options,))
def option_names_are_clean(record: Record) -> Judgements:
    """A name has no blank in it and stands in the list once."""
    yield from faults_of(_with_options(record), "UHP-OPT-02", _LISTS, "names without blanks, each once")


@chapter.invariant("UHP-OPT-03", evidence=(options.lists_its_options,))
def option_values_are_in_range(record: Record) -> Judgements:
    """Value and default are of the type and in the range."""
    yield from faults_of(_with_options(record), "UHP-OPT-03", _LISTS, "a value and a default of the type and in the range")
