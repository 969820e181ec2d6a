import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';
import { keep } from '../model/keys.js';
import { words } from '../strings/en.js';
import { Links } from './links.js';

/**
 * A ready fight, as the server tells it.
 * @typedef {{name: string, system: string, title: string, seats: {seat: string, role: string, plays: string[]}[],
 *   opening: Record<string, unknown>}} Example
 * @typedef {{encounter: string, invitations: Record<string, string>, keys: Record<string, string>}} Opened
 */

/** The ready fights: one is chosen, begun, and its seats are given away by their links. */
export function Open() {
  const [ready, setReady] = useState(/** @type {Example[]} */ ([]));
  const [chosen, setChosen] = useState(0);
  const [opened, setOpened] = useState(/** @type {Opened | null} */ (null));
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void call('/api/examples').then(setReady, (problem) => setWrong(problem.message));
  }, []);
  const example = ready[chosen];
  const begin = async () => {
    if (!example || busy || opened) return;
    setBusy(true);
    setWrong('');
    try {
      setOpened(await begun(example));
    } catch (problem) {
      setWrong(problem instanceof Error ? problem.message : String(problem));
    }
    setBusy(false);
  };
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void latest.current();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  if (opened && example) return html`<${Links} example=${example} opened=${opened} again=${() => setOpened(null)} />`;
  return html`<section class="block" aria-labelledby="ready"><div class="hd"><h2 id="ready" class="grow">${words.beginFight}</h2></div>
    <div class="bd"><div class="picks" role="group" aria-label=${words.readyFights}>
        ${ready.map((each, index) => html`<${Pick} key=${each.name} example=${each} on=${index === chosen} choose=${() => setChosen(index)} />`)}</div>
      <div class="row wrap begin"><button class="btn go" disabled=${!example || busy} onClick=${begin}>${words.begin} <kbd class="not-phone">Ctrl Enter</kbd></button>
        <p class="small grow" lang="en">${example ? seated(example) : ''}</p></div>
      <p class="wrong" role="alert">${wrong}</p></div></section>`;
}

/** @param {{example: Example, on: boolean, choose: () => void}} props */
function Pick({ example, on, choose }) {
  const [kind, told] = example.title.split(/: (.*)/s);
  return html`<button class=${`pick words${on ? ' on' : ''}`} aria-pressed=${on} onClick=${choose} lang="en">
    <b>${told ? kind : example.name}</b><small>${capital(told ?? example.title)}</small></button>`;
}

/** @param {string} told */
const capital = (told) => told.charAt(0).toUpperCase() + told.slice(1);

/** Return who sits where. @param {Example} example */
function seated(example) {
  return example.seats.map((each) => [each.seat, each.plays.join(', ') || each.role].join(': ')).join(' · ');
}

/** Open a ready fight, and keep the key of the seat that begins. @param {Example} example @returns {Promise<Opened>} */
async function begun(example) {
  const opened = await call('/api/encounters', { body: example.opening });
  const own = example.seats.find((each) => each.role === 'referee') ?? example.seats[0];
  if (own) await keep({ encounter: opened.encounter, key: opened.keys[own.seat], title: null, system: example.system, seat: own.seat, at: Date.now() });
  return opened;
}
