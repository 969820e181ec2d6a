import { html, useMemo } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { named } from '../model/facts.js';
import { words } from '../strings/past.js';
import { PACES } from './clock.js';
import { Legend } from './marks.js';

/** @import { Clock } from './clock.js' */

/** The slider over all lines, and what plays them. @param {{clock: Clock, share: (() => void) | null, shared: string | null}} props */
export function Controls({ clock, share, shared }) {
  const { past, now, pace, runs, other } = clock;
  const { round, turn } = past.view(clock.index.value).initiative;
  const told = [
    words.past.lineOf(now.value, past.last),
    round === null ? '' : words.inRound(round),
    turn === null ? '' : words.turnOf(named(past.view(clock.index.value), turn)),
  ];
  const legend = useMemo(() => html`<${Legend} past=${past} />`, [past]);
  return html`<input class="range" type="range" min=${past.first} max=${past.last} value=${now.value} aria-label=${words.past.at}
      aria-valuetext=${told.filter(Boolean).join(', ')} onInput=${(/** @type {InputEvent} */ event) => clock.near(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
    <div class="keys">
      <${Key} label=${words.past.turnBack} icon="turnBack" press=${() => clock.turn(-1)} cls="not-phone" />
      <${Key} label=${words.past.back} icon="left" press=${() => clock.step(-1)} />
      <${Key} label=${runs.value ? words.past.stop : words.past.play} icon=${runs.value ? 'pause' : 'play'} press=${clock.play} cls="go" />
      <${Key} label=${words.past.on} icon="right" press=${() => clock.step(1)} />
      <${Key} label=${words.past.turnOn} icon="turnOn" press=${() => clock.turn(1)} cls="not-phone" />
      <span class="seg not-phone" role="group" aria-label=${words.past.pace}>${PACES.map((each) => html`
        <button key=${each} aria-pressed=${String(pace.value === each)} onClick=${() => clock.hurry(each)}>${each === 0.5 ? '½' : each}×</button>`)}</span>
      <span class="row small"><b>${words.past.line(now.value)}</b><span class="soft">${words.of} ${past.last}<span class="not-phone">${round === null ? '' : ` · ${words.inRound(round)}`}</span></span></span>
      <span class="grow"></span>
      ${legend}
      <button class="btn" aria-pressed=${other.value === null ? 'false' : 'true'} onClick=${clock.compare}><${Icon} name="compare" /><span class="t">${words.past.compare}</span><kbd class="not-phone">C</kbd><span class="sr">${words.past.compareHow}</span></button>
      ${share && html`<button class="btn" onClick=${share}><${Icon} name="link" /><span class="t">${words.past.share}</span><kbd class="not-phone">S</kbd><span class="sr">${words.past.shareHow}</span></button>`}
      ${shared && html`<input class="shared" readonly aria-label=${words.past.linkTo} value=${shared} onFocus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />`}
    </div>`;
}

/** @param {{label: string, icon: string, press: () => void, cls?: string}} props */
function Key({ label, icon, press, cls = '' }) {
  return html`<button class=${`btn icon ${cls}`} aria-label=${label} title=${label} onClick=${press}><${Icon} name=${icon} /></button>`;
}
