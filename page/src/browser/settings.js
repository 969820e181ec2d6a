import { signal } from '../../vendor/vendor.mjs';

/** What somebody wants of this page, kept in this browser. */
const ASK = 'ask-always';
const LETTERS = 'letters';
const BELL = 'bell';
const SOUND = 'sound';

/** Whether whatever is said waits for the button. */
export const asksAlways = signal(kept());

/** Whether single letters, digits and signs are keys of the page. */
export const lettersAct = signal(recalled(LETTERS) !== 'no');

/** Whether a notification tells of one's turn where the tab is out of sight, … */
export const ringsHidden = signal(recalled(BELL) === 'yes');

/** … and whether a chord does. */
export const ringsWithSound = signal(recalled(SOUND) === 'yes');

/** Tell of one's turn by a notification, or do not. @param {boolean} wanted */
export function letRingHidden(wanted) {
  ringsHidden.value = wanted;
  remember(BELL, wanted ? 'yes' : '');
}

/** Tell of one's turn by a chord, or do not. @param {boolean} wanted */
export function letRingWithSound(wanted) {
  ringsWithSound.value = wanted;
  remember(SOUND, wanted ? 'yes' : '');
}

/** Let letters be keys, or not. @param {boolean} wanted */
export function letLettersAct(wanted) {
  lettersAct.value = wanted;
  remember(LETTERS, wanted ? '' : 'no');
}

/** Ask before everything, or not. @param {boolean} wanted */
export function askAlways(wanted) {
  asksAlways.value = wanted;
  remember(ASK, wanted ? 'yes' : '');
}

/** Keep something in this browser; where nothing is kept it holds until the page is left. @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A page that keeps nothing works all the same.
  }
}

/** Keep something no longer. @param {string} name */
export function unremember(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** Return what was kept under a name, or null. @param {string} name */
export function recalled(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function kept() {
  return recalled(ASK) === 'yes';
}
