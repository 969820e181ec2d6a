import { words } from '../strings/words.js';

/** @import { Deed } from '../chronicle/menu.js' */
/** @import { People } from '../model/people.js' */
/** @import { Entry } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** What is said around the fight is contested by nobody. */
const FRAME = new Set(['request', 'table']);

/** Return what can be done about a line of the chronicle. @param {Entry} entry @param {Table} table @param {People} people @returns {Deed[]} */
export function deedsOfLine(entry, table, { back, disputes, open }) {
  const target = table.choices.value?.rewinds.find((each) => each < entry.n);
  const backs = table.plays.value && entry.undone_by === null && target !== undefined && !back.request.value;
  return [
    { label: words.whyThis, act: () => void table.explain(String(entry.last)) },
    ...(entry.dice.length ? [{ label: words.proofThis, act: () => open({ kind: 'proof', line: entry.n }) }] : []),
    ...(backs ? [{ label: words.takeBackLine(entry.n), act: () => back.look(target) }] : []),
    ...(table.plays.value && !FRAME.has(entry.kind) ? [{ label: words.contestThis, act: () => (disputes.about.value = entry.last) }] : []),
  ];
}
