from conformance.api.engines import Messages
from conformance.testing import KillMatrix, failing

#: What the engine says, to be written wrong in every way. Of a name nothing is asked.
MESSAGES = Messages({"hello": (), "pong": (), "move": ()}, free={("hello", "*", "*"): "what stands after `hello` is a name"})


class TestTicTacToe(KillMatrix):
    protocol = "tictactoe"
    examples = clean_examples = 100
    messages = MESSAGES

    def test_a_win_is_seen_by_the_reference_engine(self, simulate):
        d = simulate("reference")
        d.driver.ready(d)
        d.send("go xx.oo....")
        d.expect(lambda line: line == "move 3", "the winning move", within_ms=d.limits.search_ms)

    def test_one_move_too_many_is_found(self, run_suite):
        assert failing(run_suite("answers_twice")) == {"TTT-GO-01"}
