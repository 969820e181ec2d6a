import { html, render } from '../vendor/vendor.mjs';
import { route } from './route.js';
import { begin } from './strings/language.js';
import { Watch } from './watch/watch.js';

const to = route(location);
if (to.at === 'watch') void begin().then(() => render(html`<${Watch} encounter=${to.encounter} embed=${to.embed} />`, /** @type {HTMLElement} */ (document.getElementById('page'))));
else location.replace('/');
