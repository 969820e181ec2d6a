import { words } from './words.js';

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** Return how the language of the page writes numbers of a kind. @param {string} kind @param {Intl.NumberFormatOptions} how */
function format(kind, how) {
  const key = `${words.language} ${kind}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(words.language, how);
  formats.set(key, known);
  return known;
}

/** Return a share, 0 to 1, as people read it; nothing where there is none. @param {number | null} share */
export function percent(share) {
  return share === null ? '' : format('percent', { style: 'percent' }).format(share);
}

/** Return by how many points of a hundred a share changed, with its sign. @param {number} by */
export function signedPoints(by) {
  return format('points', { maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(100 * by).replace('-', '−');
}

/** Return a number with one digit behind the point. @param {number} n */
export function decimal(n) {
  return format('decimal', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n);
}
