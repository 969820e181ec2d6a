import { useLayoutEffect } from '../vendor/vendor.mjs';

/** Whether the last thing done on this page was done by a key: then the focus goes where one goes next. */
let keys = false;
addEventListener('keydown', () => (keys = true), true);
addEventListener('pointerdown', () => (keys = false), true);

/** Return whether whoever is here goes by keys just now. */
export function byKeys() {
  return keys;
}

/** Return whether a key is pressed with another one that makes it the browser's; AltGr only writes a sign. @param {KeyboardEvent} event */
export function isBrowsers(event) {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

/**
 * Hear keys as soon as what they act on can be seen: an effect of the usual kind would wait for the next frame.
 * @param {(event: KeyboardEvent) => void} pressed
 * @param {unknown[]} [on]  what `pressed` holds on to
 * @param {boolean} [first]  whether it hears them before what they are pressed in
 */
export function useKeydown(pressed, on, first) {
  useLayoutEffect(() => {
    addEventListener('keydown', pressed, first);
    return () => removeEventListener('keydown', pressed, first);
  }, on);
}

/** Bring the focus to the first of what is there; return whether there was any. @param {string} what */
export function focusOn(what) {
  const found = document.querySelector(what);
  if (found instanceof HTMLElement || found instanceof SVGElement) found.focus();
  return found !== null;
}
