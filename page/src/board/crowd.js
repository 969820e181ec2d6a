/** @import { Group, Standing } from '../model/types.js' */

/** Those who stand at one place, row by row: each engagement a row of its own, whoever fights nobody in the last. */

const WIDE = 54;
/** So wide where there is room for names. */
const ROOMY = 92;
const HIGH = 62;
/** More than so many beside each other begin a new row. */
const MOST = 5;

/**
 * Return the rows of a place and what they measure.
 * @param {Standing[]} standing
 * @param {Group[]} groups
 * @param {boolean} [named] whether there may be room for names
 */
export function rows(standing, groups, named = false) {
  const there = new Set(standing.map((each) => each.who));
  const fights = groups
    .map((group) => ({ group, who: group.members.filter((who) => there.has(who)) }))
    .filter((row) => row.who.length > 1);
  const fighting = new Set(fights.flatMap((row) => row.who));
  const others = standing.map((each) => each.who).filter((who) => !fighting.has(who));
  const lines = [
    ...fights.map(({ group, who }) => ({ group, who })),
    ...chunks(others, MOST).map((who) => ({ group: /** @type {Group | null} */ (null), who })),
  ];
  const widest = Math.max(0, ...lines.map((row) => row.who.length));
  const roomy = named && lines.length === 1 && !lines[0]?.group && widest < 3;
  const step = roomy ? ROOMY : WIDE;
  return { lines, roomy, step, w: widest * step, h: lines.length * HIGH };
}

/**
 * Return where each of them stands around the middle of a place.
 * @param {ReturnType<typeof rows>} crowd
 * @param {number} x
 * @param {number} y
 */
export function spread(crowd, x, y) {
  return crowd.lines.flatMap(({ who }, row) =>
    who.map((id, index) => ({
      id,
      x: x + (index - (who.length - 1) / 2) * crowd.step,
      y: y + (row - (crowd.lines.length - 1) / 2) * HIGH,
      up: index % 2 === 1,
    })),
  );
}

/**
 * Return the capsules around those who fight each other.
 * @param {ReturnType<typeof rows>} crowd
 * @param {number} x
 * @param {number} y
 */
export function knots(crowd, x, y) {
  return crowd.lines.flatMap(({ group, who }, row) =>
    group
      ? [{ group, x: x - (who.length * WIDE) / 2, y: y + (row - (crowd.lines.length - 1) / 2) * HIGH - 26, w: who.length * WIDE, h: 52 }]
      : [],
  );
}

/** @template T @param {T[]} list @param {number} size */
function chunks(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
