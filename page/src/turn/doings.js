import { html } from '../../vendor/vendor.mjs';
import { titled } from '../model/facts.js';
import { words } from '../strings/sheets.js';

/** @import { People } from '../model/people.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Picked } from '../offers/fill.js' */

/** What ends somebody's part asks once more. */
export const ENDS = new Set(['concede', 'hand_over', 'end_encounter']);
/** What only some may know of. */
const SECRET = new Set(['seal', 'secret_roll', 'reveal', 'unseal']);

/** What may be said at any time about what a sheet is about; pressed, it is made ready below the board. @param {{found: {chip: Chip, picked: Picked}[], people: People}} props */
export function Deeds({ found, people }) {
  if (!found.length) return null;
  const kinds = [...new Set(found.map(({ chip }) => chip.do))];
  const many = kinds.filter((kind) => found.filter(({ chip }) => chip.do === kind).length > 1);
  const rest = found.filter(({ chip }) => !many.includes(chip.do)).sort((one, other) => Number(ENDS.has(one.chip.do)) - Number(ENDS.has(other.chip.do)));
  return html`${many.map((kind) => {
    const same = found.filter(({ chip }) => chip.do === kind);
    return html`<div key=${kind}><h3 lang="en">${same[0]?.chip.name}</h3><${Chips} found=${same} people=${people} /></div>`;
  })}
  ${rest.length > 0 && html`<div><h3>${words.canBeDone}</h3><${Chips} found=${rest} people=${people} /></div>`}`;
}

/** @param {{found: {chip: Chip, picked: Picked}[], people: People}} props */
function Chips({ found, people }) {
  return html`<div class="chips">${found.map(({ chip, picked }) => html`<button key=${chip.key} class=${`chip${SECRET.has(chip.do) ? ' secret' : ''}`} data-do=${chip.do} lang="en" title=${chip.hint || undefined}
    onClick=${() => (chip.do === 'concede' || chip.do === 'end_encounter' ? people.open({ kind: 'sure', chip }) : people.ready(chip, picked))}>${short(chip, found)}${chip.fields.length > 0 ? ' …' : ''}</button>`)}</div>`;
}

/** Return what a chip is called among others: by what it is done with, else by its name. @param {Chip} chip @param {{chip: Chip}[]} others */
function short(chip, others) {
  const name = (/** @type {Chip} */ one) => titled(String(Object.values(one.fixed)[0] ?? '')) || one.name;
  return others.some((other) => other.chip !== chip && name(other.chip) === name(chip)) ? chip.label : name(chip);
}
