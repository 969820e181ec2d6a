import { Alarm } from './alarm.js';
import { rowsIn } from './exported.js';
import { linesOf } from './vault.js';

/** @import { History } from './history.js' */
/** @import { Calls } from './posting.js' */
/** @import { Sitting } from './sitting.js' */

/** Take what was kept here, or everything there is. @param {Sitting} sitting */
export async function load(sitting) {
  const { own, history, calls } = sitting;
  if (!history.size) {
    for (const { raw, opened } of await linesOf(own.kept.id)) await sitting.take(raw, opened, false);
    if (own.kept.note) await history.takeNote(own.kept.note);
  }
  if (history.size) {
    sitting.mustBeMine();
    await sitting.note(await calls.text('/checkpoint'), true);
    return;
  }
  const { lines, opened, notes } = rowsIn(await calls.text('/export'));
  for (const [n, raw] of lines.entries()) await sitting.take(raw, opened.get(n), true);
  if (sitting.fresh && history.first['key_wait'] === undefined) {
    const sentence = 'Line 0 is not the one that the server showed before: it does not say how long a lost key waits.';
    throw new Alarm('rewritten', sentence, { line: lines[0] });
  }
  for (const note of notes) await sitting.note(note, false);
}

/** Return the alarm that a checkpoint of the size of ours proves, if the server signs another one; else it. @param {Alarm} alarm @param {History} history @param {Calls} calls */
export async function proved(alarm, history, calls) {
  const { note, covered } = history;
  if (!['rewritten', 'root', 'shrunk'].includes(alarm.kind) || note === null) return alarm;
  try {
    const other = await calls.text(`/checkpoint?size=${covered}`);
    if (other.split('\n\n')[0] !== note.split('\n\n')[0]) return await history.forked(other);
  } catch {
    // What the server does not show proves nothing.
  }
  return alarm;
}
