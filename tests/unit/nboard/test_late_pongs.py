"""A pong that an earlier ping asked for does not answer a later one."""

from conformance.fixtures.nboard.reference import NBoardEngine
from conformance.run.selection import Selection
from conformance.testing import failing, run_suite


class GetsRoundToPingsLate(NBoardEngine):
    """Answers the ping of a brief search only when it is asked again, and in the end is slow to answer that."""

    def __init__(self):
        super().__init__()
        self.late = []
        self.searches = 0

    def on_line(self, line):
        if line == "ping 9000":
            self.late.append(line)
            self.searches += 1
        elif line.startswith("ping") and self.late:
            for earlier in self.late:
                super().on_line(earlier)
            self.after(2.0 if self.searches > 40 else 0.0, lambda: super(GetsRoundToPingsLate, self).on_line(line))
            self.late.clear()
        else:
            super().on_line(line)


def test_what_a_hundred_searches_cost_is_told_by_the_answer_to_the_last_ping():
    assert failing(run_suite("nboard", GetsRoundToPingsLate, selection=Selection(("NB-TR-12",)))) == {"NB-TR-12"}
