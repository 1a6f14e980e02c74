"""What a program says of its own death: the message, and where in its own code it came from."""

import pytest

from conformance.wire.last_words import death, last_words

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
CHAINED_PYTHON = """no book
Traceback (most recent call last):
  File "/home/me/engine.py", line 5, in main
    analyze({}, 'E3')
  File "/home/me/engine.py", line 2, in analyze
    def analyze(t, k): return t[k]
                              ~^^^
KeyError: 'E3'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/me/engine.py", line 8, in <module>
    main()
  File "/home/me/engine.py", line 7, in main
    log.close() or int('x1')
                   ^^^^^^^^^
ValueError: invalid literal for int() with base 10: 'x1'"""
RUST_WITH_STACK = """info: loaded

thread 'main' (22788) panicked at src/uci.rs:3:114:
called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
   1: core::panicking::panic_fmt
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:80:14
   2: <alloc::vec::Vec<T,A> as core::ops::index::Index<I>>::index
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/alloc/src/vec/mod.rs:3804:9
   3: engine::uci::go
             at ./src/uci.rs:3:114
   4: engine::main
             at ./src/main.rs:4:155
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace."""
ADDRESSES = """=================================================================
==23071==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000020 at pc 0x55e085e505fc
READ of size 4 at 0x602000000020 thread T0
    #0 0x7f3d78eb9628 in __interceptor_memcpy ../../../../src/libsanitizer/asan/asan_interceptors.cpp:98
    #1 0x55e085e505fb in Board::at(int) /home/me/board.cpp:4
    #2 0x55e085e5047d in main /home/me/board.cpp:5
    #3 0x7f3d78845249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

0x602000000020 is located 0 bytes to the right of 16-byte region [0x602000000010,0x602000000020)
allocated by thread T0 here:
    #0 0x7f3d78eb9628 in operator new[](unsigned long) ../../../../src/libsanitizer/asan/asan_new_delete.cpp:98
    #1 0x55e085e50331 in main /home/me/board.cpp:5

SUMMARY: AddressSanitizer: heap-buffer-overflow /home/me/board.cpp:4 in Board::at(int)
Shadow bytes around the buggy address:
  0x0c047fff7ff0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
=>0x0c047fff8000: fa fa 00 00[fa]fa fa fa fa fa fa fa fa fa fa fa
  Addressable:           00
==23071==ABORTING"""
NET_WITH_CAUSE = """Unhandled exception. System.InvalidOperationException: search failed
 ---> System.NullReferenceException: Object reference not set to an instance of an object.
   at Engine.Board.Make(Move m) in /home/me/Board.cs:line 12
   --- End of inner exception stack trace ---
   at Engine.Search.Root(Board board) in /home/me/Search.cs:line 42"""
NODE_WITH_CAUSE = """/home/me/engine.js:1
function find(n) { try { null.x } catch (e) { throw new Error('no such piece ' + n, {cause: e}); } }
                                              ^

Error: no such piece 3
    at find (/home/me/engine.js:1:53)
    at node:internal/main/run_main_module:28:49 {
  [cause]: TypeError: Cannot read properties of null (reading 'x')
      at find (/home/me/engine.js:1:31)
}

Node.js v20.20.2"""
ZIG = """thread 4711 panic: index out of bounds: index 64, len 64
/home/me/board.zig:41:17: 0x103 in place (eng)
    return self.sq[i];
                ^
/home/me/main.zig:9:5: 0x104 in main (eng)
    place(64);
         ^"""
LUA = """lua: board.lua:41: attempt to index a nil value (local 'sq')
stack traceback:
\t[C]: in function 'error'
\tboard.lua:41: in function 'place'
\tmain.lua:9: in main chunk
\t[C]: in ?"""
SWIFT = """Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
Current stack trace:
0    libswiftCore.so                    0x00007f23 _swift_stdlib_reportFatalErrorInFile + 112
1    engine                             0x00005512 Board.at(_:) + 12
2    engine                             0x00005533 main + 12"""
HASKELL = """engine: Prelude.!!: index too large
CallStack (from HasCallStack):
  error, called at libraries/base/GHC/List.hs:1368:14 in base:GHC.List
  tooLarge, called at libraries/base/GHC/List.hs:1378:50 in base:GHC.List
  !!, called at src/Board.hs:41:12 in main:Board"""
