/**
 * What the address of a moment says: never a key. Whoever wants to see what came since has it played from there.
 * @typedef {{at: number | null, by: number | null, versus: number | null, as: string | null, why: string | null, plays?: boolean}} Moment
 */

/** Return the moment that an address leads to, or null for none. @param {string} search @returns {Moment | null} */
export function momentOf(search) {
  const said = new URLSearchParams(search);
  const at = number(said.get('at'));
  if (at === null) return null;
  return { at, by: number(said.get('by')), versus: number(said.get('versus')), as: said.get('as'), why: said.get('why') };
}

/** Return the query of the address that leads to a moment, within a frame of another page where that is what it is `embed` in. @param {Moment} moment @param {boolean} [embed] */
export function queryOf({ at, by, versus, as, why }, embed = false) {
  const said = Object.entries({ embed: embed ? '' : null, at, by, versus, as, why }).filter(([, value]) => value !== null);
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Return how one comes to the moments of a fight, and their links.
 * @param {(moment: Moment) => void} look
 * @param {string} address
 * @param {string | null} as
 * @param {boolean} [embed]
 * @returns {import('../chronicle/chronicle.js').Moments}
 */
export function momentsOf(look, address, as, embed = false) {
  const moment = (/** @type {number} */ at, /** @type {string | null} */ why) => ({ at, by: null, versus: null, as, why });
  return { show: (at, why) => look({ ...moment(at, why), as: null }), link: (at, why) => `${address}${queryOf(moment(at, why), embed)}` };
}

/** @param {string | null} text */
function number(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
