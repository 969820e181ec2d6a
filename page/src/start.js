import { html, render } from '../vendor/vendor.mjs';
import { Lobby } from './lobby.js';

render(html`<${Lobby} />`, /** @type {HTMLElement} */ (document.getElementById('page')));
