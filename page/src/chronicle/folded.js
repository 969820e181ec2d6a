import { html } from '../../vendor/vendor.mjs';
import { english } from '../strings/english.js';
import { words } from '../strings/words.js';
import { spokenEntry } from './parts.js';

/** @import { Entry, View } from '../model/types.js' */

/** Entries that were taken back together, as one line that says who asked and who agreed; pressed, or where one of them is looked at, they are there. @param {{undone: Entry[], rewind: Entry | undefined, view: View, open: boolean, children: unknown}} props */
export function Folded({ undone, rewind, view, open, children }) {
  const last = undone[undone.length - 1];
  return html`<li class="folded"><details open=${open}>
    <summary>${words.tookBack(undone[0]?.n ?? 0, last?.last ?? 0)}${rewind && html` ${english(`${spokenEntry(rewind, view)}.`)}`}</summary>
    <ol>${children}</ol></details></li>`;
}
