import { signal } from '../../vendor/vendor.mjs';

/** What somebody wants of this page, kept in this browser. */
const ASK = 'ask-always';

/** Whether whatever is said waits for the button. */
export const asksAlways = signal(kept());

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
