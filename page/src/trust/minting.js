import { base64 } from '../../vendor/checks.mjs';
import { random, vendored } from '../worker/secrets.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */
/** @import { Held, Secrets } from '../worker/secrets.js' */

/** Return fresh secrets. @param {Crypto} crypto @returns {Promise<Secrets>} */
export async function fresh(crypto) {
  if (crypto.name === 'WebCrypto') return held();
  const { noble: library } = await vendored();
  const [sign, chain] = [random(32), random(32)];
  return { by: 'page', sign, chain, public: base64(library.getPublicKey(sign)) };
}

/** @returns {Promise<Held>} */
async function held() {
  const { subtle } = globalThis.crypto;
  const pair = /** @type {CryptoKeyPair} */ (await subtle.generateKey('Ed25519', false, ['sign', 'verify']));
  const chain = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const spelt = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  return { by: 'browser', sign: pair.privateKey, chain: /** @type {CryptoKey} */ (chain), public: base64(spelt) };
}
