import { html } from '../../vendor/vendor.mjs';
import { hintOf, titled } from '../model/facts.js';
import { isMove } from '../offers/chips.js';
import { bestAgainst } from '../offers/foes.js';
import { percent } from '../strings/numbers.js';
import { words } from '../strings/words.js';

/** @import { Choices, View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Held } from '../offers/hand.js' */
/** @import { Play } from '../model/play.js' */

/**
 * Something that one can do, to be pressed, with its best chance against a foe: a few words, or a card that is in one's hand.
 * @param {{chip: Chip, play: Play, view: View, choices: Choices | null, number: number, card?: Held | null}} props
 */
export function One({ chip, play, view, choices, number, card = null }) {
  const on = play.chip.value?.key === chip.key;
  const chance = choices ? bestAgainst(choices, chip, {}, view) : null;
  const targets = chip.fields.find((field) => field.means === 'combatant');
  const told = isMove(chip) ? words.onBoard : chance !== null ? percent(chance) : targets && targets.values.length > 1 ? words.choices(targets.values.length) : '';
  const of = told && html`<span class="of" lang=${words.language}>${told}</span>`;
  const how = card ? '' : [chip.label === chip.name ? '' : chip.name, chip.hint].filter(Boolean).join(': ');
  return html`<button class=${`chip${card ? ' cardy' : ''}${on ? ' armed' : ''}`} aria-pressed=${on ? 'true' : 'false'} data-do=${chip.do} data-key=${number <= 9 ? number : undefined} lang="en" title=${how || undefined} onClick=${() => play.arm(chip)}>
    ${card ? html`<b>${chip.label}${often(card)}</b> <small>${chip.hint}</small> ${of}` : html`${chip.label} ${of}`}</button>`;
}

/** A card that cannot be used now: it is in one's hand all the same. @param {{card: Held}} props */
export function Idle({ card }) {
  return html`<div class="chip cardy no" lang="en"><b>${titled(card.id)}${often(card)}</b> <small>${hintOf(card.id)}</small><span class="sr" lang=${words.language}>${words.notUsable}</span></div>`;
}

/** @param {Held} card */
function often({ many }) {
  return many > 1 ? ` × ${many}` : '';
}
