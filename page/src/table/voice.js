import { html, useEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { speaking } from './speaking.js';

/** @import { Entry, View } from '../model/types.js' */

/** Says what has just happened to those who do not look at the chronicle. @param {{entries: Entry[], view: View, again?: number}} props */
export function Voice({ entries, view, again = 0 }) {
  const [said, setSaid] = useState('');
  const voice = useMemo(() => speaking(setSaid), []);
  useEffect(() => voice.stop, []);
  useEffect(() => voice.hear(entries, view), [entries]);
  useEffect(() => voice.again(again), [again]);
  return html`<p class="sr" aria-live="polite" lang="en">${said}</p>`;
}
