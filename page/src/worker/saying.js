import { base64, bytes, hex, joined, spelt, unbase64 } from '../../vendor/checks.mjs';
import { random } from './secrets.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */
/** @import { Chain } from './chain.js' */

/**
 * Who speaks: a device of a seat, and what signs for it.
 * @typedef {{encounter: string, seat: string, party: string, public: string, sign: (text: Uint8Array) => Promise<string>}} Speaker
 * @typedef {[number, string]} Seen
 */

/** Return a fresh id of a call. */
export const fresh = () => hex(random(16));

/** Return what is signed of a declaration. @param {object} declaration */
export function message(declaration) {
  return bytes(`el1/declaration\n${spelt(declaration)}`);
}

/**
 * Return what a call that is no command carries: id, what was seen, count, signature.
 * @param {Speaker} who @param {object} action @param {Seen} seen @param {number} [seq] @param {string} [cmd]
 */
export async function call({ encounter, seat, sign }, action, seen, seq, cmd = fresh()) {
  const counted = seq === undefined ? {} : { seq };
  return { cmd, seen, ...counted, sig: await sign(message({ action, cmd, encounter, seat, seen, ...counted })) };
}

/**
 * Return the body that begins another chain.
 * @param {Speaker} who @param {Chain} chain @param {Seen} seen @param {number} seq
 */
export async function renewing(who, chain, seen, seq) {
  const fields = { party: who.party, anchor: chain.anchor, length: chain.length };
  return { ...fields, ...(await call(who, { do: 'renew_chain', ...fields }, seen, seq)) };
}

/** Return the body that says no to another key of the seat. @param {Speaker} who @param {number} of @param {Seen} seen */
export async function vetoing(who, of, seen) {
  return { seat: who.seat, of, ...(await call(who, { do: 'veto_key', of }, seen)) };
}

/**
 * Return the body of a command: signed, with a salt of its own for words in it, or for all of it where it is secret.
 * @param {Crypto} crypto @param {Speaker} who @param {Record<string, unknown>} action
 * @param {{seen: Seen, seq: number, cmd: string, secret: boolean, salt?: Uint8Array}} how
 */
export async function declaring(crypto, { encounter, seat, sign }, action, { seen, seq, cmd, secret, salt = random(32) }) {
  const rest = { cmd, encounter, seat, seen, seq };
  const sent = { action, cmd, seen, seq };
  if (secret) {
    const sealed = await commit(crypto, salt, { action });
    return { ...sent, salt: hex(salt), sig: await sign(message({ ...rest, sealed })) };
  }
  if (!('text' in action)) return { ...sent, sig: await sign(message({ ...rest, action })) };
  const { text, ...open } = action;
  const stored = { ...open, commit: await commit(crypto, salt, { text }) };
  return { ...sent, salt: hex(salt), sig: await sign(message({ ...rest, action: stored })) };
}

/** @param {Crypto} crypto @param {Uint8Array} salt @param {object} payload */
async function commit(crypto, salt, payload) {
  return hex(await crypto.sha256(joined(bytes('el1/seal\n'), salt, bytes(spelt(payload)))));
}

/**
 * Return the body that gives a link to a roll.
 * @param {Speaker} who @param {{roll: number, declared: string, k: number, link: Uint8Array}} given
 */
export async function linking({ encounter, party, sign }, { roll, declared, k, link }) {
  const text = `el1/contribution\n${encounter}\n${roll}\n${declared}\n${party} ${k} ${hex(link)}\n`;
  return { party, roll, link: hex(link), sig: await sign(bytes(text)) };
}

/**
 * Return the body that cosigns a checkpoint: that this device saw it, and when.
 * @param {Crypto} crypto @param {Speaker} who @param {string} note @param {number} seconds
 */
export async function cosigning(crypto, who, note, seconds) {
  const [origin = '', size = '0', root = ''] = note.split('\n');
  const name = `${origin}/${who.party}`;
  const key = /** @type {Uint8Array} */ (unbase64(who.public));
  const id = (await crypto.sha256(joined(bytes(`${name}\n`), Uint8Array.of(4), key))).subarray(0, 4);
  const signature = await who.sign(bytes(`cosignature/v1\ntime ${seconds}\n${origin}\n${size}\n${root}\n`));
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  const stamped = base64(joined(id, time, /** @type {Uint8Array} */ (unbase64(signature))));
  return { party: who.party, size: Number(size), line: `— ${name} ${stamped}` };
}
