import { useEffect } from '../../vendor/vendor.mjs';
import { isBrowsers } from '../keyboard.js';
import { lettersAct } from '../browser/settings.js';

/** @import { Clock } from './clock.js' */

/**
 * The keys of a replay: what is typed into a field stays there.
 * @param {Clock} clock
 * @param {{share: () => void, leave: () => void}} more
 */
export function useReplayKeys(clock, { share, leave }) {
  useEffect(() => {
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
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [clock, share, leave]);
}
