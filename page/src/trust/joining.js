import { base64, bytes, hex } from '../../vendor/checks.mjs';
import { Problem } from '../model/call.js';
import { LENGTH } from '../worker/chain.js';
import { Own } from '../worker/own.js';
import { Calls } from '../worker/posting.js';
import { NotVouched, word } from './pasting.js';
import { fresh } from './minting.js';
import { call } from '../worker/saying.js';
import { random, signing } from '../worker/secrets.js';
import { deviceOf, keep } from '../worker/vault.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */
/** @import { Chain } from '../worker/chain.js' */
/** @import { Seen, Speaker } from '../worker/saying.js' */
/** @import { Kept } from '../worker/vault.js' */

/**
 * What the server says of the seat that a key belongs to.
 * @typedef {{seat: string, next: string, seen: [number, string], following: number,
 *   seats: {seat: string, devices: string[]}[], asked?: {key: string, until: number}[], vetoed?: {party: string, line: number}[]}} Seating
 */

const TOO_OLD =
  'Line 0 of this fight does not say how long a lost key waits: one other seat’s word would be enough to take yours. Let it be opened anew, or let the server speak for you.';

/**
 * Take the seat of a link with a device of its own, which is kept before anything is sent; the link is worthless afterwards.
 * `lost` names a device in whose place it comes, `vouched` is what others answered. Raises Problem, NoServer, NotVouched.
 * @param {Crypto} crypto @param {string} encounter @param {string} key @param {{vouched?: Record<string, string> | undefined, lost?: string | undefined}} how
 * @returns {Promise<Kept>}
 */
export async function join(crypto, encounter, key, { vouched, lost }) {
  const path = `/api/encounters/${encounter}`;
  const calls = new Calls(path, key);
  const before = await deviceOf(encounter, key);
  if (before?.joined) return before;
  const seating = /** @type {Seating} */ (await calls.json('/seats'));
  const others = seating.seats.some((each) => each.seat === seating.seat && each.devices.length > 0);
  if (!others) await mustBeSafe(calls);
  const kept = before && (!lost || before.lost) ? before : await made(crypto, encounter, key, seating, lost);
  const who = { encounter, seat: kept.seat, party: kept.party, public: kept.secrets.public, sign: signing(kept.secrets) };
  const act = kept.lost ? 'change_key' : 'join';
  const body = (vouched && kept.asked) || (await presenting(who, act, (await Own.of(crypto, kept)).chain, seating.seen, seating.following));
  await keep({ ...kept, asked: body });
  const waits = seating.asked?.find((each) => each.key === who.public);
  if (waits) mustNotWait(kept.party, waits.until);
  else if (others && !vouched) throw new NotVouched(whoVouches(kept, seating), word(request(act, kept, body)));
  const sent = { ...body, ...(vouched ? { vouched } : {}) };
  try {
    if (kept.lost) mustNotWait(kept.party, askedUntil(await calls.json('/keys', sent)));
    else await calls.json('/seats', { ...sent, token_hash: hex(await crypto.sha256(bytes(kept.token))) });
  } catch (problem) {
    // The key may be spent because an answer was lost: then the device is at the table already.
    if (!(problem instanceof Problem) || problem.kind !== 'not-found' || !(await sits(path, kept.token))) throw problem;
  }
  const seated = { ...kept, joined: true, asked: null };
  await keep(seated);
  return seated;
}

/** @param {Crypto} crypto @param {string} encounter @param {string} key @param {Seating} seating @param {string} [lost] @returns {Promise<Kept>} */
async function made(crypto, encounter, key, { seat, next }, lost) {
  const party = lost ?? next;
  const id = `${encounter} ${party} ${hex(random(4))}`;
  // A device in place of another one goes on with the key of its invitation.
  const token = lost ? key : base64(random(32)).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
  const secrets = await fresh(crypto);
  const none = { chain: 0, length: LENGTH, joined: false, note: null, stopped: null, asked: null };
  return { id, encounter, seat, party, invitation: key, token, secrets, lost: lost !== undefined, ...none };
}

/**
 * Return the body with which a device presents its key and chain, to take a seat or the place of a lost key.
 * @param {Speaker} who @param {string} act @param {Chain} chain @param {Seen} seen @param {number} seq
 */
async function presenting(who, act, chain, seen, seq) {
  const fields = { party: who.party, key: who.public, anchor: chain.anchor, length: chain.length };
  return { ...fields, ...(await call(who, { do: act, ...fields }, seen, seq)) };
}

/** Return what others sign to vouch for a device. @param {string} act @param {Kept} kept @param {Record<string, any>} body */
function request(act, { encounter, seat }, body) {
  const action = { do: act, party: body['party'], key: body['key'], anchor: body['anchor'], length: body['length'] };
  return { action, cmd: body['cmd'], encounter, seat, seen: body['seen'], seq: body['seq'] };
}

/** @param {Kept} kept @param {Seating} seating */
function whoVouches({ seat, party, lost }, seating) {
  if (!lost) return `${seat} has a device already, which must vouch for this one.`;
  const told = `Others who play must vouch that ${seat} lost ${party}: two of them, or one, and then the key waits.`;
  const no = seating.vetoed?.filter((each) => each.party === party).pop();
  return no ? `${told} A device of ${seat} said no to another key of ${party} in line ${no.line}: it may not be lost.` : told;
}

/** Refuse a key that waits still. @param {string} party @param {number | null} until */
function mustNotWait(party, until) {
  if (until === null || Date.now() >= until) return;
  const detail = `Another key of ${party} is asked for. Come again with the same link from ${new Date(until).toLocaleString('en')} on.`;
  throw new Problem(409, { detail, type: 'must-wait' });
}

/** Return until when a key that was asked for waits; null where it counts. @param {{lines?: {type: string, until?: number}[]}} answer */
function askedUntil({ lines }) {
  return lines?.find((line) => line.type === 'SeatKeyAsked')?.until ?? null;
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
