import { call, LONG } from '../model/call.js';
import { keep } from '../browser/keys.js';

/** A seat of a what-if, and the link by which it is played. @typedef {{seat: string, link: string}} Place */

/**
 * Open a what-if that goes its own way after a line, with bots in all other seats or with a link for each. Raises Problem.
 * @param {{path: string, key: string, system: string, seat: string | null}} from
 * @param {number} at
 * @param {boolean} bots
 * @returns {Promise<Place[]>} the seats to play, one's own first
 */
export async function forked({ path, key, system, seat }, at, bots) {
  const { encounter, keys } = await call(`${path}/forks`, { key, body: { at }, patience: LONG });
  const there = `/api/encounters/${encounter}`;
  /** @type {{seats: {seat: string, role: string}[]}} */
  const { seats } = await call(`${there}/seats`, { key: Object.values(keys)[0] });
  const playing = seats.filter(({ role }) => role !== 'spectator');
  const own = playing.find((each) => each.seat === seat) ?? playing.find(({ role }) => role === 'referee') ?? playing[0];
  const others = playing.filter((each) => each !== own);
  if (!own) return [];
  await keep({ encounter, key: keys[own.seat], title: null, system, seat: own.seat, at: Date.now() });
  for (const other of bots ? others : []) {
    await call(`${there}/bots`, { key: keys[other.seat], body: { seat: other.seat, kind: 'bot', cmd: `bot-${other.seat}` } });
  }
  return [own, ...(bots ? [] : others)].map((each) => ({ seat: each.seat, link: `/e/${encounter}#${keys[each.seat]}` }));
}
