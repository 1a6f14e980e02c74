"""What a program says of its own death: the message, and where in its own code it came from."""

import pytest

from conformance.wire.last_words import last_words

GO = """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
runtime.goPanicIndex(0x5, 0x3)
\t/usr/lib/go/src/runtime/panic.go:113 +0x74
main.(*Engine).search(0xc000012345, 0x3)
\t/home/me/engine/search.go:42 +0x1d
main.main()
\t/home/me/engine/main.go:10 +0x20
exit status 2"""
JAVA = """Reading the book
Exception in thread "search" java.lang.NullPointerException: Cannot read field "moves"
\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)
\tat com.me.Search.root(Search.java:77)
\tat com.me.Main.main(Main.java:9)
Caused by: java.lang.IllegalStateException: empty
\tat com.me.Table.get(Table.java:12)
\t... 2 more"""
RUST = """thread 'main' panicked at src/search.rs:42:9:
index out of bounds: the len is 3 but the index is 5
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"""
OLD_RUST = "thread 'main' panicked at 'no move', src/search.rs:42:9"
NODE = """/home/me/engine.js:3
  throw new Error("no move");
  ^

Error: no move
    at node:internal/modules:12:3
    at search (/home/me/engine.js:3:9)

Node.js v18.19.0"""
NET = """Unhandled exception. System.IndexOutOfRangeException: Index was outside the bounds of the array.
   at System.Array.Get()
   at Engine.Search.Root(Board board) in /home/me/Search.cs:line 42
   at Engine.Program.Main()"""
PYTHON = """Traceback (most recent call last):
  File "engine.py", line 42, in search
    return moves[5]
IndexError: list index out of range"""
CPP = """terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check"""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            GO,
            (
                "main.(*Engine).search(0xc000012345, 0x3) /home/me/engine/search.go:42",
                "panic: runtime error: index out of range [5] with length 3",
            ),
        ),
        (
            JAVA,
            (
                "at com.me.Search.root(Search.java:77)",
                'Exception in thread "search" java.lang.NullPointerException: Cannot read field "moves"',
            ),
        ),
        (RUST, ("thread 'main' panicked at src/search.rs:42:9:", "index out of bounds: the len is 3 but the index is 5")),
        (OLD_RUST, (OLD_RUST,)),
        (NODE, ("at search (/home/me/engine.js:3:9)", "Error: no move")),
        (
            NET,
            (
                "at Engine.Search.Root(Board board) in /home/me/Search.cs:line 42",
                "Unhandled exception. System.IndexOutOfRangeException: Index was outside the bounds of the array.",
            ),
        ),
        (PYTHON, tuple(PYTHON.splitlines()[1:])),
        (CPP, tuple(CPP.splitlines())),
        ("panic: no stack", ("panic: no stack",)),
        (
            "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:",
            ("fatal error: all goroutines are asleep - deadlock!",),
        ),
        ("one\n\ntwo\nthree\nfour", ("two", "three", "four")),
        ("", ()),
    ],
)
def test_the_message_is_the_last_of_the_lines_that_tell_why(said, expected):
    assert last_words(said.splitlines()) == expected


@pytest.mark.parametrize("said", [GO, JAVA, NODE, NET])
def test_two_deaths_with_the_same_frames_and_other_messages_differ_in_their_last_word(said):
    message = last_words(said.splitlines())[-1]
    assert last_words(said.replace(message, message + " again").splitlines())[-1] == message + " again"
