import { html } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';

/** Names by which a machine calls itself, and no other one. */
const LOOPBACK = /^(localhost$|127\.|\[::1\])/;

/** That links of this page lead nowhere from another machine, where they do not. */
export function OnlyHere() {
  return LOOPBACK.test(location.hostname) ? html`<p class="warned small">${words.onlyHere}</p>` : null;
}
