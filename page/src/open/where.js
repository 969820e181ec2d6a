import { html, useRef } from '../../vendor/vendor.mjs';
import { Still } from '../board/still.js';
import { english } from '../strings/english.js';
import { words } from '../strings/words.js';
import { MAPS, PICTURES } from './picture.js';

/** @import { Draft } from './begin.js' */

/** The board as the fight would begin on it; squares can be those of a map, with its picture. @param {{draft: Draft, map: (file: File) => void, save: () => void}} props */
export function Where({ draft, map, save }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const given = () => {
    const [first] = file.current?.files ?? [];
    if (first) map(first);
    if (file.current) file.current.value = '';
  };
  return html`<section class="block" aria-labelledby="where"><div class="hd wrap"><h2 id="where" class="grow">${words.whoStandsWhere}</h2>
      ${draft.begins.board.kind === 'grid' && html`<button class="btn" onClick=${() => file.current?.click()}>${words.mapOrPicture}</button>
        <input ref=${file} class="sr" type="file" tabindex="-1" aria-label=${words.mapOrPicture} accept=${`${MAPS},${PICTURES}`} onChange=${given} />`}
      <button class="btn" onClick=${save}>${words.saveRoster}</button></div>
    <div class="board place-board"><${Still} view=${draft.begins} /></div>
    <div role="status">${draft.told && draft.told.length > 0 && html`<ul class="map-told">${draft.told.map((each) => html`<li key=${each}>${english(each)}</li>`)}</ul>`}</div>
  </section>`;
}
