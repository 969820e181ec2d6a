import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';
import { empty, later } from '../table/later.js';
import { sheets } from '../sheets/panels.js';

const Shown = later(sheets, (made) => made.Shown, empty('rests'));

/** The button of the switch by which a host shows the fight to everybody. @param {{encounter: string, keyOf: string, named?: boolean}} props */
export function Showing({ encounter, keyOf, named = false }) {
  const [open, setOpen] = useState(false);
  return html`<button class=${named ? 'btn' : 'btn bare'} aria-expanded=${open} aria-label=${words.watch.show} onClick=${() => setOpen(!open)}><${Icon} name="eye" />${named && ` ${words.watch.show}`}</button>
    ${open && html`<${Shown} encounter=${encounter} keyOf=${keyOf} close=${() => setOpen(false)} />`}`;
}
