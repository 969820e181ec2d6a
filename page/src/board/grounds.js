import { html } from '../../vendor/vendor.mjs';

/** The patterns that difficult and blocked ground is filled with. */
export function Patterns() {
  return html`<defs>
    <pattern id="rough" width="12" height="12" patternUnits="userSpaceOnUse"><path class="b-rough-ink" d="M1 4q2-3 5 0t5 0M-2 10q2-3 5 0t5 0 5 0" /></pattern>
    <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="b-block" width="8" height="8" /><path class="b-block-ink" d="M0 0v8" /></pattern>
    <pattern id="threat" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="b-threat-ink" d="M5 0v10" /></pattern>
  </defs>`;
}
