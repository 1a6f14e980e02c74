"""The address of a requirement's page: from the metadata of the distribution that declares the protocol, if it is this one."""

from email.message import Message
from types import SimpleNamespace

import pytest

from conformance.protocol import definition


@pytest.fixture
def declared(monkeypatch):
    """Declare a protocol by a distribution with these URLs in its metadata."""

    def declare(distribution, *urls):
        metadata = Message()
        for url in urls:
            metadata["Project-URL"] = url
        entry = SimpleNamespace(dist=distribution and SimpleNamespace(name=distribution, metadata=metadata))
        monkeypatch.setattr(definition, "protocols", lambda: {"toy": entry})
        definition._documentation.cache_clear()

    yield declare
    definition._documentation.cache_clear()


@pytest.mark.parametrize(
    ("distribution", "urls", "address"),
    [
        (
            definition.DISTRIBUTION,
            ["Repository, https://a.org", "documentation, https://b.org/c/"],
            "https://b.org/c/requirements/T-A-01.html",
        ),
        (definition.DISTRIBUTION, ["Repository, https://a.org"], ""),
        (definition.DISTRIBUTION, [], ""),
        ("conform-toy", ["Documentation, https://b.org"], ""),
        (None, [], ""),
    ],
)
def test_a_page_is_told_where_the_metadata_have_an_address(declared, distribution, urls, address):
    declared(distribution, *urls)
    assert definition.page("toy", "T-A-01") == address
    assert definition.page("no_such_protocol", "T-A-01") == ""
