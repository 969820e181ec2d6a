import { html, useEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { Board } from '../board/board.js';
import { watching } from '../board/marks.js';
import { trailsOf } from '../board/trail.js';
import { Chronicle } from '../chronicle/chronicle.js';
import { peopleOf } from '../model/people.js';
import { table as opened } from '../model/store.js';
import { keep } from '../browser/keys.js';
import { named, whoActs } from '../model/facts.js';
import { play as played } from '../model/play.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { momentsOf } from '../time/link.js';
import { useLooking } from '../time/looking.js';
import { marksOf } from '../turn/aims.js';
import { useAway, useTab } from './away.js';
import { useBell } from './bell.js';
import { Below } from './below.js';
import { goneFrom } from './gone.js';
import { useKeys, why } from './keys.js';
import { useMasks } from './masks.js';
import { Newer } from './newer.js';
import { Order } from './order.js';
import { empty, later } from './later.js';
import { Panels, sheets } from '../sheets/panels.js';
import { Tabs } from './tabs.js';
import { calling } from '../turn/question.js';
import { Ticker, Tray } from '../turn/tray.js';
import { Top } from './top.js';
import { Alarm, Bar, Door } from '../trust/bar.js';
import { Voice } from './voice.js';
import { Whereabouts } from './whereabouts.js';
import { useScreen } from './wide.js';

/** @import { Trust } from '../trust/seat.js' */
/** @import { Moment } from '../time/link.js' */
/** @import { Pointed } from '../chronicle/entry.js' */
/** @import { Entry, View } from '../model/types.js' */
/** @import { Table as Store } from '../model/store.js' */

const Relief = later(sheets, (made) => made.Relief, empty('relief'));
const LineMenu = later(sheets, (made) => made.LineMenu, empty('menu'));
const Palette = later(sheets, (made) => made.Palette, empty('palette', true));

/** One encounter, live. @param {{encounter: string, keyOf: string, trust: Trust}} props */
export function Table({ encounter, keyOf, trust }) {
  const table = useMemo(() => opened(encounter, keyOf, trust.device), [encounter, keyOf, trust.device]);
  useEffect(() => table.close, [table]);
  const looking = useLooking({ encounter, keyOf, seat: table.seating.value?.seat ?? null, base: '/e', seats: table.seating.value?.role === 'referee' ? table.seating.value.seats.map((each) => each.seat) : [], alarm: html`<${Alarm} standing=${trust.device?.standing.value} />` });
  const view = table.view.value;
  useTab(view, table.mine.value);
  useBell(view, table.choices.value && table.mine.value);
  if (table.failed.value) return html`<main class="sheet"><h1>${words.name}</h1><p class="lead" role="alert">${failedBy(table.failed.value)}</p><${Door} table=${table} trust=${trust} /><p><a href="/">${words.fights}</a></p></main>`;
  if (looking.shown) return looking.shown;
  if (!view) return html`<main class="sheet"><p class="lead" role="status">${table.lost.value === null ? words.loading : words.notReached}</p></main>`;
  return html`<${Laid} table=${table} view=${view} keyOf=${keyOf} trust=${trust} look=${looking.look} />`;
}

/** @param {{table: Store, view: View, keyOf: string, trust: Trust, look: (moment: Moment | null) => void}} props */
function Laid({ table, view, keyOf, trust, look }) {
  const phone = useScreen('(max-width: 620px)');
  const tall = useScreen('(max-width: 620px), (max-aspect-ratio: 4/5)');
  const [tab, setTab] = useState('board');
  const entries = table.entries.value;
  const last = entries[entries.length - 1];
  const seat = table.seating.value?.seat ?? null;
  useEffect(() => {
    if (seat !== null) void keep({ encounter: view.encounter, key: keyOf, title: view.title ?? null, system: view.system, seat, watches: !table.plays.value, custodial: trust.declined, at: Date.now() });
  }, [seat, view.title, trust.declined]);
  const play = useMemo(() => played(table), [table]);
  useEffect(() => play.close, [play]);
  const people = useMemo(() => peopleOf(table, play), [table, play]);
  useEffect(() => people.stop, [people]);
  useAway(view, seat, people);
  useMasks(view, keyOf);
  const own = play.actors.value.flatMap((who) => (who === null ? [] : named(view, who)));
  const moment = momentsOf(look, `${location.origin}/e/${table.encounter}`, seat);
  const [sight, setSight] = useState(/** @type {Pointed | null} */ (null));
  const point = (/** @type {Pointed} */ what) => {
    setSight(what);
    if ('who' in what) people.open({ kind: 'who', who: what.who });
    else setTab('board');
  };
  const [all, setAll] = useState(false);
  const open = () => {
    if (!table.plays.value) return;
    void table.beside();
    setAll(true);
  };
  const close = () => (all && (setAll(false), true)) || people.close();
  useKeys(table, play, { palette: open, close, people });
  const seen = people.seen.value;
  const shown = seen?.view ?? view;
  const relieved = table.seating.value?.seats.some((each) => each.seat === seat && each.bot);
  const then = people.back.shown.value ?? seen?.view ?? null;
  const marks = { ...(then ? goneFrom(then, view) : people.looks.value ? watching(new Set(whoActs(view))) : { ...marksOf(view, table.choices.value, play), trails: trailsOf(entries) }), onAsk: (/** @type {{who: string} | {at: string}} */ about) => people.open('who' in about ? { kind: 'who', who: about.who } : { kind: 'place', at: about.at }), onWhy: (/** @type {{who: string} | {at: string}} */ about) => void ('who' in about && why(table, about.who)) };
  return html`<div class=${`table show-${phone ? tab : 'all'}`} data-choices=${table.choices.value?.version}>
    <div class="head"><${Top} table=${table} view=${view} trust=${trust} own=${own} keyOf=${keyOf} look=${look} more=${table.plays.value ? () => people.open({ kind: 'drawer' }) : null} /><${Bar} table=${table} view=${view} trust=${trust} /></div>
    <${Lost} table=${table} view=${view} />
    <${Newer} play=${play} people=${people} busy=${all} />
    ${relieved && html`<${Relief} table=${table} />`}
    <${Board} view=${then ?? view} marks=${marks} tall=${tall} sight=${sight}><${Tray} entry=${last} view=${view} live=${table.fresh.value >= 0 && !then} />${people.back.shown.value && then && html`<p class="edge-note left then">${words.asAt(then.version)}</p>`}<//>
    <${Ticker} entry=${seen ? seen.entries[seen.entries.length - 1] : last} view=${shown} />
    <${Below} table=${table} view=${view} play=${play} people=${people} all=${open} />
    <${Panels} table=${table} view=${view} play=${play} people=${people} keyOf=${keyOf} look=${look} />
    ${all && html`<${Palette} view=${view} play=${play} people=${people} look=${look} close=${() => setAll(false)} />`}
    <${Chronicle} table=${seen ? { ...table, entries: { value: seen.entries }, whole: { value: true } } : table} view=${shown} going=${people.back.to.value} people=${people} seat=${seen?.as ?? seat} moment=${moment} disputes=${people.disputes.all.value} point=${point} prove=${seen ? null : (/** @type {number} */ line) => people.open({ kind: 'proof', line })} main=${phone && tab === 'log'}
      menu=${seen ? undefined : (/** @type {Entry} */ entry, /** @type {() => void} */ shut) => html`<${LineMenu} entry=${entry} table=${table} people=${people} moment=${moment} close=${shut} />`} />
    <${Order} view=${shown} seat=${seen?.as ?? seat} ask=${(/** @type {string} */ who) => people.open({ kind: 'who', who })} ...${then ? {} : { acting: marks.acting }} />
    ${phone && html`<${Whereabouts} view=${shown} main=${tab === 'people'} />`}
    <${Tabs} tab=${tab} choose=${setTab} />
    <${Voice} entries=${entries} view=${view} again=${people.again.value} asked=${table.mine.value ? calling(view, own) : null} />
    ${!phone && html`<div class="sr"><${Whereabouts} view=${shown} /></div>`}
  </div>`;
}

/** @param {{table: Store, view: View}} props */
function Lost({ table, view }) {
  const since = table.lost.value;
  if (since === null) return null;
  const time = new Date(since).toLocaleTimeString(words.language, { hour: '2-digit', minute: '2-digit' });
  return html`<p class="lost" role="alert">${words.lost(time, view.version)}</p>`;
}
