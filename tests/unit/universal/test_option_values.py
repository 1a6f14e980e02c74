"""Which options are not driven to their ends, because they take memory or processors: by their names."""

import pytest

from conformance.suites.universal.messages import OptionLine, OptionType
from conformance.suites.universal.option_values import cap, clearable, legal_values, safe


def spin(name):
    return OptionLine(name, OptionType.SPIN, "1", 0, 4000, ())


@pytest.mark.parametrize("name", ["Combo Bonus", "Number of Variations", "DrawScore", "Contempt", "Skill Level", "Attack"])
def test_what_only_has_the_letters_of_a_size_in_its_name_is_tried_from_end_to_end(name):
    assert list(legal_values(spin(name))) == ["0", "4000", "1"]
    assert safe([spin(name)], OptionType.SPIN)


@pytest.mark.parametrize(
    "name",
    [
        *("Hash", "USI_Hash", "SizeMB", "table_mb", "MB", "mb for tables", "TTSize(Mb)", "MBytes", "NodeMemory"),
        *("TT Size", "TT_Size", "TTSize", "TT", "PawnTable", "MiniBatchSize"),
    ],
)
def test_what_takes_memory_is_not(name):
    assert list(legal_values(spin(name))) == ["0", "64", "1"]
    assert not safe([spin(name)], OptionType.SPIN)


@pytest.mark.parametrize("name", ["Threads", "Cores", "NumCores", "Max CPUs"])
def test_what_takes_processors_is_not(name):
    assert cap(spin(name)) == 2


@pytest.mark.parametrize("name", ["Backend", "CudaDevice", "UseGPU", "GPU", "Protocol"])
def test_what_a_host_may_lack_and_the_protocol_keep_their_defaults(name):
    combo = OptionLine(name, OptionType.COMBO, "cpu", vars=("cpu", "cuda"))
    assert list(legal_values(combo)) == ["cpu"]
    assert list(legal_values(spin(name))) == ["1"]
    assert not safe([combo], OptionType.COMBO)
    assert not safe([spin(name)], OptionType.SPIN)


@pytest.mark.parametrize("name", ["BackendOptions", "UCI Command", "DisplayOptions"])
def test_a_text_that_has_a_grammar_of_its_own_is_left_alone(name):
    text = OptionLine(name, OptionType.STRING, "threads=2")
    assert list(legal_values(text)) == clearable([text]) == []
