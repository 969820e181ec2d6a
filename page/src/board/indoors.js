/** @import { GridBoard, Wall } from '../model/types.js' */

/** An opening in a wall is a way through as a door is, if it is no wider than so much, in hundredths of a square. */
const WIDEST = 200;

/**
 * Return which squares lie in a room: nobody leaves them but by a door, a window, or a gap in a wall.
 * @param {Pick<GridBoard, 'width' | 'height' | 'walls' | 'windows' | 'doors'>} board
 * @returns {[number, number][]} by column and row
 */
export function indoors({ width, height, walls, windows, doors }) {
  const built = [...walls, ...windows, ...doors.map((door) => door.wall)];
  const shut = [...built, ...gaps(built)];
  // One square more on every side is outdoors.
  const [across, down] = [width + 2, height + 2];
  const right = crossed(shut, down, across, ([x1, y1, x2, y2]) => [x1, y1, x2, y2]);
  const below = crossed(shut, across, down, ([x1, y1, x2, y2]) => [y1, x1, y2, x2]);
  const outdoors = new Set([0]);
  for (const at of outdoors) {
    const [x, y] = [at % across, Math.floor(at / across)];
    if (x + 1 < across && !right.has(y * across + x)) outdoors.add(at + 1);
    if (x > 0 && !right.has(y * across + x - 1)) outdoors.add(at - 1);
    if (y + 1 < down && !below.has(x * down + y)) outdoors.add(at + across);
    if (y > 0 && !below.has(x * down + y - 1)) outdoors.add(at - across);
  }
  const all = Array.from({ length: width * height }, (_, n) => /** @type {[number, number]} */ ([n % width, Math.floor(n / width)]));
  return all.filter(([x, y]) => !outdoors.has((y + 1) * across + x + 1));
}

/**
 * Return the steps that something shut lies across: of each row those from a square to the next one.
 * @param {Wall[]} shut @param {number} rows @param {number} length @param {(wall: Wall) => number[]} turned
 */
function crossed(shut, rows, length, turned) {
  const found = new Set();
  for (const wall of shut) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = turned(wall);
    for (let row = Math.max(0, Math.floor(Math.min(y1, y2) / 100)); row <= Math.min(rows - 1, Math.ceil(Math.max(y1, y2) / 100) + 1); row += 1) {
      const middle = row * 100 - 50;
      if (middle < Math.min(y1, y2) || middle > Math.max(y1, y2) || y1 === y2) continue;
      const column = Math.floor((x1 + ((x2 - x1) * (middle - y1)) / (y2 - y1) + 50) / 100);
      if (column >= 0 && column < length) found.add(row * length + column);
    }
  }
  return found;
}

/**
 * Return what would close the gaps in walls: between loose ends that face each other in one line.
 * @param {Wall[]} walls what has an end where a wall goes on
 * @returns {Wall[]}
 */
function gaps(walls) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `${x} ${y}`;
  const ends = walls.flatMap(([x1, y1, x2, y2]) => [{ x: x1, y: y1, dx: x1 - x2, dy: y1 - y2 }, { x: x2, y: y2, dx: x2 - x1, dy: y2 - y1 }]);
  const meeting = new Map();
  for (const { x, y } of ends) meeting.set(at(x, y), (meeting.get(at(x, y)) ?? 0) + 1);
  const loose = ends.filter(({ x, y }) => meeting.get(at(x, y)) === 1);
  /** @type {Wall[]} */
  const found = [];
  loose.forEach((one, index) => {
    for (const other of loose.slice(index + 1)) {
      const [x, y] = [other.x - one.x, other.y - one.y];
      if (Math.abs(x) > WIDEST || Math.abs(y) > WIDEST || Math.hypot(x, y) > WIDEST) continue;
      const straight = one.dx * y === one.dy * x && other.dx * y === other.dy * x;
      if (straight && one.dx * x + one.dy * y > 0 && other.dx * x + other.dy * y < 0) found.push([one.x, one.y, other.x, other.y]);
    }
  });
  return found;
}
