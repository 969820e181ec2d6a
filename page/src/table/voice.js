import { html, useEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { speaking } from './speaking.js';

/** @import { Entry, View } from '../model/types.js' */

/** Says what has just happened to those who do not look at the chronicle; at once, what they are `asked`. @param {{entries: Entry[], view: View, again?: number, asked?: unknown}} props */
export function Voice({ entries, view, again = 0, asked = null }) {
  const [said, setSaid] = useState('');
  /** What stands in a live region when it comes is not spoken. */
  const [listens, listen] = useState(false);
  useEffect(() => listen(true), []);
  const voice = useMemo(() => speaking(setSaid), []);
  useEffect(() => voice.stop, []);
  useEffect(() => voice.hear(entries, view), [entries]);
  useEffect(() => voice.again(again), [again]);
  return html`<p class="sr" aria-live="polite" lang="en">${said}</p><p class="sr" aria-live="assertive">${listens && asked}</p>`;
}
