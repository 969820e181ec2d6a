import { html } from '../../vendor/vendor.mjs';
import { Menu } from '../chronicle/menu.js';
import { words } from '../strings/sheets.js';

/** @import { Moments } from '../chronicle/chronicle.js' */
/** @import { Deed } from '../chronicle/menu.js' */
/** @import { People } from '../model/people.js' */
/** @import { Entry } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** What is said around the fight is contested by nobody. */
const FRAME = new Set(['request', 'table']);

/** What one says of dice that somebody typed in. @type {['sawDice' | 'unseenDice' | 'contestDice', string][]} */
const WORDS = [['sawDice', 'saw'], ['unseenDice', 'unseen'], ['contestDice', 'contest']];

/** What can be done about a line of the chronicle. @param {{entry: Entry, table: Table, people: People, moment: Moments, close: () => void}} props */
export function LineMenu({ entry, table, people, moment, close }) {
  return html`<${Menu} label=${words.aboutLine(entry.n)} deeds=${deedsOfLine(entry, table, people, moment)} close=${close} />`;
}

/** @param {Entry} entry @param {Table} table @param {People} people @param {Moments} moment @returns {Deed[]} */
function deedsOfLine(entry, table, { back, disputes, rolls, open }, moment) {
  const target = table.choices.value?.rewinds.find((each) => each < entry.n);
  const backs = table.plays.value && entry.undone_by === null && target !== undefined && !back.request.value;
  return [
    { label: words.whyThis, act: () => void table.explain(String(entry.last)) },
    ...(entry.dice.length ? [{ label: words.proofThis, act: () => open({ kind: 'proof', line: entry.n }) }] : []),
    ...(table.plays.value && entry.dice.some(({ source }) => source === 'table') ? WORDS.map(([label, verdict]) => ({ label: words[label], act: () => void rolls.attest(entry.n, verdict) })) : []),
    ...(backs ? [{ label: words.takeBackLine(entry.n), act: () => back.look(target) }] : []),
    { label: words.showMoment, act: () => moment.show(entry.last, null) },
    ...(navigator.clipboard ? [{ label: words.copyLink, act: () => void navigator.clipboard.writeText(moment.link(entry.last, null) ?? '').catch(() => {}) }] : []),
    ...(table.plays.value && !FRAME.has(entry.kind) ? [{ label: words.contestThis, act: () => (disputes.about.value = entry.n) }] : []),
  ];
}
