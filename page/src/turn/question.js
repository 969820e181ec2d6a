import { html } from '../../vendor/vendor.mjs';
import { deed, isQuestion, named } from '../model/facts.js';
import { english } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { View } from '../model/types.js' */

/** Return what whoever is waited for is told at once: what they are asked, or that it is their turn. @param {View} view @param {string[]} own */
export function calling(view, own) {
  if (isQuestion(view.initiative)) return question(view);
  return html`${words.yourTurn}${own.length > 0 && html`: <bdi>${words.either(own.slice(0, 3))}${own.length > 3 ? ' …' : ''}</bdi>`}`;
}

/** Return what is asked in the middle of something else, in words. @param {View} view */
export function question(view) {
  const { pending } = view.initiative;
  const versus = pending.versus ? ` ${words.against} ${named(view, pending.versus)}` : '';
  return html`${pending.who ? `${named(view, pending.who)}: ` : ''}${english(pending.who ? lower(deed(pending.kind)) : deed(pending.kind))}${versus}?`;
}

/** @param {string} words */
function lower(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
