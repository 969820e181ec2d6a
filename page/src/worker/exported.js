import { bytes, rowOf } from '../../vendor/checks.mjs';
import { Alarm } from './alarm.js';

/** Return of an exported file its lines, what is told to lie behind them, its checkpoints; Alarm if it is none. @param {string} file */
export function rowsIn(file) {
  const found = { lines: /** @type {string[]} */ ([]), opened: /** @type {Map<number, object>} */ (new Map()), notes: /** @type {string[]} */ ([]) };
  try {
    for (const raw of file.split('\n').filter(Boolean)) {
      const row = rowOf(bytes(raw));
      if ('note' in row) found.notes.push(String(row.note));
      else if ('type' in row) found.lines.push(raw);
      else found.opened.set(row.n, { payload: row.payload, salt: row.salt });
    }
  } catch {
    throw new Alarm('faces', 'What the server gave is no file of a fight.', { file: file.slice(0, 200) });
  }
  if (!found.lines.length) throw new Alarm('shrunk', 'The server gave no line of the fight.');
  return found;
}
