import { html, render } from '../vendor/vendor.mjs';
import { Lobby } from './lobby.js';
import { begin } from './strings/language.js';

void begin().then(() => render(html`<${Lobby} />`, /** @type {HTMLElement} */ (document.getElementById('page'))));
