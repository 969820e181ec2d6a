import { signal } from '../../vendor/vendor.mjs';
import { recalled, remember } from './settings.js';

/** The keys of the table for which another one may be chosen. */
export const OWN = 'temnxwgbcfr/?[';
/** What a key may be: one sign that nothing else of the page stands for. */
const FREE = /^[^\s\d+\-−{}\]]$/u;
const KEPT = 'keys';

/** Which key stands for which of the table's own, where somebody chose another. */
export const bound = signal(/** @type {Record<string, string>} */ (kept()));

/** Return which of the table's own keys is meant by one that is pressed; nothing where it was given up. @param {string} pressed */
export function meant(pressed) {
  const small = pressed.toLowerCase();
  const own = Object.keys(bound.value).find((each) => bound.value[each] === small);
  if (own) return pressed === small ? own : own.toUpperCase();
  return small in bound.value ? '' : pressed;
}

/** Return the key that is pressed for one of the table's own. @param {string} own */
export function keyFor(own) {
  return bound.value[own] ?? own;
}

/** Let another key stand for one of the table's own, which changes places with what stood there; return whether it may. @param {string} own @param {string} pressed */
export function bind(own, pressed) {
  const key = pressed.toLowerCase();
  if (!FREE.test(key)) return false;
  const other = [...OWN].find((each) => keyFor(each) === key);
  const all = { ...bound.value, ...(other ? { [other]: keyFor(own) } : {}), [own]: key };
  bound.value = Object.fromEntries(Object.entries(all).filter(([one, chosen]) => one !== chosen));
  remember(KEPT, JSON.stringify(bound.value));
  return true;
}

/** Let every key be what it was. */
export function unbind() {
  bound.value = {};
  remember(KEPT, '');
}

/** @returns {Record<string, string>} */
function kept() {
  try {
    const told = Object.entries(JSON.parse(recalled(KEPT) || '{}'));
    const sound = told.filter(([own, key]) => own.length === 1 && OWN.includes(own) && typeof key === 'string' && FREE.test(key));
    return new Set(sound.map(([, key]) => key)).size === sound.length ? Object.fromEntries(sound) : {};
  } catch {
    return {};
  }
}
