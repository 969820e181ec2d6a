/**
 * What a chart shows of the sides over time: what is left of each, or how likely each was to win. Nothing here touches the page.
 *
 * @import { History } from './history.js'
 *
 * @typedef {{n: number, last: number, before: number[], expected: number[], after: number[]}} Step
 * @typedef {{sides: string[], first: number[], steps: Step[], largest: number[], foresight: {fights: number, skill: number}}} Chances
 * @typedef {{n: number, shares: number[]}} Point
 * @typedef {{n: number, side: number, by: number}} Swing
 * @typedef {{points: Point[], swings: Swing[], largest: Point[]}} Way
 * @typedef {{n: number, last: number, side: string, before: number, after: number, luck: number}} Decisive
 */
import { lastUpTo } from './ascending.js';

/** What is left of each side, as a share of what all have left. @param {History} past @returns {Way} */
export function leftOf(past) {
  const points = Array.from({ length: past.count }, (_, index) => ({ n: past.line(index), shares: past.shares(index) }));
  const swings = points.slice(1).map(({ n, shares }, index) => moved(n, points[index]?.shares ?? shares, shares));
  return { points, swings, largest: [] };
}

/** How likely each side was to win, at first and after every command. @param {History} past @param {Chances} told @returns {Way} */
export function chancesOf(past, { sides, first, steps, largest }) {
  const ordered = (/** @type {number[]} */ chances) => past.sides.map((side) => chances[sides.indexOf(side)] ?? 0);
  const points = [{ n: past.first, shares: ordered(first) }, ...steps.map(({ last, after }) => ({ n: last, shares: ordered(after) }))];
  return {
    points,
    swings: steps.map(({ last, before, after }) => moved(last, ordered(before), ordered(after))),
    largest: points.filter(({ n }) => steps.some((step) => step.last === n && largest.includes(step.n))),
  };
}

/** Return which shares there were at a line. @param {Way} way @param {number} n */
export function sharesAt({ points }, n) {
  return points[Math.max(0, lastUpTo(points.map((each) => each.n), n))]?.shares ?? [];
}

/** Return whom a step brought most, and how much, taken from the first side where that lost. @param {number} n @param {number[]} before @param {number[]} after @returns {Swing} */
function moved(n, before, after) {
  const by = after.map((share, side) => share - (before[side] ?? 0));
  const side = by.indexOf(Math.max(...by));
  return { n, side, by: side === 0 ? (by[0] ?? 0) : -(by[side] ?? 0) };
}

/** The commands that moved a chance most, each with the side whose chance it moved most. @param {Chances} told @returns {Decisive[]} */
export function decisive({ sides, steps, largest }) {
  return steps.filter((step) => largest.includes(step.n)).map(({ n, last, before, expected, after }) => {
    const by = after.map((chance, side) => Math.abs(chance - (before[side] ?? 0)));
    const most = by.indexOf(Math.max(...by));
    const [was, fair, is] = [before[most] ?? 0, expected[most] ?? 0, after[most] ?? 0];
    return { n, last, side: sides[most] ?? '', before: was, after: is, luck: is - fair };
  });
}

/** What the whole fight made of the chance of each side: how much of it the dice gave. @param {Chances} told */
export function inAll({ sides, first, steps }) {
  return sides.map((side, place) => {
    const luck = steps.reduce((sum, step) => sum + (step.after[place] ?? 0) - (step.expected[place] ?? 0), 0);
    const [before, after] = [first[place] ?? 0, steps[steps.length - 1]?.after[place] ?? first[place] ?? 0];
    return { side, before, after, luck, rest: after - before - luck };
  });
}
