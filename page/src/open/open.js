import { html, useEffect, useMemo } from '../../vendor/vendor.mjs';
import { useKeydown } from '../keyboard.js';
import { isThing, nameOf } from '../model/facts.js';
import { around, failedBy } from '../strings/english.js';
import { words } from '../strings/open.js';
import { NewPage } from '../table/newer.js';
import { LONGEST } from './begin.js';
import { desk } from './desk.js';
import { Links } from './links.js';
import { Picks } from './picks.js';
import { Rules } from './rules.js';
import { Seats } from './seats.js';
import { nowhere, Where } from './where.js';

/** @import { Draft } from './begin.js' */

/** One page to begin a fight on: what to play, who stands where, who sits where, by which house rules. */
export function Open() {
  const now = useMemo(desk, []);
  useEffect(() => {
    void now.look();
    const back = (/** @type {PageTransitionEvent} */ event) => {
      if (event.persisted) now.begins.value = false;
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  useKeydown((/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void now.begin();
  }, []);
  const [draft, manned, title, opened] = [now.draft.value, now.manned.value, now.title.value, now.opened.value];
  if (opened && draft) return html`<${Links} draft=${draft} opened=${opened} manned=${manned} wrong=${now.wrong.value} again=${now.again} />`;
  return html`<section class="opening" aria-labelledby="ready"><${NewPage} idle=${!now.begins.value} />
    <div class="row wrap"><div class="grow"><h2 id="ready" class="big">${words.beginFight}</h2><p class="lead">${words.beginHow}</p></div>
      <button class="btn go" disabled=${!draft || now.begins.value} onClick=${now.begin}>${words.begin} <kbd class="not-phone">Ctrl Enter</kbd></button></div>
    <div role="status">${draft && html`<${Placeless} draft=${draft} />`}</div>
    <p class="wrong" role="alert">${failedBy(now.wrong.value)}</p>
    <${Picks} drafts=${now.drafts.value} chosen=${now.chosen.value} choose=${now.choose} take=${now.take} />
    ${draft && html`<${Title} title=${title} change=${set(now.title)} />`}
    ${draft && html`<div class="two"><${Where} key=${now.chosen.value} draft=${draft} desk=${now} save=${() => saved(now.stated() ?? draft)} />
      <div class="sheet-col"><${Seats} draft=${draft} manned=${manned} change=${set(now.manned)} />
        <${Rules} draft=${draft} desk=${now} /></div></div>`}
  </section>`;
}

/** What the fight is called. @param {{title: string, change: (title: string) => void}} props */
function Title({ title, change }) {
  return html`<label class="row wrap"><b>${words.calledThus}</b><input class="typed" maxlength=${LONGEST} value=${title}
    onInput=${(/** @type {InputEvent} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)} /></label>`;
}

/** Who would begin nowhere on the board, said where one begins. @param {{draft: Draft}} props */
function Placeless({ draft }) {
  const without = nowhere(draft).filter((each) => !isThing(each));
  return without.length > 0 && html`<p class="warned">${around(words.beginsWithout, html`<bdi>${words.all(without.map(nameOf))}</bdi>`)}</p>`;
}

/** Return what puts another value into a signal. @template T @param {{value: T}} kept @returns {(value: T) => void} */
function set(kept) {
  return (value) => {
    kept.value = value;
  };
}

/** Give the roster as a file, without the picture of a map, which is none of its words. @param {Draft} draft */
function saved(draft) {
  const link = document.createElement('a');
  const text = JSON.stringify(draft.opening, (name, value) => (name === 'picture' && value === draft.picture?.name ? undefined : value), 2);
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${draft.name.replace(/\.\w+$/, '')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
