import { isDown } from '../model/facts.js';
import { isPlace } from './fields.js';
import { allowed, best } from './fill.js';
import { harms } from './foes.js';

/** @import { Choices, Combatant, End } from '../model/types.js' */
/** @import { Chip } from './chips.js' */
/** @import { Field } from './fields.js' */
/** @import { Picked } from './fill.js' */

/**
 * Return whom something may be done to, in the order in which one looks for them: whom it harms first where it goes best,
 * foes who stand before one's own side, and the fallen last; of what one can do to oneself one's own side comes first.
 * @param {Choices} choices
 * @param {Chip} chip
 * @param {Field} target
 * @param {Picked} picked
 * @param {Combatant[]} all
 */
export function targets(choices, chip, target, picked, all) {
  const known = new Map(all.map((each) => [each.id, each]));
  const who = allowed(chip, target, picked);
  const { [target.name]: _, ...others } = picked;
  const helps = !harms(choices, chip, others) && (target.optional || who.includes(chip.who));
  const rank = (/** @type {unknown} */ id) => {
    const each = known.get(String(id));
    const own = each?.side === known.get(chip.who ?? '')?.side;
    if (helps) return Number(id !== chip.who) + Number(!own);
    return own ? 1 : each && isDown(each) ? 2 : 0;
  };
  const chance = new Map(who.map((id) => [id, best(choices, chip, { ...picked, [target.name]: id }) ?? -1]));
  return [...who].sort((one, other) => rank(one) - rank(other) || (chance.get(other) ?? 0) - (chance.get(one) ?? 0));
}

/**
 * Return where a step may lead, as one goes through it: on squares where one comes nearest to each of the others in
 * turn, those first to whom one comes nearest, and not to those beside whom one stands; elsewhere every place.
 * @param {Chip} step
 * @param {Field} place
 * @param {Combatant[]} all
 */
export function steps(step, place, all) {
  const ends = place.open?.ends ?? [];
  const from = all.find((each) => each.id === step.who);
  if (!from || !ends.length || !square(from.at)) return allowed(step, place, {});
  const others = all.filter((each) => each.side !== from.side && square(each.at) && !isDown(each));
  const nearest = others.flatMap(({ at }) => {
    const [best] = [...ends].sort((one, other) => apart(one.tile, at) - apart(other.tile, at) || strikes(one) - strikes(other) || one.cost - other.cost);
    return best && apart(best.tile, at) < apart(from.at, at) ? [{ to: best.tile, left: apart(best.tile, at), cost: best.cost }] : [];
  });
  const sorted = nearest.sort((one, other) => one.left - other.left || one.cost - other.cost).map(({ to }) => to);
  return [...new Set(sorted.length ? sorted : ends.map((end) => end.tile))];
}

/** Return the value that comes before or after another one, around the end. @param {unknown[]} values @param {unknown} now @param {number} by */
export function after(values, now, by) {
  const at = values.indexOf(now);
  return values[at < 0 ? (by > 0 ? 0 : values.length - 1) : (at + by + values.length) % values.length];
}

/** Return the place that a step leads to. @param {Chip} step */
export function placeOf(step) {
  return step.fields.find(isPlace) ?? null;
}

/** @param {End} end */
function strikes(end) {
  return (end.provokes ?? []).length;
}

/** @param {string} at */
function square(at) {
  return /^\d+:\d+$/.test(at);
}

/** Return how many steps two squares are apart. @param {string} one @param {string} other */
function apart(one, other) {
  const [[x = 0, y = 0], [u = 0, v = 0]] = [one.split(':').map(Number), other.split(':').map(Number)];
  return Math.max(Math.abs(x - u), Math.abs(y - v));
}
