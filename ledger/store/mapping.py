"""The library's mapper, made to keep the canonical line itself as the stored state of an event."""

from __future__ import annotations

from typing import Any, NamedTuple

from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from ledger.line.lines import Line, decode


class StoredLine(NamedTuple):
    """A line as the event of an encounter: what the library calls a domain event."""

    originator_id: str
    originator_version: int
    line: Line


class LineMapper(Mapper[str]):
    """Topic = the short name of the event, state = its line; old shapes are brought up to date when read."""

    def __init__(self) -> None:
        super().__init__(transcoder=JSONTranscoder())

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Return the line as it is."""
        encounter, version, line = domain_event
        return StoredEvent(originator_id=encounter, originator_version=version, topic=line.type, state=line.raw)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Return what the line says."""
        encounter, version = stored_event.originator_id, stored_event.originator_version
        return StoredLine(str(encounter), version, decode(stored_event.state))
