/** @import { Seating, View } from '../model/types.js' */

/** Commands that are secret whatever they say, and those that bring to light what they name. */
const WHOLLY = ['seal', 'secret_roll'];
const OPEN = ['unseal', 'reveal'];

/**
 * Return whether a command is told in secret: by its kind, or because the referee names somebody in reserve.
 * @param {View} view @param {Seating | null} seating @param {Record<string, unknown>} action
 */
export function isSecret(view, seating, action) {
  const act = String(action['do']);
  if (WHOLLY.includes(act)) return true;
  const role = seating?.seats.find((each) => each.seat === seating.seat)?.role;
  if (OPEN.includes(act) || role !== 'referee') return false;
  const { sheet } = /** @type {{sheet?: {hidden?: boolean}}} */ (action);
  return sheet?.hidden === true || mentions(action, new Set((view.reserve ?? []).map((each) => each.id)));
}

/** @param {unknown} value @param {Set<string>} names @returns {boolean} */
function mentions(value, names) {
  if (typeof value === 'string') return [value, value.split(':').slice(1).join(':'), value.split('#')[0] ?? ''].some((each) => names.has(each));
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([name, each]) => mentions(name, names) || mentions(each, names));
}
