"""From the first `uci` to `uciok`: what must come, and what must not come before or after."""

from conformance.api.suites import Chapter
from conformance.suites.uci.driver import uci
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import handshake as shared

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

bind.dialogue(shared.handshake, "UCI-ROB-09", "UCI-ROB-10", "UCI-HS-01", flushed="UCI-ROB-09", on_stdout="UCI-ROB-10")
bind.dialogue(shared.second_greeting_does_no_harm, "UCI-HS-05", name="second_uci_does_no_harm")
bind.dialogue(
    shared.second_greeting_after_a_search_does_no_harm,
    "UCI-HS-05",
    name="second_uci_after_a_search_does_no_harm",
    fresh=True,
)
bind.declared(shared.says_nothing_before_the_greeting, name="says_nothing_before_uci", is_message=uci.is_message)
bind.declared(
    shared.handshake_is_fast, title="`uciok` comes within two seconds of `uci`: nothing heavy is done before it.", seconds=2
)
