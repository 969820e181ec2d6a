import { html } from '../../vendor/vendor.mjs';
import { Proofs } from '../dice/proofs.js';
import { Icon } from '../icons.js';
import { words } from '../strings/past.js';

/** @import { History } from '../history/history.js' */

/** What proves the rolls of a line, where one looks back. @param {{past: History, read: (what: string) => Promise<any>, line: number, close: () => void}} props */
export function Proved({ past, read, line, close }) {
  const dice = past.entries.flatMap((entry) => entry.dice);
  return html`<section class="why proving" aria-label=${words.proofOf(line)}>
    <h3><span class="grow">${words.proofOf(line)}</span><button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></h3>
    <${Proofs} key=${line} read=${read} encounter=${past.bundle.encounter} view=${past.view(past.count - 1)} line=${line} dice=${dice} /></section>`;
}
