import { base64, bytes, hex } from '../../vendor/checks.mjs';
import { Problem } from '../model/call.js';
import { LENGTH } from './chain.js';
import { Own } from './own.js';
import { Calls } from './posting.js';
import { NotVouched, word } from './pasting.js';
import { presenting } from './saying.js';
import { fresh, random, signing } from './secrets.js';
import { deviceOf, keep } from './vault.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */
/** @import { Kept } from './vault.js' */

/**
 * What the server says of the seat that a key belongs to.
 * @typedef {{seat: string, next: string, seen: [number, string], following: number,
 *   seats: {seat: string, devices: string[]}[]}} Seating
 */

const TOO_OLD =
  'Line 0 of this fight does not say how long a lost key waits: one other seat’s word would be enough to take yours. Let it be opened anew, or let the server speak for you.';

/**
 * Take the seat of a link with a device of its own, which is kept before anything is sent; the link is worthless afterwards.
 * Raises Problem, NoServer, NotVouched.
 * @param {Crypto} crypto @param {string} encounter @param {string} key @param {Record<string, string> | undefined} vouched
 * @returns {Promise<Kept>}
 */
export async function join(crypto, encounter, key, vouched) {
  const path = `/api/encounters/${encounter}`;
  const calls = new Calls(path, key);
  const before = await deviceOf(encounter, key);
  if (before?.joined) return before;
  const seating = /** @type {Seating} */ (await calls.json('/seats'));
  const others = seating.seats.some((each) => each.seat === seating.seat && each.devices.length > 0);
  if (!others) await mustBeSafe(calls);
  const kept = before ?? (await made(crypto, encounter, key, seating));
  const who = { encounter, seat: kept.seat, party: kept.party, public: kept.secrets.public, sign: signing(kept.secrets) };
  const again = vouched ? kept.asked : null;
  const body = again ?? (await presenting(who, 'join', (await Own.of(crypto, kept)).chain, seating.seen, seating.following));
  await keep({ ...kept, asked: body });
  if (others && !vouched) {
    const request = { action: act(body), cmd: body['cmd'], encounter, seat: kept.seat, seen: body['seen'], seq: body['seq'] };
    throw new NotVouched(`${kept.seat} has a device already, which must vouch for this one.`, word(request));
  }
  const hash = hex(await crypto.sha256(bytes(kept.token)));
  try {
    await calls.json('/seats', { ...body, token_hash: hash, ...(vouched ? { vouched } : {}) });
  } catch (problem) {
    // The key may be spent because an answer was lost: then the device is at the table already.
    if (!(problem instanceof Problem) || problem.kind !== 'not-found' || !(await sits(path, kept.token))) throw problem;
  }
  const seated = { ...kept, joined: true, asked: null };
  await keep(seated);
  return seated;
}

/** @param {Crypto} crypto @param {string} encounter @param {string} key @param {Seating} seating @returns {Promise<Kept>} */
async function made(crypto, encounter, key, { seat, next }) {
  const id = `${encounter} ${next} ${hex(random(4))}`;
  const token = base64(random(32)).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
  const secrets = await fresh(crypto);
  return { id, encounter, seat, party: next, invitation: key, token, secrets, chain: 0, length: LENGTH, joined: false, note: null, stopped: null, asked: null };
}

/** Whoever sat down where one word takes a seat could lose it by one. @param {Calls} calls */
async function mustBeSafe(calls) {
  const { line } = await calls.json('/proofs?line=0');
  if (!Number.isInteger(JSON.parse(line).key_wait)) throw new Problem(409, { detail: TOO_OLD });
}

/** @param {string} path @param {string} token */
async function sits(path, token) {
  return new Calls(path, token).json('/seats').then(() => true, () => false);
}

/** Return what is declared by whoever joins with such a body. @param {Record<string, any>} body */
const act = (body) => ({ do: 'join', party: body['party'], key: body['key'], anchor: body['anchor'], length: body['length'] });
