/**
 * A language that nobody speaks: the words of English between signs that are not seen, so that whatever the page shows
 * without them is none of its own words. `node marked.mjs` prints it as the module that the page loads for a language.
 */
import { build } from '../../page/node_modules/esbuild/lib/main.js';

const BEGIN = '\u200b';
const END = '\u00ad';
/** Around what a sentence is given: that is no word of the page. */
const [OPEN, SHUT] = ['\uE002', '\uE003'];
/** The language itself, and what is sent and not shown. */
const AS_IT_IS = { language: 'en-XA', slip: 'A slip.' };

/** @param {unknown} given */
function apart(given) {
  if (Array.isArray(given)) return given.map(apart);
  return typeof given === 'string' && given ? `${OPEN}${given}${SHUT}` : given;
}

/** @param {string} text */
function between(text) {
  const parts = text.split(new RegExp(`${OPEN}([^${SHUT}]*)${SHUT}`));
  return parts.map((part, index) => (index % 2 || !/\p{L}/u.test(part) ? part : `${BEGIN}${part}${END}`)).join('');
}

/** Return words with the signs around them. @param {any} words @returns {any} */
export function marked(words) {
  if (typeof words === 'string') return between(words);
  if (typeof words === 'function') return (...given) => marked(words(...given.map(apart)));
  return { ...Object.fromEntries(Object.entries(words).map(([name, each]) => [name, marked(each)])), ...('language' in words ? AS_IT_IS : {}) };
}

/** The module, in which nothing but these few lines and English is. */
const CONTENTS = `
  import { words as first } from '../../page/src/strings/en.js';
  import { open } from '../../page/src/strings/en-open.js';
  import { past } from '../../page/src/strings/en-past.js';
  import { proofs } from '../../page/src/dice/words.js';
  import { sheets } from '../../page/src/strings/en-sheets.js';
  const english = { ...first, ...open, ...sheets, past, proofs };
  const [BEGIN, END, OPEN, SHUT, AS_IT_IS] = ${JSON.stringify([BEGIN, END, OPEN, SHUT, AS_IT_IS])};
  ${apart}
  ${between}
  ${marked}
  export const words = marked(english);`;

if (process.argv[1] === import.meta.filename) {
  const { outputFiles } = await build({ stdin: { contents: CONTENTS, resolveDir: import.meta.dirname }, bundle: true, format: 'esm', write: false });
  process.stdout.write(outputFiles[0].text);
}
