"""Requirements that dialogues need together."""

#: What a dialogue needs that looks at the results of searches, stops one, or asks during one.
SEARCHES = ("OEP-SEA-01", "OEP-SEA-02", "OEP-SEA-03")
STOPS = ("OEP-STP-02", "OEP-STP-03")
AGAIN = (*SEARCHES, *STOPS, "OEP-STP-04")
QUESTIONS = ("OEP-INF-02", "OEP-INF-05", "OEP-EMP-02", "OEP-EMP-03")
IDLE_QUESTIONS = ("OEP-INF-01", "OEP-EMP-01")
SYNC = ("OEP-VER-01",)
HASH = ("OEP-HSH-01", "OEP-HSH-03")
