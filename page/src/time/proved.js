import { html } from '../../vendor/vendor.mjs';
import { Proofs } from '../dice/proofs.js';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';

/** @import { Entry, View } from '../model/types.js' */

/** What proves the rolls of a line, beside the chronicle that they are in. @param {{encounter: string, entries: Entry[], view: View, read: (what: string) => Promise<any>, line: number, close: () => void}} props */
export function Proved({ encounter, entries, view, read, line, close }) {
  const dice = entries.flatMap((entry) => entry.dice);
  return html`<section class="why proving" aria-label=${words.proofOf(line)}>
    <h3><span class="grow">${words.proofOf(line)}</span><button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></h3>
    <${Proofs} key=${line} read=${read} encounter=${encounter} view=${view} line=${line} dice=${dice} /></section>`;
}
