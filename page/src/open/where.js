import { html, useRef, useState } from '../../vendor/vendor.mjs';
import { placeName, standingAt } from '../board/cursor.js';
import { GRID } from '../board/kinds.js';
import { watching } from '../board/marks.js';
import { OTHERS } from '../board/others.js';
import { Stage } from '../board/stage.js';
import { isThing, named, nameOf } from '../model/facts.js';
import { around, english, failedBy, listed } from '../strings/english.js';
import { words } from '../strings/open.js';
import { useScreen } from '../table/wide.js';
import { People } from './people.js';
import { MAPS, PICTURES } from './picture.js';
import { keyOf, placeOf, reachOf } from './places.js';

/** @import { Marks } from '../board/marks.js' */
/** @import { Combatant } from '../model/types.js' */
/** @import { Draft } from './begin.js' */
/** @import { Desk } from './desk.js' */

/** So many pixels measures a square, or somebody, at first: under a finger, and at least where a pointer sees more at once. */
const [FINGER, POINTER] = [44, 18];

/** What takes whoever is chosen off the board. */
const OFF = ['Delete', 'Backspace'];

/** The board as the fight would begin on it, on which people are moved; squares can be those of a map, with its picture. @param {{draft: Draft, desk: Desk, save: () => void}} props */
export function Where({ draft, desk, save }) {
  const { begins: view, places, may_wait: mayWait } = draft;
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const [picked, pick] = useState(/** @type {{who: string, listed: boolean} | null} */ (null));
  const [told, tell] = useState(/** @type {string | null} */ (null));
  const phone = useScreen('(max-width: 620px)');
  const touched = useScreen('(max-width: 620px), (pointer: coarse)');
  const chosen = view.combatants.find((each) => each.id === picked?.who);
  const choose = (/** @type {string | null} */ who, /** @type {boolean} */ fromList = false) => {
    pick(who === null || !Object.hasOwn(places, who) ? null : { who, listed: fromList });
    tell(null);
  };
  const put = async (/** @type {Combatant} */ each, /** @type {string} */ key) => {
    if (key === keyOf(view, each)) return choose(null);
    const stands = await desk.place(each.id, placeOf(view, each, key));
    pick((now) => (stands && now?.who === each.id ? null : now));
    tell(stands ? each.id : null);
  };
  const onPlace = (/** @type {string} */ key, /** @type {boolean} */ _ = false, /** @type {string | undefined} */ who = undefined) => {
    const each = who === undefined ? chosen : view.combatants.find((one) => one.id === who);
    const there = standingAt(view, key).filter((one) => Object.hasOwn(places, one.id));
    // Where somebody stands with others, pressing on goes from one to the next.
    if (!each || (who === undefined && keyOf(view, each) === key)) choose(there[there.findIndex((one) => one.id === each?.id) + 1]?.id ?? null);
    else void put(each, key);
  };
  /** @type {Marks} */
  const marks = {
    ...watching(new Set(chosen ? [chosen.id] : [])),
    movable: new Set(Object.keys(places)),
    anywhere: view.board.kind === 'grid',
    reach: chosen ? reachOf(view, chosen) : new Map(),
    onLift: choose,
    onToken: (who) => choose(who === chosen?.id ? null : who),
    onPlace,
  };
  /** Whoever used a button that goes away is on the board next. */
  const look = () => board.current?.querySelector('svg')?.parentElement?.focus();
  const takeOff = async (/** @type {Combatant} */ each) => {
    if (!mayWait.includes(each.id)) return tell(each.id);
    const gone = await desk.place(each.id, null);
    if (gone) {
      pick(null);
      look();
    }
    tell(gone ? each.id : null);
  };
  const takeUp = (/** @type {string} */ who) => {
    choose(who === chosen?.id ? null : who, true);
    look();
  };
  const placeAll = () => {
    choose(null);
    look();
    void desk.muster();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') choose(null);
    else if (OFF.includes(event.key) && !event.repeat && chosen?.at) void takeOff(chosen);
    else return;
    event.preventDefault();
  };
  // Another map is another board, at which one looks anew.
  const size = view.board.kind === 'grid' ? `${view.board.width}:${view.board.height}` : '';
  return html`<section class="block" aria-labelledby="where" onKeyDown=${key}><div class="hd wrap"><h2 id="where" class="grow">${words.whoStandsWhere}</h2>
      ${nowhere(draft).length > 0 && html`<button class="btn" onClick=${placeAll}>${words.placeAll}</button>`}
      ${view.board.kind === 'grid' && html`<${File} take=${desk.map} />`}
      <button class="btn" onClick=${save}>${words.saveRoster}</button></div>
    <div ref=${board} class="board place-board"><${Stage} key=${size} view=${view} marks=${marks} kind=${OTHERS[view.board.kind] ?? GRID} tall=${phone} scrolls least=${touched ? FINGER : POINTER}
      from=${picked?.listed && chosen ? keyOf(view, chosen) : null} /></div>
    <div role="status">${draft.told && draft.told.length > 0 && html`<ul class="map-told">${draft.told.map((each) => html`<li key=${each}>${english(each)}</li>`)}</ul>`}
      <p class="placing">${said(draft, chosen, told)} ${chosen?.at && mayWait.includes(chosen.id) && html`<button class="btn" onClick=${() => takeOff(chosen)}>${words.takeOff} <kbd class="not-phone">${words.deleteKey}</kbd></button>`}</p></div>
    <div class="refused" role="alert">${desk.refused.value && html`<p class="wrong">${failedBy(desk.refused.value)}</p>`}
      ${desk.kept.value.size > 0 && html`<p class="small soft">${around(words.keptInMind, html`<bdi>${words.all([...desk.kept.value.keys()].map((who) => named(view, who)))}</bdi>`)}
        <button class="btn bare" onClick=${desk.forget}>${words.forgetIt}</button></p>`}</div>
    <${People} view=${view} places=${places} picked=${chosen?.id ?? null} choose=${takeUp} />
  </section>`;
}

