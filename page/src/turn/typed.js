import { html, useRef, useState } from '../../vendor/vendor.mjs';
import { words } from '../strings/sheets.js';
import { sidesOf } from '../dice/sides.js';

/** @import { Thrown } from '../model/types.js' */

/** Dice with more sides than this are typed in, and have no button for each face. */
const MOST_KEYS = 20;

/** Where a player says what dice on the table showed: a button for each face, or numbers. It stands once it is sent. @param {{dice: Thrown, say: (faces: number[]) => Promise<boolean>}} props */
export function TypedIn({ dice, say }) {
  const [text, setText] = useState('');
  const sending = useRef(false);
  const sides = sidesOf(dice);
  const faces = (text.match(/\d+/g) ?? []).map(Number);
  const whole = faces.length === sides.length && faces.every((face, index) => face >= 1 && face <= (sides[index] ?? 0));
  const most = Math.max(...sides);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!whole || sending.current) return;
    // Pressed twice, the second would be taken for the dice that come next.
    sending.current = true;
    void say(faces).then((taken) => {
      if (taken) setText('');
      sending.current = false;
    });
  };
  return html`<form class="fields typing" aria-label=${words.whatFell} onSubmit=${send}>
    ${most <= MOST_KEYS && html`<div class="seg" role="group" aria-label=${words.faces}>${Array.from({ length: most }, (_, index) => html`<button key=${index} type="button" disabled=${faces.length >= sides.length} onClick=${() => setText(`${text} ${index + 1}`.trim())}>${index + 1}</button>`)}</div>`}
    <input class="typed" inputmode="numeric" autocomplete="off" aria-label=${words.facesOf(faces.length, sides.length)} placeholder=${sides.map((each) => Math.ceil(each / 2)).join(' ')} value=${text} onInput=${(/** @type {InputEvent} */ event) => setText(/** @type {HTMLInputElement} */ (event.target).value)} />
    <button class="btn go" disabled=${!whole}>${words.thatFell}</button>
  </form>`;
}
