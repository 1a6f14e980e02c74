"""The file of a baseline: read with errors that name a line, and changed without touching what people wrote."""

import pytest

from conformance.front.baseline import read
from conformance.front.loading import load_suite
from conformance.run.events import Waiver
from conformance.words.inputs import InputError

CHECK = "stop_ends_an_infinite_search"
ENTRY = f"""[[waived]]
requirement = "USI-STOP-01"
check = "{CHECK}"
reason = "the search is rewritten"
"""
HEAD = "# About all of it.\n\n"


@pytest.fixture(scope="module")
def suite():
    return load_suite("usi")


@pytest.fixture
def baseline(tmp_path, suite):
    def parse(text, **more):
        (tmp_path / "base.toml").write_bytes(text.encode() if isinstance(text, str) else text)
        return read(tmp_path / "base.toml", suite, **more)

    return parse


def test_an_entry_is_read(baseline):
    text = f'{ENTRY}expires = 2027-01-31\nversions = ["1.*", "2.0 beta"]\n\n{ENTRY}'
    assert baseline(text).waivers == (
        Waiver("USI-STOP-01", CHECK, "the search is rewritten", "2027-01-31", ("1.*", "2.0 beta")),
        Waiver("USI-STOP-01", CHECK, "the search is rewritten"),
    )
    assert baseline("").waivers == ()


def test_entries_of_another_protocol_are_left_alone(baseline):
    text = ENTRY.replace("USI-STOP-01", "UCI-STOP-01").replace(CHECK, "whatever")
    assert baseline(text + ENTRY).waivers == (Waiver("USI-STOP-01", CHECK, "the search is rewritten"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = ]", r"base\.toml is not valid TOML: .*line 1"),
        (b"\xff", r"base\.toml, line 1: it is not a text in UTF-8"),
        ("[" * 5000, r"base\.toml is not valid TOML"),
        ("\nwaved = 3\n", r"base\.toml, line 2: 'waved' is unknown"),
        ("waived = 3\n", r"base\.toml, line 1: 'waived' is not a list of tables"),
        ("waived = [3]\n", r"base\.toml, line 1: 'waived' is not a list of tables"),
        (ENTRY + "\n[[waived]]\n", r"base\.toml, line 6: requirement is missing"),
        (ENTRY.replace('"the search is rewritten"', '" "'), r"base\.toml, line 4: reason is ' ', and no text"),
        (ENTRY + "resaon = 3\n", r"base\.toml, line 5: unknown key 'resaon'; did you mean reason\?"),
        (ENTRY + ENTRY, r"base\.toml, line 5: USI-STOP-01 stop_ends_an_infinite_search is waived twice"),
        (ENTRY + "expires = 2027\n", r"base\.toml, line 5: expires is '2027', and no day such as"),
        (ENTRY + 'expires = "soon"\n', r"base\.toml, line 5: expires is 'soon', and no day"),
        (ENTRY + "expires = 2027-01-31T10:00:00\n", r"base\.toml, line 5: expires is '2027-01-31 10:00:00', and no day"),
        (ENTRY + 'versions = "1"\n', r"base\.toml, line 5: versions is '1', and no list of texts"),
        (
            ENTRY.replace("STOP-01", "STOP-99"),
            r"base\.toml, line 2: there is no requirement 'USI-STOP-99'; did you mean USI-STOP-0",
        ),
        (
            ENTRY.replace("USI-STOP-01", "X"),
            r"base\.toml, line 2: there is no requirement 'X': see `conform list --protocol usi`",
        ),
        (ENTRY.replace(CHECK, f"{CHECK}s"), rf"base\.toml, line 3: there is no check '{CHECK}s'; did you mean {CHECK}"),
        (ENTRY.replace(CHECK, "#"), rf"base\.toml, line 3: there is no check '#'; checks of USI-STOP-01 are .*{CHECK}"),
        ('waived = [{requirement = "X", check = "", reason = "r"}]\n', r"base\.toml: check is '', and no text"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(baseline, text, words):
    with pytest.raises(InputError, match=words):
        baseline(text)


def test_a_header_inside_a_text_begins_no_entry(baseline):
    text = f"{HEAD}{ENTRY.replace(chr(34) + 'the search is rewritten' + chr(34), chr(39) * 3 + chr(10) + '[[waived]]' + chr(10) + chr(39) * 3)}{ENTRY}x = 1\n"
    with pytest.raises(InputError, match=r"line 13: unknown key 'x'"):
        baseline(text)


def test_a_file_that_is_missing_is_told_or_begun(tmp_path, suite):
    new = read(tmp_path / "none.toml", suite)
    assert new.notice == f"{tmp_path}/none.toml: there is no such file, so nothing is waived; --baseline-update makes it"
    new.changed([Waiver("USI-STOP-01", CHECK, 'a "reason" \\ \x1b\x7f 歩\n')]).write()
    again = read(tmp_path / "none.toml", suite)
    assert again.waivers == (Waiver("USI-STOP-01", CHECK, 'a "reason" \\ \x1b\x7f 歩\n'),)
    assert not again.notice
    assert again.text.startswith("# Known findings, each with its reason")
    with pytest.raises(InputError, match="it is a directory"):
        read(tmp_path, suite)
    with pytest.raises(InputError, match="File name too long"):
        read(tmp_path / ("a" * 300), suite)


OTHER = Waiver("USI-STOP-02", CHECK, "why", "2027-01-31", ("1.0",))
SECOND = f"""# The second: keep me.
[[waived]]  # here, too
check = "{CHECK}"
requirement = "USI-STOP-02"
reason = 'why'
expires = 2027-01-31
versions = ["1.0"]
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_not_changed_stays_as_it_is_to_the_byte(baseline, end):
    text = f"{HEAD}{ENTRY}\n{SECOND}".replace("\n", end)
    known = baseline(text)
    third = Waiver("USI-STOP-03", CHECK, "new")
    assert known.changed(
        [third]
    ).text == text + f'\n[[waived]]\nrequirement = "USI-STOP-03"\ncheck = "{CHECK}"\nreason = "new"\n'.replace("\n", end)
    assert known.changed(remove=[OTHER]).text.rstrip() == f"{HEAD}{ENTRY}".replace("\n", end).rstrip()
    assert known.changed(remove=[known.waivers[0]]).text == f"{HEAD}{SECOND}".replace("\n", end)
    assert known.changed([third], known.waivers).text.startswith("# About all of it.")
    assert known.changed([third], known.waivers).waivers == (third,)
    assert known.changed([third, third]).waivers == (*known.waivers, third)


def test_a_layout_that_cannot_be_changed_line_by_line_is_refused(baseline):
    known = baseline(f'waived = [{{requirement = "USI-STOP-01", check = "{CHECK}", reason = "r"}}]\n')
    for change in ({"add": [OTHER]}, {"remove": known.waivers}):
        with pytest.raises(
            InputError, match=r"it cannot be changed as it is laid out: write each entry as a table \[\[waived\]\]"
        ):
            known.changed(**change)


def test_a_link_stays_a_link_and_nothing_is_left_beside_it(tmp_path, baseline, suite):
    baseline(ENTRY)
    (tmp_path / "link.toml").symlink_to("base.toml")
    if not (tmp_path / "link.toml").is_symlink():
        pytest.skip("Wine 8 says that it makes links, and makes none")
    read(tmp_path / "link.toml", suite).changed([OTHER]).write()
    assert (tmp_path / "link.toml").is_symlink()
    assert read(tmp_path / "base.toml", suite).waivers[1] == OTHER
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base.toml", "link.toml"]
