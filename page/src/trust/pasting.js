import { base64, bytes } from '../../vendor/checks.mjs';

/** Others must vouch for the device first: what they sign is in `request`. */
export class NotVouched extends Error {
  /** @param {string} sentence @param {string} request */
  constructor(sentence, request) {
    super(sentence);
    this.request = request;
  }
}

/** Return a request or a signature as one word, to be pasted. @param {object} value */
export function word(value) {
  return base64(bytes(JSON.stringify(value))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Return what such a word holds; Error for what is none. @param {string} text @returns {Record<string, any>} */
export function unword(text) {
  const raw = atob(text.trim().replaceAll('-', '+').replaceAll('_', '/'));
  const value = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (each) => each.charCodeAt(0))));
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('none');
  return value;
}

