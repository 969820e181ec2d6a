"""How the storyteller changes the board in the middle of a fight (STO-92, STO-101, STO-104, STO-106, STO-107)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import BoardChanged
from domain.places.details import Detail
from domain.places.grid import Grid, Wall, opened, room, wall_of
from domain.places.zones import Zones
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import size, takes_space
from domain.rulesets.storyteller.attack.aiming import pair_of
from domain.rulesets.storyteller.boards import must_be_a_square
from domain.rulesets.storyteller.commands import ChangeBoard
from domain.rulesets.storyteller.doors import touches
from domain.rulesets.storyteller.guards import ANY_STEP, must_be_in, pending
from domain.rulesets.storyteller.referee.covering import covering
from domain.rulesets.storyteller.setting_up import fit, must_mean_a_zone
from domain.story import Story
from domain.table.guards import must_be_the_referee
from domain.table.names import distinct

BARE = frozenset({"lock", "covered", "uncovered"})
"""Changes that take nobody's room."""


def change_board(story: Story, command: ChangeBoard) -> None:
    """STO-92, STO-101, STO-104, STO-107: the storyteller changes the board, and says why where that is evident."""
    changed = _changed(story.now, command)
    must_be_the_referee(story.now, command.by, "change the board", changed.rules[0])
    must_be_in(story.now, ANY_STEP, command.by, "change the board", changed.rules[0])
    _must_leave_room(story.now, changed)
    gap = _gap(changed)
    if gap is not None:
        _open_the_walls(story, gap, command)
    story.tell(changed)
    for who in list(story.now.combatants):
        fit(story, who)


MOST_OPENED = 100
"""So many walls are opened at most by one door or window: what they were and are is one line of the ledger."""

FIELDS = {
    "zone": {"zone"},
    "link": {"link", "state", "turns"},
    "wall": {"wall"},
    "window": {"wall"},
    "door": {"door", "open"},
    "new_door": {"door", "wall"},
    "lock": {"door", "lock"},
    "tight": {"squares", "size"},
    "blocked": {"squares"},
    "difficult": {"squares"},
    "cleared": {"squares"},
    "cover": {"corner", "opposite"},
    "uncover": {"corner", "opposite", "to"},
}
"""What a change states beside its reason."""


def _changed(encounter: Encounter, command: ChangeBoard) -> BoardChanged:
    """Return the change as an event; refuses what is no change of this board."""
    board = encounter.board
    every = set().union(*FIELDS.values())
    extra = sorted(name for name in every - FIELDS[command.change] if getattr(command, name) is not None)
    if extra:
        raise _none(encounter, f"the change {command.change} takes no {extra[0]}", "STO-92")
    if isinstance(board, Grid):
        change, detail = _of_grid(encounter, board, command)
        rules: tuple[str, ...] = ("STO-107",)
    elif command.change == "zone":
        change, detail, rules = "zones", Detail(zones=[_new_zone(encounter, command)]), ("STO-92",)
    elif command.change == "link" and command.link is not None and command.state is not None:
        return linked(encounter, command.by, command.link, command.state, command.turns, command.reason)
    else:
        raise _none(encounter, "in zones a change is a zone, or a link with its state", "STO-92")
    return BoardChanged(change=change, detail={**detail}, reason=command.reason, by=command.by, rules=rules)


def _new_zone(encounter: Encounter, command: ChangeBoard) -> str:
    zone = str(command.zone or "")
    must_mean_a_zone(zone)
    distinct("zone", (*encounter.zones.links, zone), "STO-92")
    return zone


def linked(encounter: Encounter, by: str, link: str, state: str, turns: int | None, reason: str | None) -> BoardChanged:
    """STO-101, STO-104, STO-106. Return the change of how two zones hang together; refuses a pair that is none."""
    board = encounter.board
    between = pair_of(board, link) if isinstance(board, Zones) else ()
    if len(set(between)) != 2:
        raise _none(encounter, f"{link} does not name two zones with a dash between them", "STO-101")
    detail: Detail = {"link": link, "between": list(between), "state": state}
    if turns is not None:
        detail["turns"] = turns
    if reason is not None:
        detail["reason"] = reason
    rule = {"adjacent": "STO-106", "detached": "STO-101", "inaccessible": "STO-104"}[state]
    return BoardChanged(change="link", detail={**detail}, reason=reason, by=by, rules=(rule,))


def _of_grid(encounter: Encounter, board: Grid, command: ChangeBoard) -> tuple[str, Detail]:
    """STO-107. Return a change of the grid: a wall, a door turned, squares of some kind."""
    if command.change in ("wall", "window", "new_door") and command.wall is not None:
        return _of_lines(encounter, board, command, command.wall)
    if command.change in ("door", "lock"):
        return _of_door(encounter, board, command)
    if command.change in ("blocked", "difficult", "cleared", "tight") and command.squares:
        return command.change, _squares(encounter, board, command)
    if command.change in ("cover", "uncover"):
        return covering(encounter, board, command)
    raise _none(encounter, "on the grid a change is a wall, a window, a door, its lock, or squares", "STO-107")


