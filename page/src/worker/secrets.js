import { base64, bytes, engine } from '../../vendor/checks.mjs';
import { noble } from '../../vendor/curve.mjs';
import { loaded } from '../browser/loading.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */

/**
 * The secrets of a device: keys that the browser holds and never shows, or bytes that the page keeps where it holds none.
 *
 * @typedef {{by: 'browser', sign: CryptoKey, chain: CryptoKey, public: string}} Held
 * @typedef {{by: 'page', sign: Uint8Array, chain: Uint8Array, public: string}} Bytes
 * @typedef {Held | Bytes} Secrets
 */

/** What signs where the browser cannot lies in a file of its own, which others never load. */
export const vendored = loaded('noble', () => import('../../vendor/noble.mjs'));

/** Return what computes in this browser, the vendored library loaded where it has to. Raises NotHere. @returns {Promise<Crypto>} */
export async function computing() {
  const own = await engine();
  if (own.name !== 'WebCrypto') Object.assign(noble, (await vendored()).noble);
  return own;
}

/** Return what signs with these secrets, in base64. @param {Secrets} secrets @returns {(text: Uint8Array) => Promise<string>} */
export function signing(secrets) {
  if (secrets.by === 'browser') {
    return async (text) => base64(new Uint8Array(await globalThis.crypto.subtle.sign('Ed25519', secrets.sign, sure(text))));
  }
  return async (text) => base64((await vendored()).noble.sign(text, secrets.sign));
}

/**
 * Return the seed of a device's chain: the same again for the same number, and no other's.
 * @param {Crypto} crypto @param {Secrets} secrets @param {{encounter: string, party: string}} whose @param {number} k
 */
export async function seedOf(crypto, secrets, { encounter, party }, k) {
  const text = bytes(`el1/seed\n${encounter}\n${party}\n${k}`);
  if (secrets.by === 'page') return crypto.hmac(secrets.chain, text);
  return new Uint8Array(await globalThis.crypto.subtle.sign('HMAC', secrets.chain, sure(text)));
}

/** Return so many bytes that nobody knows. @param {number} length */
export function random(length) {
  return globalThis.crypto.getRandomValues(new Uint8Array(length));
}

/** @param {Uint8Array} text */
const sure = (text) => /** @type {Uint8Array<ArrayBuffer>} */ (text);
