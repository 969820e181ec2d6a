"""The curve of Ed25519 in plain whole numbers (RFC 8032, section 5.1): only what it takes to judge a public key.

Nothing here touches a secret, so that its time may depend on its input.
"""

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493

_D = -121665 * pow(121666, -1, FIELD) % FIELD
_ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)
_Y_OF_ORDER_8 = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)

# X, Y, Z, T of RFC 8032: x = X/Z, y = Y/Z, x·y = T/Z.
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def point_of(encoding: bytes) -> Point | None:
    """Return the point with this encoding; None if there is none, or if the encoding is not its shortest."""
    if len(encoding) != 32:
        return None
    y, odd = int.from_bytes(encoding, "little") & (1 << 255) - 1, encoding[31] >> 7
    if y >= FIELD:
        return None
    x = _root((y * y - 1) * pow(_D * y * y + 1, -1, FIELD) % FIELD)
    if x is None or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def add(one: Point, other: Point) -> Point:
    """Return the sum of two points; the formula holds for all of them."""
    a = (one[1] - one[0]) * (other[1] - other[0])
    b = (one[1] + one[0]) * (other[1] + other[0])
    c = 2 * _D * one[3] * other[3]
    d = 2 * one[2] * other[2]
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def times(number: int, point: Point) -> Point:
    """Return the point added to itself until it is there ``number`` times."""
    result = NEUTRAL
    for digit in f"{number:b}":
        result = add(result, result)
        if digit == "1":
            result = add(result, point)
    return result


def is_neutral(point: Point) -> bool:
    """Say whether adding this point changes nothing."""
    x, y, z, _ = point
    return x == 0 and y == z


def _root(square: int) -> int | None:
    root = pow(square, (FIELD + 3) // 8, FIELD)
    for candidate in (root, root * _ROOT_OF_MINUS_ONE % FIELD):
        if candidate * candidate % FIELD == square:
            return candidate
    return None


def _low_order() -> frozenset[bytes]:
    """Return every encoding, the unusual ones too, that some library reads as one of the 8 points of low order."""
    heights = (0, 1, FIELD - 1, FIELD, FIELD + 1, _Y_OF_ORDER_8, FIELD - _Y_OF_ORDER_8)
    return frozenset((y | sign << 255).to_bytes(32, "little") for y in heights for sign in (0, 1))


LOW_ORDER = _low_order()
