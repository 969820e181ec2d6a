import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { spokenEntry } from '../chronicle/parts.js';
import { isDown, named, plain } from '../model/facts.js';
import { around, english } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { differences } from './differences.js';
import { Side } from './side.js';

/** @import { Entry, View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** So many sentences tell the rest, until somebody asks for all. */
const FEW = 6;
/** So many entries are asked for at a time. */
const AT_ONCE = 400;

/** What came while one was away: what one is asked, how one's own are, who fell, what was said to one, the rest in a few sentences. @param {{table: Table, view: View, play: Play, from: number, close: () => void, look: (at: number) => void}} props */
export function Since({ table, view, play, from, close, look }) {
  const [then, setThen] = useState(/** @type {View | null} */ (null));
  const [entries, setEntries] = useState(/** @type {Entry[]} */ ([]));
  const [whole, setWhole] = useState(false);
  const seat = table.seating.value?.seat ?? '';
  useEffect(() => {
    void table.read(`?at=${from}`).then(setThen, () => {});
    void after(table, from).then(setEntries, () => {});
  }, [from]);
  const live = entries.filter((entry) => entry.undone_by === null);
  const left = whole ? 0 : Math.max(0, live.length - FEW);
  const said = live.filter((entry) => entry.seat !== seat && entry.only?.includes(seat));
  const own = then ? differences(only(then, seat), only(view, seat)) : [];
  const asked = play.actors.value.flatMap((who) => (who === null ? [] : [named(view, who)]));
  return html`<${Side} title=${words.sinceYouLeft} label=${words.sinceYouLeft} close=${close}>
    <p><b>${table.mine.value ? `${words.yourTurn}${asked.length ? `: ${words.either(asked)}` : ''}.` : words.notYourTurn}</b> <span class="soft">${words.linesSince(view.version - from)}</span></p>
    ${own.length > 0 && html`<div><h3>${words.yours}</h3><p class="row wrap">${own.map((each, index) => html`<span class="tag" key=${index}>${each}</span>`)}</p></div>`}
    ${then && html`<${Fates} then=${then} view=${view} />`}
    ${said.length > 0 && html`<div><h3>${words.toYou}</h3><ul lang="en">${said.map((entry) => html`<li key=${entry.n}>${spokenEntry(entry, view)}</li>`)}</ul></div>`}
    ${live.length > 0 && html`<div><h3>${words.rest}</h3>${left > 0 && html`<button class="btn bare" onClick=${() => setWhole(true)}>${words.andMore(left)}</button>`}<ul lang="en">${live.slice(left).map((entry) => html`<li key=${entry.n}>${spokenEntry(entry, view)}.</li>`)}</ul></div>`}
    <div class="row"><button class="btn" onClick=${() => look(from)}>${words.playIt}</button><button class="btn go" onClick=${close}>${words.goOn}</button></div>
  <//>`;
}

/** Return all entries after a line, however many. Raises Problem. @param {{read: (what: string) => Promise<Entry[]>}} table @param {number} from @returns {Promise<Entry[]>} */
export async function after(table, from) {
  const told = await table.read(`chronicle?after=${from}&limit=${AT_ONCE}`);
  const last = told[told.length - 1];
  return last && told.length === AT_ONCE ? [...told, ...await after(table, last.n)] : told;
}

/** Who fell, or is up again. @param {{then: View, view: View}} props */
function Fates({ then, view }) {
  const was = new Map(then.combatants.map((each) => [each.id, isDown(each)]));
  const turned = view.combatants.filter((each) => was.get(each.id) !== undefined && was.get(each.id) !== isDown(each));
  const came = view.combatants.filter((each) => !was.has(each.id));
  const rounds = then.initiative.round !== view.initiative.round && view.initiative.round !== null ? [words.round(view.initiative.round)] : [];
  const told = [...rounds, ...turned.map((each) => around(words.isNow, named(view, each.id), english(plain(each.life)))), ...came.map((each) => words.came(named(view, each.id)))];
  return told.length > 0 && html`<p class="row wrap">${told.map((each, index) => html`<span class="tag" key=${index}>${each}</span>`)}</p>`;
}

/** Return a view with a seat's own alone. @param {View} view @param {string} seat @returns {View} */
function only(view, seat) {
  return { ...view, combatants: view.combatants.filter((each) => each.controller === seat) };
}
