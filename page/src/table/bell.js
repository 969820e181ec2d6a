import { useEffect, useRef } from '../../vendor/vendor.mjs';
import { ringsHidden, ringsWithSound } from '../browser/settings.js';
import { words } from '../strings/words.js';
import { titleOf } from './title.js';

/** @import { View } from '../model/types.js' */

/** So many seconds a chord lasts, … */
const LASTS = 0.3;
/** … and of these tones, in hertz, it is. */
const TONES = [523.25, 659.25, 783.99];

/**
 * Tell that it has become one's turn: with a chord, and by a notification where the tab is out of sight, each where it is wanted.
 * @param {View | null} view @param {boolean | null} mine null while nobody knows
 */
export function useBell(view, mine) {
  const before = useRef(/** @type {boolean | null} */ (null));
  const shown = useRef(/** @type {Notification | null} */ (null));
  const hide = () => {
    shown.current?.close();
    shown.current = null;
  };
  useEffect(() => {
    const comes = before.current === false && mine === true;
    before.current = mine;
    hide();
    if (!comes || !view) return;
    if (ringsWithSound.value) chord();
    if (ringsHidden.value && document.hidden) shown.current = notified(view);
  }, [mine]);
  useEffect(() => {
    const seen = () => void (document.hidden || hide());
    document.addEventListener('visibilitychange', seen);
    return () => (document.removeEventListener('visibilitychange', seen), hide());
  }, []);
}

/** Show outside of the page that it is one's turn, and of what fight; nothing else of it. @param {View} view */
function notified(view) {
  if (globalThis.Notification?.permission !== 'granted') return null;
  try {
    const note = new Notification(words.yourTurn, { body: titleOf(view), tag: view.encounter, lang: words.language });
    note.onclick = () => window.focus();
    return note;
  } catch {
    // Some browsers have notifications for installed pages alone.
    return null;
  }
}

/** Return whether the browser lets this page notify, once whoever looks at it was asked. */
export async function mayNotify() {
  if (!('Notification' in globalThis)) return false;
  const { permission } = Notification;
  return (permission === 'default' ? await Notification.requestPermission() : permission) === 'granted';
}

/** Let three tones sound together, and fade. */
export function chord() {
  if (!('AudioContext' in globalThis)) return;
  const context = new AudioContext();
  const [now, level] = [context.currentTime, context.createGain()];
  level.connect(context.destination);
  level.gain.setValueAtTime(0.12, now);
  level.gain.exponentialRampToValueAtTime(0.001, now + LASTS);
  const tones = TONES.map((hertz) => {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(level);
    tone.start(now);
    tone.stop(now + LASTS);
    return tone;
  });
  if (tones[0]) tones[0].onended = () => void context.close();
}
