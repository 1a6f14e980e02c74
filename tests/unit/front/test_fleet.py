"""`conform fleet`: what is said where there is no cluster to use, before any engine is started."""

import sys

import click
import pytest

import conformance.fleet
from conformance.front.cli.fleet import fleet_command


@pytest.fixture
def fleet(tmp_path):
    file = tmp_path / "engines.toml"
    file.write_text('[engines.good]\ncommand = "builtin:reference"\nprotocol = "oep"\n')

    def run(address):
        fleet_command.main(["--scheduler", address, str(file)], standalone_mode=False)

    return run


def test_what_has_to_be_installed_for_a_cluster_is_said(fleet, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "conformance.fleet.cluster", raising=False)
    monkeypatch.delattr(conformance.fleet, "cluster", raising=False)
    with pytest.raises(click.UsageError, match=r"pip install 'conform-engines\[cluster\]'"):
        fleet("tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no address", "nobody://x:1"])
def test_where_nobody_answers_that_is_said(fleet, address, capsys):
    pytest.importorskip("distributed")
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}), pytest.raises(SystemExit) as end:
        fleet(address)
    assert end.value.code == 3
    assert f"no scheduler of Dask answers at {address}" in capsys.readouterr().err
