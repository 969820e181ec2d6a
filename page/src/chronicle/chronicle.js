import { html, useEffect, useMemo, useRef, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { isThing, named, nameOf } from '../model/facts.js';
import { lastUpTo } from '../history/ascending.js';
import { wouldGo } from '../model/back.js';
import { part } from '../browser/part.js';
import { toldUnder } from '../history/story.js';
import { wordFor, words } from '../strings/words.js';
import { empty, later } from '../table/later.js';
import { Copy } from '../trust/copy.js';
import { Entry } from './entry.js';
import { ALL, fits, isSought, KINDS } from './filters.js';
import { Folded } from './folded.js';
import { folded, sections } from './headings.js';
import { useSight } from './sight.js';

/** @import { People } from '../model/people.js' */
/** @import { Dispute, Entry as Told, View } from '../model/types.js' */
/** @import { Signal } from '../../vendor/vendor.mjs' */
/** @import { Asked } from '../history/causes.js' */
/** @import { Pointed, Prove } from './entry.js' */
/** @import { Sought } from './filters.js' */

/**
 * How one comes to a moment of a fight, with the reason of a number or a line open, and its link, in which there is no key.
 * @typedef {{show: (at: number, why: string | null) => void, link: (at: number, why: string | null) => string | null}} Moments
 */

/**
 * What is shown of a chronicle, live or past.
 * @typedef {{entries: {value: Told[]}, whole: {value: boolean}, older: (most: number) => Promise<void>,
 *   why: Signal<Asked | null>, explain: (value: string, at?: number) => Promise<void>}} Story
 */

const Why = later(part('why', () => import('./why.js')), (made) => made.Why, empty('why'));

/** So many entries are on the page; older ones come when they are asked for. */
const SHOWN = 400;
/** So many of them are asked for at a time. */
const MORE = 300;
/** What a choice begins with that is of somebody. */
const WHO = 'who ';

/** The fight in sentences, newest last, with a search and the reason of any number; `main` where nothing else is shown. @param {{table: Story, view: View, now?: number, go?: (n: number) => void, going?: number | null, menu?: ((entry: Told, close: () => void) => unknown) | undefined, people?: People | null, seat?: string | null, main?: boolean, point: (what: Pointed) => void, prove?: Prove, disputes?: Dispute[], moment: Moments, children?: unknown}} props */
export function Chronicle({ table, view, now, go, going = null, menu, people = null, seat = null, main = false, point, prove = null, disputes = [], moment, children }) {
  const [sought, seek] = useState(ALL);
  const [most, setMost] = useState(SHOWN);
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const entries = table.entries.value;
  const found = useMemo(() => entries.filter((entry) => fits(entry, view, seat, sought)), [entries, sought, seat]);
  const here = now === undefined ? found.length : lastUpTo(found.map((entry) => entry.n), now);
  const shown = now === undefined ? found.slice(-most) : found.slice(Math.max(0, here - SHOWN / 2), here + SHOWN / 2);
  const current = now === undefined ? undefined : found[here]?.n;
  useSight(list, current);
  const parts = useMemo(() => sections(shown), [shown[0], shown[shown.length - 1], shown.length, entries]);
  const seeking = isSought(sought) && !table.whole.value;
  useEffect(() => {
    // What is looked for may stand in what is not here yet.
    if (seeking) void table.older(1000);
  }, [seeking, entries]);
  const newer = useEnd(list, found, entries[entries.length - 1]?.n ?? -1, now === undefined);
  const line = table.why.value?.asked ?? '';
  const asked = /^\d+$/.test(line) ? toldUnder(entries, Number(line)) : null;
  const rewinds = useMemo(() => new Map(entries.filter(({ kind }) => kind === 'rewind').map((entry) => [entry.n, entry])), [entries]);
  const isOn = (/** @type {Told} */ { n }) => n === asked || n === current;
  const drawn = (/** @type {Told} */ entry, /** @type {Told | undefined} */ rewind) => html`<${Entry} key=${entry.n} entry=${entry} view=${view} on=${isOn(entry)} ask=${table.explain} point=${point} prove=${prove} disputes=${disputes} rewind=${rewind} menu=${menu} people=${people} going=${going !== null && wouldGo(entry, going)} later=${now !== undefined && entry.n > now} go=${go} />`;
  return html`<section class="log" role=${main ? 'main' : 'complementary'} aria-label=${words.chronicle}>
    <h2 class="sr">${words.chronicle}</h2>
    <div class="log-head">
      <${Search} view=${view} seat=${seat} sought=${sought} seek=${seek} />
    </div>
    <div class="chron" ref=${list} tabindex="0" role="group" aria-label=${words.chronicle}>
      ${now === undefined && (found.length > shown.length || !table.whole.value) && html`<button class="btn bare" onClick=${() => (found.length > shown.length ? setMost(most + SHOWN) : void table.older(MORE))}>${words.older}</button>`}
      ${isSought(sought) && html`<p class="hits small soft">${(seeking ? words.foundHere : words.found)(found.length)}</p>`}
      <div class="told">${parts.map((section, index) => html`<section key=${section.round ?? `before ${index}`}>
        ${section.round !== null && html`<h3 class="head round">${words.round(section.round)}</h3>`}
        <ol>${(isSought(sought) ? section.items : folded(section.items)).map((item) => 'turn' in item
          ? html`<li class="head"><h4 aria-level=${section.round === null ? 3 : 4}>${words.turnOf(named(view, item.turn))}</h4></li>`
          : 'undone' in item ? html`<${Folded} key=${`undone ${item.undone[0]?.n}`} undone=${item.undone} rewind=${rewinds.get(item.undone[0]?.undone_by ?? -1)} view=${view} open=${item.undone.some(isOn)}>${item.undone.map((entry) => drawn(entry, undefined))}<//>`
            : drawn(item.entry, rewinds.get(item.entry.undone_by ?? -1)))}</ol>
      </section>`)}</div>
    </div>
    ${now === undefined && newer.count > 0 && html`<button class="newer" onClick=${newer.show}>${words.newer(newer.count)} ↓</button>`}
    ${children}
    ${table.why.value && html`<${Why} table=${table} view=${view} contest=${menu && people ? (/** @type {number} */ line) => (people.disputes.about.value = line) : null} leads=${(/** @type {number} */ at, /** @type {string} */ why) => html`<${Leads} moment=${moment} at=${at} why=${why} />`} close=${() => (table.why.value = null)} />`}
  </section>`;
}

/** What leads to a moment, and its link where it has one. @param {{moment: Moments, at: number, why: string}} props */
function Leads({ moment, at, why }) {
  const link = moment.link(at, why);
  return html`<button class="btn" onClick=${() => moment.show(at, why)}><${Icon} name="past" /> ${words.showMoment}</button>
    ${link && html`<${Copy} key=${link} text=${link} label=${words.copyLink} />`}`;
}

/** What is looked for: some words, entries of a kind, or whose. @param {{view: View, seat: string | null, sought: Sought, seek: (sought: Sought) => void}} props */
function Search({ view, seat, sought, seek }) {
  const kinds = Object.keys(KINDS).filter((kind) => kind !== 'mine' || seat !== null);
  const choose = (/** @type {string} */ chosen) => seek({ ...sought, kind: '', who: '', ...(chosen.startsWith(WHO) ? { who: chosen.slice(WHO.length) } : { kind: chosen }) });
  return html`<label class="find"><${Icon} name="search" /><span class="sr">${words.find}</span>
      <input type="search" placeholder=${words.find} value=${sought.find} onInput=${(/** @type {InputEvent} */ event) => seek({ ...sought, find: /** @type {HTMLInputElement} */ (event.target).value })} /></label>
    <label><span class="sr">${words.whichEntries}</span>
      <select class="pick-who" value=${sought.who ? WHO + sought.who : sought.kind} onChange=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        <option value="">${words.everybody}</option>
        ${kinds.map((kind) => html`<option key=${kind} value=${kind}>${wordFor(words.entriesOf, kind)}</option>`)}
        <optgroup label=${words.who}>${view.combatants.filter((each) => !isThing(each)).map((each) => html`<option key=${each.id} value=${WHO + each.id}>${nameOf(each)}</option>`)}</optgroup>
      </select></label>`;
}

/**
 * Stay at the end while the reader is there; else count what came.
 * @param {import('../../vendor/vendor.mjs').RefObject<HTMLDivElement | null>} list
 * @param {Told[]} found
 * @param {number} last
 * @param {boolean} live
 */
function useEnd(list, found, last, live) {
  const [seen, setSeen] = useState(last);
  const ends = useRef(live);
  const show = () => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
    ends.current = true;
    setSeen(last);
  };
  useEffect(() => {
    const box = list.current;
    const scrolled = () => {
      if (box && live) ends.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    };
    const grown = new ResizeObserver(() => {
      if (box && ends.current) box.scrollTop = box.scrollHeight;
    });
    if (box?.firstElementChild) for (const each of [box, ...box.children]) grown.observe(each);
    box?.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      grown.disconnect();
      box?.removeEventListener('scroll', scrolled);
    };
  }, []);
  useEffect(() => {
    if (live && (ends.current || seen < 0)) show();
  }, [last, found.length]);
  return { count: ends.current ? 0 : found.filter((entry) => entry.n > seen).length, show };
}
