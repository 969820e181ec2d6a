import { html, useMemo } from '../../vendor/vendor.mjs';
import { words } from '../strings/past.js';
import { Chart } from './chart.js';
import { Controls } from './controls.js';
import { Marks } from './marks.js';

/** @import { Chances } from '../history/ways.js' */
/** @import { Clock } from './clock.js' */

/** A fight from its beginning to its end, and where in it one looks. @param {{clock: Clock, chances: Chances | null, share: (() => void) | null, shared: string | null}} props */
export function Time({ clock, chances, share, shared }) {
  const marks = useMemo(() => html`<${Marks} past=${clock.past} />`, [clock]);
  return html`<section class="time" aria-label=${words.past.time}>
    <${Chart} clock=${clock} chances=${chances} />${marks}
    <${Controls} clock=${clock} share=${share} shared=${shared} />
  </section>`;
}
