"""From the first `usi` to `usiok`: what must come, and what must not come before or after."""

from conformance.api.suites import Chapter
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import handshake as shared
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.driver import is_free, usi
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

bind.dialogue(shared.handshake, "USI-ROB-09", "USI-ROB-10", "USI-HS-01", flushed="USI-ROB-09", on_stdout="USI-ROB-10")
bind.dialogue(shared.second_greeting_does_no_harm, "USI-HS-06", name="second_usi_does_no_harm")
bind.dialogue(
    shared.second_greeting_after_a_search_does_no_harm,
    "USI-HS-06",
    name="second_usi_after_a_search_does_no_harm",
    fresh=True,
)
bind.declared(
    shared.says_nothing_before_the_greeting,
    name="says_nothing_before_usi",
    is_message=lambda text: usi.is_message(text) and not is_free(text),
)
bind.declared(shared.handshake_is_fast, seconds=figure("USI-HS-03", "seconds"))
