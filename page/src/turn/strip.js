import { html } from '../../vendor/vendor.mjs';
import { plainText } from '../chronicle/parts.js';
import { named, nameOf, plain, sideOf, titled } from '../model/facts.js';
import { isPlace } from '../offers/fields.js';
import { stillCould } from '../offers/waits.js';
import { around, english, failedBy } from '../strings/english.js';
import { percent } from '../strings/numbers.js';
import { words } from '../strings/words.js';
import { Chances } from './chances.js';
import { tongueIn, worded } from './fields.js';

/** @import { View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Play } from '../model/play.js' */

/** The sentence that is about to be sent, what it takes and its odds, and the button. @param {{view: View, play: Play}} props */
export function Strip({ view, play }) {
  const chip = play.chip.value;
  const failed = play.refused.value;
  const barred = play.told.value;
  if (!chip) return failed && html`<div class="say refused" role="alert"><p>${failedBy(failed)}</p></div>`;
  const ready = play.command.value !== null;
  return html`<div class=${`say${failed ? ' refused' : ''}`}>
    <div class="grow"><p class="q" lang="en">${sentence(chip, view, play)}</p>
      ${failed ? html`<p class="o" role="alert">${failedBy(failed)}</p>`
        : barred ? html`<p class="o warned" role="status" lang="en">${plainText(barred.sentence)}${barred.rule && html` <small>${barred.rule}</small>`}</p>`
        : html`<p class="o">${ready ? html`<${Chances} view=${view} play=${play} />${still(chip, view, play)}` : wanted(play)}</p>`}</div>
    ${play.meant.value && html`<button class="btn bare not-phone" onClick=${play.clear}>${words.cancel} <kbd>Esc</kbd></button>`}
    <button class="btn go" disabled=${!ready || play.busy.value || play.guessed.value} onClick=${() => void play.confirm()}>${play.sending.value ? words.declared : verb(chip, play)} ${play.odds.value?.hit && html`<span class="phone">${percent(Number(play.odds.value.hit.decimal))}</span>`}${ready && play.meant.value && html`<kbd>Enter</kbd>`}</button>
  </div>`;
}

/** Return what must still be said. @param {Play} play */
function wanted(play) {
  const [next] = play.open.value;
  return next && (play.pressed.value ? words.chooseOnBoard(isPlace(next)) : around(words.choose, english(titled(next.name).toLowerCase())));
}

/** Return whom one could still attack, to one who is about to end the turn. @param {Chip} chip @param {View} view @param {Play} play */
function still(chip, view, play) {
  const more = chip.group === 'end' ? stillCould(play.chips.value, view.combatants) : null;
  return more && html`<span class="warned">${around(words.stillCould, english(more.label.toLowerCase()))}</span>`;
}

/** Return the word on the button: what rolls says so. @param {Chip} chip @param {Play} play */
function verb(chip, play) {
  const rolls = play.foreseen.now.value?.rolls ?? chip.rolls ?? play.odds.value !== null;
  return rolls ? words.roll : english(chip.name.split(' ')[0]);
}

/** What would be sent, in words. @param {Chip} chip @param {View} view @param {Play} play */
function sentence(chip, view, play) {
  const who = [...view.combatants, ...view.reserve].find((each) => each.id === chip.who);
  const rest = chip.fields.flatMap((field) => {
    const value = play.choice.value[field.name];
    if (value === undefined || value === null || value === '') return [];
    return [{ field, value }];
  });
  return html`${who && html`<bdi class=${`who s${sideOf(view, who)}`}>${nameOf(who)}</bdi>: `}${chip.name.charAt(0).toLowerCase() + chip.name.slice(1)}
    ${Object.values(chip.fixed).map((value) => html` <b>${plain(String(value))}</b>`)}
    ${rest.map(({ field, value }) => {
      const each = view.combatants.find((one) => field.means === 'combatant' && one.id === value);
      return each ? html`, <bdi class=${`who s${sideOf(view, each)}`}>${named(view, each.id)}</bdi>` : html`, <span lang=${tongueIn(field, value, view)}>${worded(field, value, view)}</span>`;
    })}.`;
}