/** Return whoever could stand on the board, and stands nowhere yet. @param {Draft} draft */
export function nowhere({ begins, places }) {
  return begins.combatants.filter((each) => !each.at && Object.hasOwn(places, each.id));
}

/** Return what to do next, or what was done. @param {Draft} draft @param {Combatant | undefined} chosen @param {string | null} told */
function said({ begins: view, places, may_wait: mayWait }, chosen, told) {
  const moved = view.combatants.find((each) => each.id === told);
  if (chosen && chosen.id === told) return around(words.mustStand, html`<bdi>${nameOf(chosen)}</bdi>`);
  if (moved && !moved.at) return around(words.standsNowhere, html`<bdi>${nameOf(moved)}</bdi>`);
  if (chosen) return around(words.putWhere, html`<bdi>${nameOf(chosen)}</bdi>`);
  if (moved) return around(words.standsNow, html`<bdi>${nameOf(moved)}</bdi>`, placeName(view, keyOf(view, moved)));
  if (!Object.keys(places).length) return null;
  const people = view.combatants.filter((each) => !isThing(each));
  const waiting = people.filter((each) => !each.at).length;
  return listed([words.placeHow, mayWait.length > 0 && words.offHow, words.standing(people.length - waiting), waiting > 0 && words.withoutPlace(waiting)], ' ');
}

/** What a map or a picture is taken with. @param {{take: (file: File) => unknown}} props */
function File({ take }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const given = () => {
    const [first] = file.current?.files ?? [];
    if (first) void take(first);
    if (file.current) file.current.value = '';
  };
  return html`<button class="btn" onClick=${() => file.current?.click()}>${words.mapOrPicture}</button>
    <input ref=${file} class="sr" type="file" tabindex="-1" aria-label=${words.mapOrPicture} accept=${`${MAPS},${PICTURES}`} onChange=${given} />`;
}
