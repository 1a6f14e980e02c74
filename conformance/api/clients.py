"""The other side: what a GUI or another client does wrong, judged by what it sends."""

from conformance.clients.pair import Client
from conformance.clients.rules import ClientFold, ClientMisstep, ClientRecord, Go, Judgements, Rules, Sent, Speech, chapter

__all__ = [
    "Client",
    "ClientFold",
    "ClientMisstep",
    "ClientRecord",
    "Go",
    "Judgements",
    "Rules",
    "Sent",
    "Speech",
    "chapter",
]
