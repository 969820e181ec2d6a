"""The small changes: what one expression or statement of a source becomes, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}
_COUNTED: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.FloorDiv: ast.Mult(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change: the bytes of the source from ``start`` to ``end`` become ``after``; ``line`` counts from 1."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def applied(self, source: bytes) -> bytes:
        """Return the source with this change."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    @property
    def sentence(self) -> str:
        """Say where it is and what becomes what, on one line."""
        return f"{self.path}:{self.line}: {_short(self.before)} → {_short(self.after)}"


def changes(path: str, source: bytes) -> list[Change]:
    """Return every change to a source, in the order of its lines."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for inner in _of_a_function(node):
                for after in _instead(inner):
                    start = starts[inner.lineno - 1] + inner.col_offset
                    end = starts[(inner.end_lineno or inner.lineno) - 1] + (inner.end_col_offset or 0)
                    before = source[start:end].decode()
                    found.append(Change(path=path, line=inner.lineno, start=start, end=end, before=before, after=after))
    return sorted(set(found), key=lambda change: (change.start, change.end, change.after))


def _of_a_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr | ast.stmt]:
    """Yield what a function does: neither its types nor its texts."""
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.expr | ast.stmt):
                yield node


def _instead(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Yield what could stand in the place of one node."""
    match node:
        case ast.Compare(ops=[one]) if type(one) in _COMPARED:
            yield f"({ast.unparse(ast.Compare(node.left, [_COMPARED[type(one)]], node.comparators))})"
        case ast.BoolOp(op=op):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, node.values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(op=counted) if type(counted) in _COUNTED and not _is_text(node):
            yield f"({ast.unparse(ast.BinOp(node.left, _COUNTED[type(counted)], node.right))})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.Raise():
            yield "pass"
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
            yield "pass"
        case ast.IfExp(body=body, orelse=orelse):
            yield f"({ast.unparse(body)})"
            yield f"({ast.unparse(orelse)})"
        case _:
            return


def _is_text(node: ast.BinOp) -> bool:
    """Return whether one side of a sum is plainly a text or a list, which cannot be taken away."""
    kinds = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
    sides = (node.left, node.right)
    return any(isinstance(side, kinds) or (isinstance(side, ast.Constant) and _is_word(side)) for side in sides)


def _is_word(constant: ast.Constant) -> bool:
    return isinstance(constant.value, str | bytes)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 70 else f"{flat[:67]}..."
