import { useEffect } from '../../vendor/vendor.mjs';
import { endsOf, numbered } from '../offers/groups.js';

/** @import { Chip } from '../offers/chips.js' */
/** @import { People } from '../model/people.js' */
/** @import { Play } from '../model/play.js' */

/**
 * The keys of the table: what is typed into a field stays there.
 * @param {Play} play
 * @param {{palette: () => void, close: () => boolean, people: People}} open
 */
export function useKeys(play, open) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
        event.preventDefault();
        if (!event.shiftKey) open.people.back.further();
        else if (open.people.back.mine.value) void open.people.back.answer(false);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === 'Escape' && !open.close()) play.clear();
      else if (typing || !done(event, play, open)) return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

/** Do what a key means; return whether it means something. @param {KeyboardEvent} event @param {Play} play @param {{palette: () => void, people: People}} open */
function done({ key, target }, play, open) {
  const rest = numbered(play.chips.value);
  if (key === 'n' || key === 'N') turn(play, key === 'n' ? 1 : -1);
  else if (key === 't' || key === 'T') aim(play, key === 't' ? 1 : -1);
  else if (/^[1-9]$/.test(key) && rest[Number(key) - 1]) play.arm(/** @type {Chip} */ (rest[Number(key) - 1]));
  else if (key === 'e') end(play);
  else if (key === '/') open.palette();
  else if (key === 'g') open.people.open(open.people.panel.value?.kind === 'drawer' ? null : { kind: 'drawer' });
  else if (key === 'x' && play.actor.value !== null) open.people.open({ kind: 'who', who: play.actor.value });
  else if (key === 'c') focus('.chron');
  else if (key === 'f') focus('.log .find input');
  else if (key === 'b') focus('.stage');
  else if (key === 'Enter' && play.meant.value && play.command.value && !(target instanceof HTMLButtonElement)) void play.confirm();
  else return false;
  return true;
}

/** @param {string} what */
function focus(what) {
  const found = document.querySelector(what);
  if (found instanceof HTMLElement) found.focus();
}

/** Choose the next actor. @param {Play} play @param {number} by */
function turn(play, by) {
  const all = play.actors.value;
  if (all.length) play.choose(all[(all.indexOf(play.actor.value) + by + all.length) % all.length] ?? null);
}

/** Choose the next target of what is armed. @param {Play} play @param {number} by */
function aim(play, by) {
  const target = play.chip.value?.fields.find((field) => field.means === 'combatant');
  const values = target?.values ?? [];
  if (!target || !values.length) return;
  const at = values.indexOf(play.choice.value[target.name]);
  play.pick(target.name, values[(at + by + values.length) % values.length]);
}

/** End the turn, where there is one way to end it. @param {Play} play */
function end(play) {
  const [one, ...more] = endsOf(play.chips.value);
  if (!one || more.length) return;
  play.end(one);
}
