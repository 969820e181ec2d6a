import { html } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';

/** Names by which a machine calls itself, and no other one: that of every address it has leads to itself as well. */
const LOOPBACK = /^(localhost$|127\.|0\.0\.0\.0$|\[::1?]$)/;

/** Return whether a link leads nowhere from another machine. @param {string} link */
export function isOnlyHere(link) {
  return LOOPBACK.test(new URL(link, location.href).hostname);
}

/** That a link leads nowhere from another machine, where it does not. @param {{link: string}} props */
export function OnlyHere({ link }) {
  return isOnlyHere(link) ? html`<p class="warned small">${words.onlyHere}</p>` : null;
}