def _of_lines(encounter: Encounter, board: Grid, command: ChangeBoard, wall: Wall) -> tuple[str, Detail]:
    """STO-107. Return a new wall, window or door: whatever stands along a line."""
    x1, y1, x2, y2 = wall
    if max(x1, x2) > 100 * board.width or max(y1, y2) > 100 * board.height:
        raise _none(encounter, f"that {command.change.removeprefix('new_')} leads out of the grid", "STO-107")
    if command.change == "wall":
        over = next((name for name, door in board.doors.items() if opened(wall, door.wall) != (wall,)), None)
        if over is not None:
            raise _none(encounter, f"that wall lies over the door {over}, which can be locked or barred", "STO-107")
        return "walls", {"walls": [list(wall)]}
    if command.change == "window":
        return "windows", {"windows": [list(wall)]}
    if command.door is None:
        raise _none(encounter, "a new door has a name", "STO-107")
    distinct("door", (*board.doors, command.door), "STO-107")
    return "doors", {"doors": [{"id": command.door, "wall": list(wall), "open": False}]}


def _of_door(encounter: Encounter, board: Grid, command: ChangeBoard) -> tuple[str, Detail]:
    """STO-107. Return a door turned, locked, barred or free again; whoever locks an open door closes it first."""
    name = str(command.door)
    door = board.doors.get(name)
    if door is None:
        raise Refused("unknown_id", f"There is no door {command.door}.", rule="STO-107", pending=pending(encounter))
    if command.change == "door" and command.open is not None:
        if command.open and door.lock is not None:
            raise _none(encounter, f"{command.door} is {door.lock}: it opens once it has the lock none", "STO-107")
        return "door", {"door": name, "open": command.open}
    if command.change == "lock" and command.lock is not None:
        if door.open and command.lock != "none":
            raise _none(encounter, f"{command.door} stands open, and only what is closed can be locked", "STO-107")
        locked: Detail = {"door": name}
        if command.lock != "none":
            locked["lock"] = command.lock
        return "lock", locked
    raise _none(encounter, "a door is opened or closed, and locked, barred or none of it", "STO-107")


def _gap(changed: BoardChanged) -> Wall | None:
    """STO-107. Return where a change opens the walls: a new door or window lies there."""
    detail = changed.stated
    lines = detail.get("windows") or [door["wall"] for door in detail.get("doors", ())]
    return wall_of(lines[0]) if lines else None


def _open_the_walls(story: Story, gap: Wall, command: ChangeBoard) -> None:
    """STO-107. A wall ends where a door or window lies in it."""
    cut = {wall: opened(wall, gap) for wall in story.now.grid.walls if opened(wall, gap) != (wall,)}
    if len(cut) > MOST_OPENED:
        raise _none(story.now, f"that lies over more than {MOST_OPENED} walls", "STO-107")
    if cut:
        detail: Detail = {
            "walls": [list(wall) for wall in cut],
            "rest": [list(rest) for left in cut.values() for rest in left],
        }
        story.tell(
            BoardChanged(change="opened", detail={**detail}, reason=command.reason, by=command.by, rules=("STO-107",))
        )


def _squares(encounter: Encounter, board: Grid, command: ChangeBoard) -> Detail:
    places = list(command.squares or ())
    for place in places:
        must_be_a_square(place, board.width, board.height)
    if command.change != "tight":
        return {"squares": places}
    if command.size is None:
        raise _none(encounter, "a tight square has the size of what fits it", "STO-82")
    return {"squares": places, "size": command.size}


def leaves_room(encounter: Encounter, change: str, detail: Detail) -> bool:
    """STO-107. Return whether after a change of the grid everybody still has room where they stand."""
    return _without_room(encounter, change, detail) is None


def _without_room(encounter: Encounter, change: str, detail: Detail) -> Combatant | None:
    board = encounter.board
    if not isinstance(board, Grid):
        return None
    standing = [
        who for who in encounter.combatants.values() if takes_space(who) and _may_be_cut(board, who, change, detail)
    ]
    if not standing:
        return None
    after = board.changed(change, detail)
    return next((who for who in standing if room(after, who.at, size(who)) is None), None)


def _may_be_cut(board: Grid, who: Combatant, change: str, detail: Detail) -> bool:
    """STO-107. Return whether a change may take somebody's room: doors, windows and walls only where they are."""
    match change:
        case "door":
            lines = [board.doors[detail["door"]].wall]
        case "walls":
            lines = [wall_of(wall) for wall in detail["walls"]]
        case "windows":
            lines = [wall_of(wall) for wall in detail["windows"]]
        case "doors":
            lines = [wall_of(door["wall"]) for door in detail["doors"]]
        case _:
            return change not in BARE
    return any(touches(line, who.at, size(who)) for line in lines)


def _must_leave_room(encounter: Encounter, changed: BoardChanged) -> None:
    """STO-107. Refuse a change that leaves somebody without room where they stand."""
    who = _without_room(encounter, changed.change, changed.stated)
    if who is not None:
        message = f"The board cannot change like that: {who.id} stands at {who.at}."
        raise Refused("occupied", message, rule="STO-107", pending=pending(encounter))


def _none(encounter: Encounter, why: str, rule: str) -> Refused:
    return Refused("invalid_value", f"This is no change of the board: {why}.", rule=rule, pending=pending(encounter))
