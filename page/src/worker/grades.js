/** @import { RollAt, SeatAt, Standing } from './standing.js' */

/**
 * Return what a roll rests on: who took part besides the roller, plays, and is no bot.
 * @param {RollAt} roll @param {SeatAt[]} seats @returns {'witnessed' | 'partial' | 'server+roller' | 'server only' | 'not checkable'}
 */
export function gradeOf(roll, seats) {
  if (roll.shut) return 'not checkable';
  const witness = (/** @type {string} */ name) => seats.some((each) => each.seat === name && each.role !== 'spectator' && !each.bot);
  if (roll.given.some((name) => name !== roll.seat && witness(name))) return roll.missing.length ? 'partial' : 'witnessed';
  return roll.given.includes(roll.seat) ? 'server+roller' : 'server only';
}

/**
 * Return which lamp burns: red for an alarm, green where every seat that plays has a device and none was missing from the
 * last roll, amber where one has or was.
 * @param {Standing} standing
 */
export function lampOf({ stopped, seats, rolls }) {
  const playing = seats.filter((each) => each.role !== 'spectator');
  const without = playing.filter((each) => !each.devices.length).map((each) => each.seat);
  const last = rolls[rolls.length - 1];
  const missing = last?.missing ?? [];
  const there = playing.filter((each) => each.devices.length && !missing.includes(each.seat)).length;
  const light = stopped ? 'bad' : without.length || missing.length ? 'some' : 'good';
  return { light, there, of: playing.length, without, missing, roll: last?.roll ?? 0 };
}
