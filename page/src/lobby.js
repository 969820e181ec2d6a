import { html, useEffect, useRef, useState } from '../vendor/vendor.mjs';
import { Adding } from './adding.js';
import { Mark } from './icons.js';
import { call } from './model/call.js';
import { all, forget, nameOf } from './browser/keys.js';
import { unremember } from './browser/settings.js';
import { plain } from './model/facts.js';
import { seatName, seatNames } from './model/seats.js';
import { Open } from './open/open.js';
import { invited } from './route.js';
import { around, english, listed } from './strings/english.js';
import { words } from './strings/open.js';
import { Tongue } from './table/tongue.js';
import { forgetDevice } from './worker/vault.js';

/** @import { Kept } from './browser/keys.js' */

/**
 * What the server says of a fight in its list.
 * @typedef {{encounter: string, title?: string | null, system: string, version: number, round: number | null, outcome: string | null,
 *   seats: {seat: string, decides: boolean, asked: boolean}[]}} Listed
 */

/** So many keys are shown to the server at a time. */
const AT_ONCE = 50;

/** The fights whose links this browser holds: what waits for its owner first. */
export function Lobby() {
  const [held, setHeld] = useState(/** @type {Kept[] | null} */ (null));
  const [listed, setListed] = useState(/** @type {Map<string, Listed>} */ (new Map()));
  const look = () => all().then((kept) => {
    setHeld(kept);
    void list(kept).then(setListed);
  });
  useEffect(() => {
    document.title = words.name;
    void look();
    const again = () => void (document.hidden || look());
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, []);
  const waiting = (held ?? []).filter((each) => waits(listed.get(each.encounter), each));
  const over = (held ?? []).filter((each) => listed.get(each.encounter)?.outcome);
  const rest = (held ?? []).filter((each) => !waiting.includes(each) && !over.includes(each));
  /** Of how many seats of each fight a key is held. @type {Map<string, number>} */
  const seats = new Map();
  for (const { encounter } of held ?? []) seats.set(encounter, (seats.get(encounter) ?? 0) + 1);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const drop = async (/** @type {Kept} */ kept) => {
    await forgetDevice(kept);
    await forget(kept);
    unremember(`seen ${kept.encounter} ${kept.seat}`);
    // What had the focus goes with the fight.
    heading.current?.focus();
    await look();
  };
  return html`<header class="top"><${Mark} /><h1 class="title" tabindex="-1" ref=${heading}>${words.name}</h1><span class="grow"></span>
      <a class="btn bare" href="/verify">${words.verify}</a><a class="btn bare not-phone" href="/docs">${words.api}</a></header>
    <main class="sheet">
      ${held?.length ? html`<div><h2 class="big">${waiting.length ? words.waitForYou(waiting.length) : words.heldFights}</h2>
        <p class="lead">${words.held}</p></div>` : null}
      <${Block} title=${words.yourTurn} fights=${waiting} held=${seats} listed=${listed} drop=${drop} />
      <${Block} title=${words.goingOn} fights=${rest} held=${seats} listed=${listed} drop=${drop} />
      <${Block} title=${words.isOver} fights=${over} held=${seats} listed=${listed} drop=${drop} />
      ${over.length > 0 && html`<${Adding} held=${held} />`}
      ${held && html`<${Open} />`}
      <${Paste} />
      <${Tongue} />
    </main>`;
}

/** Return what the server lists of the fights that keys belong to. @param {Kept[]} kept @returns {Promise<Map<string, Listed>>} */
async function list(kept) {
  const found = new Map();
  for (let from = 0; from < kept.length; from += AT_ONCE) {
    const keys = kept.slice(from, from + AT_ONCE).map((each) => each.key);
    const page = await call(`/api/lobby?limit=${AT_ONCE}`, { headers: { 'Encounter-Keys': keys.join(',') } }).catch(() => null);
    for (const each of page?.encounters ?? []) found.set(each.encounter, each);
  }
  return found;
}

/** @param {Listed | undefined} listed @param {Kept} kept */
function waits(listed, kept) {
  return !!listed && !listed.outcome && listed.seats.some((each) => each.seat === kept.seat && (each.decides || each.asked));
}

/** @param {{title: string, fights: Kept[], held: Map<string, number>, listed: Map<string, Listed>, drop: (kept: Kept) => void}} props */
function Block({ title, fights, held, listed, drop }) {
  if (!fights.length) return null;
  return html`<section class="block" aria-label=${title}><div class="hd"><h2 class="grow">${title}</h2><span class="tag">${fights.length}</span></div>
    ${fights.map((kept) => html`<${Fight} key=${nameOf(kept)} kept=${kept} listed=${listed.get(kept.encounter)} several=${(held.get(kept.encounter) ?? 1) > 1} drop=${drop} />`)}</section>`;
}

/** @param {{kept: Kept, listed: Listed | undefined, several: boolean, drop: (kept: Kept) => void}} props */
function Fight({ kept, listed: known, several, drop }) {
  const [sure, setSure] = useState(false);
  const system = kept.system ?? known?.system ?? '';
  const title = known?.title ?? kept.title;
  const shown = title ?? around(words.fightOf, english(plain(system)));
  const told = [system && english(plain(system)), known?.round ? words.round(known.round) : '', kept.seat && (kept.watches ? words.youWatch : words.youAre)(seatName(null, kept.seat))];
  const deciding = (known?.seats ?? []).filter((each) => each.decides).map((each) => each.seat);
  const state = known?.outcome ? english(plain(known.outcome)) : deciding.length ? words.waitsFor(words.all(seatNames(null, deciding))) : '';
  return html`<div class="fight"><div><a href=${`/e/${kept.encounter}${several ? `#${kept.key}` : ''}`}><b><bdi lang=${words.language}>${shown}</bdi></b></a>
      <div class="sub">${listed(told, ' · ')}</div></div>
    <div class="r">${state && html`<span class="tag">${state}</span>`}
      <button class="btn bare" onBlur=${() => setSure(false)} onClick=${() => (sure ? drop(kept) : setSure(true))}>${sure ? words.forgetForGood : words.forget}<span class="sr"> ${shown}</span></button></div></div>`;
}

/** A link that was sent, pasted by hand. */
function Paste() {
  const [wrong, setWrong] = useState(false);
  const go = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem('link');
    const to = field instanceof HTMLInputElement ? invited(field.value) : null;
    setWrong(to === null);
    if (to) location.assign(to);
  };
  return html`<form class="paste" onSubmit=${go}><label class="grow"><span class="sr">${words.linkHint}</span>
      <input name="link" placeholder=${words.linkHint} autocomplete="off" aria-invalid=${wrong ? 'true' : undefined} aria-describedby="paste-told" /></label>
    <button class="btn">${words.open}</button><p id="paste-told" class="small" role="alert">${wrong ? words.badLink : ''}</p></form>`;
}
