import { html } from '../../vendor/vendor.mjs';
import { isBrowsers, useKeydown } from '../keyboard.js';
import { lettersAct } from '../browser/settings.js';
import { Icon } from '../icons.js';
import { words } from '../strings/past.js';

/** @import { Clock } from './clock.js' */

/**
 * The keys of a replay: what is typed into a field stays there.
 * @param {Clock} clock
 * @param {{share: () => void, help: () => void, leave: () => void}} more
 */
export function useReplayKeys(clock, { share, help, leave }) {
  /** @type {Record<string, () => void>} */
  const means = {
    '[': () => clock.step(-1),
    ']': () => clock.step(1),
    '{': () => clock.turn(-1),
    '}': () => clock.turn(1),
    c: clock.compare,
    C: clock.compare,
    s: share,
    S: share,
    '?': help,
    Escape: () => (clock.other.value === null ? leave() : void (clock.other.value = null)),
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (isBrowsers(event) || event.defaultPrevented) return;
    const { target, key } = event;
    if (key.length === 1 && !lettersAct.value) return;
    if (target instanceof HTMLElement && target.matches('input:not([type=range]), select, textarea')) return;
    if (key === ' ' && !(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)) clock.play();
    else if (means[key]) means[key]();
    else return;
    event.preventDefault();
  };
  useKeydown(pressed, [clock, share, help, leave]);
}

/** What each key does. @type {[string[], keyof typeof words.past.keyOf][]} */
const KEYS = [
  [['[', ']'], 'step'],
  [['{', '}'], 'turn'],
  [['␣'], 'play'],
  [['C'], 'compare'],
  [['S'], 'share'],
  [['Esc'], 'back'],
  [['?'], 'list'],
];

/** What the keys of a replay do. @param {{close: () => void}} props */
export function ReplayKeys({ close }) {
  return html`<section class="why keys-of" aria-label=${words.past.keys}>
    <h3><span class="grow">${words.past.keys}</span><button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></h3>
    <dl class="key-list">${KEYS.map(([keys, what]) => html`<dt key=${what}>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${words.past.keyOf[what]}</dd>`)}</dl></section>`;
}
