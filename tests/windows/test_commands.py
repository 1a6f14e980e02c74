"""What is done with a run after it: seen again, judged, compared, shown."""

import json


def test_a_finding_is_seen_again_judged_and_shown(conform, tmp_path):
    words = ("--protocol", "usi", "--select", "USI-BM-01", "--keep", "kept")
    assert conform(*words, "--jsonl", "bad.jsonl", "builtin:bestmove_in_csa_notation").returncode == 1
    assert conform(*words, "--jsonl", "good.jsonl", "--html", "good", "builtin:reference").returncode == 0
    kept = tmp_path / "kept" / "usi" / "USI-BM-01.jsonl"
    assert conform("replay", kept, "builtin:bestmove_in_csa_notation").returncode == 1
    assert conform("replay", kept, "builtin:reference").returncode == 0
    judged = conform("judge", "--protocol", "usi", kept)
    assert (judged.returncode, "USI-BM-01" in judged.stdout) == (1, True), judged.stdout + judged.stderr
    compared = conform("diff", "good.jsonl", "bad.jsonl")
    assert (compared.returncode, "USI-BM-01" in compared.stdout) == (1, True), compared.stdout + compared.stderr
    assert conform("report", "--html", "page", "bad.jsonl").returncode == 0
    assert "USI-BM-01" in (tmp_path / "page" / "index.html").read_text("utf-8")


def test_what_a_system_lacks_and_its_name_are_in_the_report(conform, tmp_path):
    conform("--protocol", "usi", "--select", "USI-HS-01", "--jsonl", "run.jsonl", "builtin:reference")
    host = json.loads((tmp_path / "run.jsonl").read_text("utf-8").splitlines()[0])["host"]
    assert "Windows" in host["system"]
    assert host["lacks"]