OCAML = """Fatal error: exception Invalid_argument("index out of bounds")
Raised by primitive operation at Board.set in file "board.ml", line 41, characters 4-20
Called from Main in file "main.ml", line 9, characters 2-10"""
NIM = """Traceback (most recent call last)
/home/me/main.nim(9) main
/home/me/board.nim(41) place
Error: unhandled exception: index 64 not in 0 .. 63 [IndexDefect]"""
DART = """Unhandled exception:
RangeError (index): Invalid value: Not in inclusive range 0..63: 64
#0      Board.at (package:engine/board.dart:41:7)
#1      main (package:engine/main.dart:9:3)"""
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
                "at com.me.Table.get(Table.java:12)",
                "Caused by: java.lang.IllegalStateException: empty",
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
        (PYTHON, ('File "engine.py", line 42, in search', "return moves[5]", "IndexError: list index out of range")),
        (
            CHAINED_PYTHON,
            (
                'File "/home/me/engine.py", line 2, in analyze',
                "def analyze(t, k): return t[k]",
                "KeyError: 'E3'",
                'File "/home/me/engine.py", line 7, in main',
                "log.close() or int('x1')",
                "ValueError: invalid literal for int() with base 10: 'x1'",
            ),
        ),
        (
            RUST_WITH_STACK,
            (
                "engine::uci::go at ./src/uci.rs:3:114",
                "thread 'main' (22788) panicked at src/uci.rs:3:114:",
                "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }",
            ),
        ),
        (ADDRESSES, ("Board::at(int) /home/me/board.cpp:4", ADDRESSES.splitlines()[1])),
        (
            NET_WITH_CAUSE,
            (
                "at Engine.Board.Make(Move m) in /home/me/Board.cs:line 12",
                "---> System.NullReferenceException: Object reference not set to an instance of an object.",
                "Unhandled exception. System.InvalidOperationException: search failed",
            ),
        ),
        (NODE_WITH_CAUSE, ("at find (/home/me/engine.js:1:53)", "Error: no such piece 3")),
        (ZIG, ("/home/me/board.zig:41:17: 0x103 in place (eng)", "return self.sq[i];", ZIG.splitlines()[0])),
        (LUA, ("board.lua:41: in function 'place'", LUA.splitlines()[0])),
        (SWIFT, ("engine                             0x00005512 Board.at(_:) + 12", SWIFT.splitlines()[0])),
        (HASKELL, ("!!, called at src/Board.hs:41:12 in main:Board", HASKELL.splitlines()[0])),
        (OCAML, (OCAML.splitlines()[1], OCAML.splitlines()[0])),
        (NIM, ("/home/me/board.nim(41) place", NIM.splitlines()[-1])),
        (
            DART,
            (
                "Board.at (package:engine/board.dart:41:7)",
                "Unhandled exception:",
                "RangeError (index): Invalid value: Not in inclusive range 0..63: 64",
            ),
        ),
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


ALL = [GO, JAVA, RUST_WITH_STACK, NODE, NET, PYTHON, CHAINED_PYTHON, ADDRESSES, ZIG, LUA, SWIFT, HASKELL, OCAML, NIM, DART]


@pytest.mark.parametrize("said", ALL)
def test_two_deaths_with_the_same_frames_and_other_messages_differ_in_their_last_word(said):
    message = last_words(said.splitlines())[-1]
    assert last_words(said.replace(message, message + " again").splitlines())[-1] == message + " again"


@pytest.mark.parametrize("said", ALL)
def test_what_was_printed_before_is_no_part_of_it(said):
    """Neither a table of moves nor an exception that did no harm."""
    before = ["perft(5) 4865609", " 1: e2e4 20", " 2: d2d4 20", *PYTHON.splitlines(), "goes on"]
    told, alone = death([*before, *said.splitlines()]), death(said.splitlines())
    assert told.words == alone.words
    assert told.at == len(before) + alone.at


def test_a_stack_far_above_is_not_the_last_that_a_program_says():
    logged = [*JAVA.splitlines(), *(f"info {number}" for number in range(100))]
    assert last_words(logged) == ("info 97", "info 98", "info 99")


def test_what_follows_a_stack_that_comes_first_is_its_message():
    assert last_words(PYTHON.splitlines()[:-1]) == tuple(line.strip() for line in PYTHON.splitlines()[1:-1])
