import { html } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { named, plain, sideOf, titled } from '../model/facts.js';
import { isPlace, onBoard } from '../offers/fields.js';
import { percent, way } from '../offers/fill.js';
import { words } from '../strings/en.js';
import { worded } from './fields.js';

/** @import { Choices, View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Play } from '../model/play.js' */

/** The sentence that is about to be sent, its odds, and the button. @param {{view: View, play: Play, choices: Choices}} props */
export function Strip({ view, play }) {
  const chip = play.chip.value;
  const failed = play.refused.value;
  if (!chip) return failed && html`<div class="say refused" role="alert"><p lang="en">${failed.message}</p></div>`;
  const open = play.open.value;
  const ready = play.command.value !== null;
  const [next] = open;
  return html`<div class=${`say${failed ? ' refused' : ''}`}>
    <div class="grow"><p class="q" lang="en">${sentence(chip, view, play)}</p>
      ${failed ? html`<p class="o" role="alert" lang="en">${failed.message}${failed.rule && html` <small>${failed.rule}</small>`}</p>` : html`<p class="o">${ready ? html`<${Chances} view=${view} play=${play} />` : next && (onBoard(next) ? words.chooseOnBoard(isPlace(next)) : words.choose(titled(next.name).toLowerCase()))}</p>`}</div>
    ${play.meant.value && html`<button class="btn bare not-phone" onClick=${play.clear}>${words.cancel} <kbd>Esc</kbd></button>`}
    <button class="btn go" disabled=${!ready || play.sending.value} onClick=${() => void play.confirm()}>${play.sending.value ? words.declared : verb(chip, play)} ${play.odds.value?.hit && html`<span class="phone">${percent(Number(play.odds.value.hit.decimal))}</span>`}${ready && html`<kbd>Enter</kbd>`}</button>
  </div>`;
}

/** Return the word on the button: what rolls says so. @param {Chip} chip @param {Play} play */
function verb(chip, play) {
  const rolls = chip.rolls ?? play.odds.value !== null;
  return rolls ? words.roll : chip.name.split(' ')[0];
}

/** What would be sent, in words. @param {Chip} chip @param {View} view @param {Play} play */
function sentence(chip, view, play) {
  const who = view.combatants.find((each) => each.id === chip.who);
  const rest = chip.fields.flatMap((field) => {
    const value = play.choice.value[field.name];
    if (value === undefined || value === null || value === '') return [];
    return [{ field, value }];
  });
  return html`${who && html`<bdi class=${`who s${sideOf(view, who)}`}>${named(view, who.id)}</bdi>: `}${chip.name.charAt(0).toLowerCase() + chip.name.slice(1)}
    ${Object.values(chip.fixed).map((value) => html` <b>${plain(String(value))}</b>`)}
    ${rest.map(({ field, value }) => {
      const each = view.combatants.find((one) => field.means === 'combatant' && one.id === value);
      return each ? html`, <bdi class=${`who s${sideOf(view, each)}`}>${named(view, each.id)}</bdi>` : html`, ${worded(field, value, view)}`;
    })}.`;
}

/** @param {{view: View, play: Play}} props */
function Chances({ view, play }) {
  const odds = play.odds.value;
  const chip = play.chip.value;
  const place = chip?.fields.find((field) => isPlace(field) && field.open);
  if (!odds) {
    const end = place?.open?.ends.find((each) => each.tile === play.choice.value[place.name]);
    return end && place ? html`<span><b>${end.cost}</b> ${words.farBy(way(place, end.tile).length)}</span>` : null;
  }
  const [loss] = odds.losses.filter((each) => Number(each.mean.decimal) > 0).sort((one, other) => Number(other.mean.decimal) - Number(one.mean.decimal));
  const [fate] = odds.fates;
  const own = ownSide(view, play);
  return html`${own && html`<span class="warned">${words.ownSide(own)}</span>`}${odds.hit && html`<span><b>${percent(Number(odds.hit.decimal))}</b> ${words.hit}</span>`}
    ${loss && html`<span><b>${Number(loss.mean.decimal).toFixed(1)}</b> ${plain(loss.pool)} ${words.onAverage}</span>`}
    ${fate && html`<span><b>${percent(Number(fate.chance.decimal))}</b> ${words.goes(named(view, fate.who), plain(fate.life))}</span>`}
    ${odds.assumes.length > 0 && html`<details class="assumes"><summary aria-label=${words.assumes}><${Icon} name="info" /></summary><ul lang="en">${odds.assumes.map((each) => html`<li key=${each}>${each}</li>`)}</ul></details>`}`;
}

/** Return the name of a target of one's own side, or null. @param {View} view @param {Play} play */
function ownSide(view, play) {
  const chip = play.chip.value;
  const target = chip?.fields.find((field) => field.means === 'combatant');
  const who = view.combatants.find((each) => target && each.id === play.choice.value[target.name]);
  const side = view.combatants.find((each) => each.id === chip?.who)?.side;
  return who && who.side === side && who.id !== chip?.who ? named(view, who.id) : null;
}
