import { focusOn, useKeydown } from '../keyboard.js';
import { isMove } from '../offers/chips.js';
import { endsOf, numbered } from '../offers/groups.js';
import { targetOf } from '../offers/foes.js';
import { after, placeOf, steps, targets } from '../offers/next.js';
import { meant } from '../browser/bindings.js';
import { mainPool } from '../model/facts.js';
import { lettersAct } from '../browser/settings.js';
import { goOn, isTyping } from '../turn/lead.js';

/** @import { Chip } from '../offers/chips.js' */
/** @import { People } from '../model/people.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** A key as the table means it. @typedef {{key: string, repeat: boolean, target: EventTarget | null}} Said */

/** Keys that go somewhere or tell something, and say nothing to the table. */
const READS = 'wrcfb?';
/** Keys that say something, some of them by a second word: one that is held down is no word. */
const SAYS = /^([1-9e]|Enter)$/;

/**
 * The keys of the table: what is typed into a field stays there, what is pressed in a dialog belongs to that.
 * @param {Table} table
 * @param {Play} play
 * @param {{palette: () => void, close: () => boolean, people: People}} open
 */
export function useKeys(table, play, open) {
  useKeydown((/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof Element && isTyping(event.target);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
      event.preventDefault();
      if (!event.shiftKey) open.people.back.further();
      else if (open.people.back.mine.value) void open.people.back.answer(false);
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (!open.people.looks.value) open.palette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const said = { key: meant(event.key), repeat: event.repeat, target: event.target };
    if (event.key === 'Escape' && !open.close()) play.clear();
    else if (!mayAct(said, open.people)) return;
    else if (event.key === 'Enter' && event.target instanceof Element && event.target.matches('.fields :is(input, select)') && !event.target.closest('form')) goOn(play);
    else if (typing || (event.key.length === 1 && !lettersAct.value) || !done(said, table, play, open)) return;
    event.preventDefault();
  });
}

/** Return whether a key may act: what it acts on is there, and it is pressed anew. @param {Said} said @param {People} people */
function mayAct({ key, repeat, target }, people) {
  if (target instanceof Element && target.closest('[role=dialog]')) return false;
  return people.looks.value ? READS.includes(key) : !(repeat && SAYS.test(key));
}

/** Do what a key means; return whether it means something. @param {Said} said @param {Table} table @param {Play} play @param {{palette: () => void, people: People}} open */
function done({ key, target }, table, play, open) {
  const rest = numbered(play.chips.value);
  if (key === 'n' || key === 'N') turn(play, key === 'n' ? 1 : -1);
  else if (key === 't' || key === 'T') aim(table, play, key === 't' ? 1 : -1);
  else if (key === 'm' || key === 'M') step(table, play, key === 'm' ? 1 : -1);
  else if (/^[1-9]$/.test(key) && rest[Number(key) - 1]) play.arm(/** @type {Chip} */ (rest[Number(key) - 1]));
  else if (key === 'e') end(play);
  else if (key === '/') open.palette();
  else if (key === 'g') open.people.open(open.people.panel.value?.kind === 'drawer' ? null : { kind: 'drawer' });
  else if (key === 'x' && play.actor.value !== null) open.people.open({ kind: 'who', who: play.actor.value });
  else if (key === '?') open.people.open({ kind: 'keys' });
  else if (key === 'w') why(table, play.actor.value);
  else if (key === 'r') open.people.again.value += 1;
  else if (key === 'c') focusOn('.chron');
  else if (key === 'f') focusOn('.log .find input');
  else if (key === 'b') focusOn('.stage');
  else if (key === 'Enter' && play.meant.value && play.command.value && !(target instanceof Element && target.closest('button, a, summary'))) void play.confirm();
  else return false;
  return true;
}

/** Ask why somebody's first pool is what it is. @param {Table} table @param {string | null} who */
export function why(table, who) {
  const each = table.view.value?.combatants.find((one) => one.id === who);
  const pool = each && mainPool(each);
  if (pool) void table.explain(`${who}.${pool.name}`);
}

/** Choose the next actor. @param {Play} play @param {number} by */
function turn(play, by) {
  const all = play.actors.value;
  if (all.length) play.choose(all[(all.indexOf(play.actor.value) + by + all.length) % all.length] ?? null);
}

/** Aim what is armed at the next one; where that is aimed at nobody, what goes best. @param {Table} table @param {Play} play @param {number} by */
function aim({ choices, view }, play, by) {
  const chip = [play.chip.value, play.likeliest.value, ...numbered(play.chips.value)].find((each) => each && targetOf(each));
  const target = chip && targetOf(chip);
  if (!chip || !target || !choices.value || !view.value) return;
  const chosen = chip === play.chip.value ? play.choice.value : {};
  const who = after(targets(choices.value, chip, target, chosen, view.value.combatants), chosen[target.name], by);
  play.hold(chip, { ...chosen, [target.name]: who });
}

/** Choose the next place to go to, from where arrows lead on. @param {Table} table @param {Play} play @param {number} by */
function step({ view }, play, by) {
  const chip = play.chips.value.find(isMove);
  const place = chip && placeOf(chip);
  if (!chip || !place || !view.value) return;
  const now = chip.key === play.chip.value?.key && play.meant.value ? play.choice.value[place.name] : undefined;
  focusOn('.stage');
  play.hold(chip, { [place.name]: after(steps(chip, place, view.value.combatants), now, by) });
}

/** End the turn, where there is one way to end it. @param {Play} play */
function end(play) {
  const [one, ...more] = endsOf(play.chips.value);
  if (!one || more.length) return;
  play.end(one);
}
