import { bytes, engine, hex, joined, proved, spelt, unhex } from '../../vendor/verifying.mjs';

/** @import { Rolled, RollProof } from '../model/types.js' */

/**
 * What a proof gives when it is reckoned again: the faces, and the message and the key K that they follow from; or why it
 * proves nothing, in the words of the verifier.
 * @typedef {{faces: number[][], message: string, key: string, roll: number, encounter: string, wrong: null} | {wrong: string}} Redrawn
 */

/** Reckon a roll from its proof alone, as the verifier does. @param {Record<string, any>} proof @returns {Promise<Redrawn>} */
export async function redrawn(proof) {
  const { verdict, why, encounter, rolls } = await proved(bytes(spelt(proof)));
  const [drawn] = rolls;
  if (!drawn) return { wrong: why ?? verdict };
  const lines = /** @type {Record<string, any>[]} */ (proof['lines'].map((/** @type {{line: object}} */ { line }) => line));
  const command = lines.find(({ n }) => n === drawn.line);
  const shown = lines.find(({ type, cause }) => type === 'EntropyRevealed' && cause === drawn.line);
  const { sha256, hmac } = await engine();
  const leaf = hex(await sha256(joined(new Uint8Array(1), bytes(spelt(command)))));
  const links = Object.entries(shown?.['contributions'] ?? {}).map(([party, { link }]) => `${party} ${command?.['contributors'][party]} ${link}\n`);
  const message = `el1/roll\n${encounter}\n${drawn.roll}\n${leaf}\n${links.sort().join('')}`;
  const key = hex(await hmac(unhex(shown?.['server']), bytes(message)));
  return { faces: drawn.faces, message, key, roll: drawn.roll, encounter, wrong: null };
}

/** Return whether what a proof gives is the roll that the server says, and that was shown. @param {Redrawn} found @param {string} encounter @param {RollProof} told @param {Rolled[]} dice */
export function isSame(found, encounter, told, dice) {
  if (found.wrong !== null || found.encounter !== encounter || found.roll !== told.roll) return false;
  const shown = dice.filter(({ roll, source }) => roll === told.roll && source === 'ledger').map(({ faces }) => faces);
  const all = shown.length ? [told.faces, shown] : [told.faces];
  return all.every((faces) => JSON.stringify(faces) === JSON.stringify(found.faces));
}
