import { listing } from '../strings/count.js';
import { alsoSay, words as said } from '../strings/words.js';

const [all, either] = [listing('en-GB'), listing('en-GB', 'disjunction')];

/** What the page says of what proves a roll. */
export const proofs = {
  none: 'No roll belongs to this line.',
  roll: /** @param {number} n */ (n) => `Roll ${n}`,
  countsNoMore: 'taken back',
  drawing: 'Being drawn again in this browser …',
  same: /** @param {string} faces */ (faces) => `Recomputed in this browser: same faces, ${faces}`,
  doesNotHold: 'Recomputed in this browser: it does not hold.',
  others: /** @param {number} roll @param {string} faces */ (roll, faces) => `The proof gives roll ${roll}: ${faces}.`,
  byServer: /** @param {string} faces */ (faces) => `Drawn again by the server: ${faces}`,
  how: 'The faces are drawn from K, the HMAC-SHA-256 of the message by the link that the server revealed.',
  copyMessage: 'Copy the message',
  copyKey: 'Copy K',
  gaveLinks: /** @param {string[]} seats */ (seats) => `Links came from ${all(seats)}.`,
  missed: /** @param {string[]} seats */ (seats) => `No link came from ${either(seats)}.`,
  declaredBy: /** @param {string} seat */ (seat) => `Declared by ${seat}, before any die:`,
  revealed: 'What the dice came from:',
};

alsoSay({ proofs });

/** The same, with all that it says at any time. */
export const words = /** @type {typeof said & {proofs: typeof proofs}} */ (said);
