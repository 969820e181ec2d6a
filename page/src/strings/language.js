import { recalled, remember } from '../browser/settings.js';
import { speak } from './words.js';

/** The languages of the page, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
/** Those that are loaded only where they are spoken. @type {Record<string, () => Promise<{words: import('./words.js').Words}>>} */
const ELSEWHERE = { de: () => import('./de.js') };
const KEPT = 'language';

/** Return the language to speak: the one that was chosen here, else the first of the browser's that the page speaks. */
export function language() {
  const wanted = [recalled(KEPT) ?? '', ...navigator.languages.map((each) => each.split('-')[0] ?? '')];
  return wanted.find((each) => each in LANGUAGES) ?? 'en';
}

/** Choose a language for good, and begin anew in it. @param {string} chosen */
export function choose(chosen) {
  remember(KEPT, chosen);
  location.reload();
}

/** Speak the language of whoever reads; where its words do not come, English. */
export async function begin() {
  const found = await ELSEWHERE[language()]?.().catch(() => null);
  if (!found) return;
  speak(found.words);
  document.documentElement.lang = found.words.language;
}
