import { signal } from '../../vendor/vendor.mjs';

/** What somebody wants of this page, kept in this browser. */
const ASK = 'ask-always';

/** Whether whatever is said waits for the button. */
export const asksAlways = signal(kept());

/** Ask before everything, or not. @param {boolean} wanted */
export function askAlways(wanted) {
  asksAlways.value = wanted;
  try {
    localStorage.setItem(ASK, wanted ? 'yes' : '');
  } catch {
    // Where nothing is kept it holds until the page is left.
  }
}

function kept() {
  try {
    return localStorage.getItem(ASK) === 'yes';
  } catch {
    return false;
  }
}
