import { html, useRef } from '../../vendor/vendor.mjs';
import { Still } from '../board/still.js';
import { words } from '../strings/open.js';

/** @import { Draft } from './begin.js' */

/** What can be played: each with a picture of its board, and one's own file. @param {{drafts: Draft[], chosen: number, choose: (index: number) => void, take: (file: File) => void}} props */
export function Picks({ drafts, chosen, choose, take }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const given = (/** @type {FileList | null | undefined} */ files) => files?.[0] && take(files[0]);
  const dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    given(event.dataTransfer?.files);
  };
  return html`<div class="picks" role="group" aria-label=${words.readyFights}>
    ${drafts.map((each, index) => html`<${Pick} key=${each.name} draft=${each} on=${index === chosen} choose=${() => choose(index)} />`)}
    <button class="pick own" onClick=${() => file.current?.click()} onDragOver=${still} onDrop=${dropped}>
      <svg class="mini" viewBox="0 0 92 58" aria-hidden="true"><path class="b-edge-mini" d="M46 19v7M46 32v7M36 29h7M49 29h7" /></svg>
      <b>${words.yourOwn}</b><small>${words.yourOwnHow}</small></button>
    <input ref=${file} class="sr" type="file" tabindex="-1" aria-label=${words.yourOwn} accept=".yaml,.yml,.json" onChange=${() => given(file.current?.files)} /></div>`;
}

/** @param {Event} event */
function still(event) {
  event.preventDefault();
}

/** @param {{draft: Draft, on: boolean, choose: () => void}} props */
function Pick({ draft, on, choose }) {
  const [kind = '', told] = draft.title.split(/: (.*)/s);
  return html`<button class=${`pick${on ? ' on' : ''}`} aria-pressed=${on} onClick=${choose} lang="en">
    <${Still} view=${draft.begins} mini /><b>${told ? kind : draft.name}</b><small>${capital(told ?? draft.title)}</small></button>`;
}

/** @param {string} told */
const capital = (told) => told.charAt(0).toUpperCase() + told.slice(1);
