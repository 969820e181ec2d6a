import { base64, bytes, check, engine, keyOf, unbase64 } from '../../vendor/verifying.mjs';
import { words } from '../strings/past.js';
import { wordFor } from '../strings/words.js';
import { isAsWritten } from './blocks.js';

/** @import { Report } from '../../vendor/verifying.mjs' */

/**
 * What a file shows of itself: `light` is good, some or bad. What it shows of the fight is to be believed up to a line.
 * @typedef {{light: string, verdict: string, why: string[], report: Report | null, upTo: number}} Verdict
 */

/** Nothing of it is to be believed. */
const NOTHING = -1;

/**
 * Check the lines of the file as the verifier does, and that what it shows was made of them.
 * @param {Uint8Array} lines
 * @param {Uint8Array} bundle
 * @param {string | null} note
 * @returns {Promise<Verdict>}
 */
export async function checked(lines, bundle, note) {
  const crypto = await engine();
  if (!(await isAsWritten(crypto.sha256))) return broken(words.past.otherProgram, null);
  const report = await check(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (lines)]).stream());
  const judged = !['BROKEN', 'newer than I am'].includes(report.verdict);
  const fault = note === null ? null : await wrong(report, bundle, note, judged);
  // Before the first line that is wrong, what is shown holds if the log signed it; nobody else could have made it.
  const last = fault === null && note !== null ? (report.line ?? 0) - 1 : NOTHING;
  if (report.verdict === 'BROKEN') return broken(words.past.brokenAt(report.line ?? 0, report.why ?? ''), report, last);
  if (fault) return broken(fault, report);
  const buts = [...report.but.map((each) => wordFor(words.past.buts, each)), ...(note === null ? [words.past.unsigned] : [])];
  if (!judged) return { light: 'some', verdict: report.verdict, why: [report.why ?? ''], report, upTo: last };
  return { light: buts.length ? 'some' : 'good', verdict: buts.length ? words.past.okBut : words.past.ok, why: buts, report, upTo: Infinity };
}

/** @param {string} why @param {Report | null} report @param {number} [last] @returns {Verdict} */
export function broken(why, report, last = NOTHING) {
  return { light: 'bad', verdict: words.past.broken, why: [why], report, upTo: last };
}

/** Return why the note does not say that this was made of these lines, or, where not all of them were judged, of lines of this log; null where it does. @param {Report} report @param {Uint8Array} bundle @param {string} note @param {boolean} judged */
async function wrong(report, bundle, note, judged) {
  const { sha256, verify } = await engine();
  const [text, line] = [note.slice(0, note.lastIndexOf('\n\n') + 1), note.slice(note.lastIndexOf('\n\n') + 2).trimEnd()];
  const [mark, origin, size, root, digest, ...more] = text.trimEnd().split('\n');
  const told = unbase64(root ?? '', 32);
  const hex = told && Array.from(told, (each) => each.toString(16).padStart(2, '0')).join('');
  const fits = mark === 'encounter-replay/v1' && !more.length && (!judged || (Number(size) === report.lines && hex === report.root));
  if (!fits || digest !== base64(await sha256(bundle))) return words.past.otherStory;
  const key = report.log_key === null ? null : await keyOf(report.log_key, sha256).catch(() => null);
  const [dash, name, signed] = line.split(' ');
  const raw = unbase64(signed ?? '');
  const good = key && dash === '—' && name === key.name && name === origin && raw?.length === 68 && (await verify(key.public, raw.subarray(4), bytes(text)));
  return good ? null : words.past.notSigned;
}
