/** What only a device needs that comes to a table, or vouches for another that does: it lies in a file of its own. */
import { join } from './joining.js';
import { unword, word } from './pasting.js';
import { vouch, whoAsks } from './vouching.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */
/** @import { Sitting } from '../worker/sitting.js' */

/** Take the seat of a link, with what was answered by those who vouch. @param {Crypto} crypto @param {{encounter: string, key: string, lost?: string, vouched?: string}} said */
export async function comes(crypto, { encounter, key, lost, vouched }) {
  const answers = String(vouched ?? '').split(/\s+/).filter(Boolean).map(unword);
  const signed = answers.length ? /** @type {Record<string, string>} */ (Object.assign({}, ...answers)) : undefined;
  const { id, token, seat } = await join(crypto, encounter, key, { vouched: signed, lost });
  return { id, token, seat };
}

/** Return whose device asks with a word, and whether in place of a lost one. @param {Sitting} sitting @param {string} request */
export async function asks(sitting, request) {
  return whoAsks(sitting, unword(request));
}

/** Return the word by which this device vouches for what another one asks. @param {Sitting} sitting @param {string} request */
export async function vouches(sitting, request) {
  return word(await vouch(sitting, unword(request)));
}
