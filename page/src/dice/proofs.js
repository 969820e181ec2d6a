import { html } from '../../vendor/vendor.mjs';
import { part } from '../browser/part.js';
import { later } from '../table/later.js';

/** What proves the rolls of a line, each drawn again in this browser: it is loaded with the first that somebody asks for. */
export const Proofs = later(part('proving', () => import('./proving.js')), (made) => made.Proofs, ({ children }) => html`<div>${children}</div>`);
