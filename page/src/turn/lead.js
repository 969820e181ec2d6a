import { useEffect, useRef } from '../../vendor/vendor.mjs';
import { byKeys, focusOn } from '../keyboard.js';

/** @import { Play } from '../model/play.js' */

/**
 * Whoever goes by keys is led from what was chosen to what must be said next, then to the button, and back below the
 * board once it is sent. What is being typed is not left.
 * @param {Play} play
 */
export function useLead(play) {
  const chip = play.meant.value ? play.chip.value : null;
  const [next] = play.open.value;
  useEffect(() => {
    if (chip && byKeys() && !isTyping(document.activeElement)) lead(play);
  }, [chip?.key, next?.name]);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current && !play.sending.value && byKeys() && document.activeElement === document.body) focusOn('.below');
    sent.current = play.sending.value;
  }, [play.sending.value]);
}

/** Go to what must be said next; where nothing must, to the button. @param {Play} play */
export function lead(play) {
  const [next] = play.open.value;
  if (play.pressed.value) focusOn('.stage');
  else if (next) focusOn(`.fields [data-field="${next.name}"] :is(button, input, select)`);
  else if (document.activeElement?.closest('.dock')) focusOn('.say .go');
}

/** Go on from a field that something was typed into: to the next one, else send it. @param {Play} play */
export function goOn(play) {
  if (play.open.value.length) lead(play);
  else if (play.meant.value) void play.confirm();
}

/** @param {Element | null} element */
export function isTyping(element) {
  return element !== null && element.matches('input, select, textarea');
}
