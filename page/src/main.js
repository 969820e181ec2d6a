import { html, render } from '../vendor/vendor.mjs';
import { keep, kept } from './browser/keys.js';
import { route } from './route.js';
import { begin as speak } from './strings/language.js';
import { words } from './strings/words.js';
import { Seat } from './trust/seat.js';
import { deviceOf } from './worker/vault.js';

/** Begin with what the address says; a key in it is taken out of it at once. */
async function begin() {
  const to = route(location);
  if (to.at !== 'table') {
    location.replace('/');
    return null;
  }
  if (to.key) history.replaceState(null, '', location.pathname + location.search);
  const [known] = await Promise.all([kept(to.encounter, to.key), speak()]);
  const key = to.key ?? known?.key ?? null;
  if (!key) return html`<main class="sheet"><h1>${words.name}</h1><p class="lead">${words.noKey}</p><p><a href="/">${words.fights}</a></p></main>`;
  // A key takes the place of one that is kept only once the server has named its seat.
  if (!known && !(await kept(to.encounter))) await keep({ title: null, system: null, seat: null, encounter: to.encounter, key, at: Date.now() });
  const mine = await deviceOf(to.encounter, key);
  return html`<${Seat} encounter=${to.encounter} keyOf=${key} mine=${mine} custodial=${known?.custodial ?? false} />`;
}

addEventListener('hashchange', () => location.reload());
void begin().then((page) => render(page, /** @type {HTMLElement} */ (document.getElementById('page'))));
