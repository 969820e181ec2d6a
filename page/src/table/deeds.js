import { words } from '../strings/en.js';

/** @import { Deed } from '../chronicle/menu.js' */
/** @import { Back } from '../model/back.js' */
/** @import { Entry } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** Return what can be done about a line of the chronicle. @param {Entry} entry @param {Table} table @param {Back} back @returns {Deed[]} */
export function deedsOfLine(entry, table, back) {
  const target = table.choices.value?.rewinds.find((each) => each < entry.n);
  const backs = table.plays.value && entry.undone_by === null && target !== undefined && !back.request.value;
  return [
    { label: words.whyThis, act: () => void table.explain(String(entry.last)) },
    ...(backs ? [{ label: words.takeBackLine(entry.n), act: () => back.look(target) }] : []),
  ];
}
