import { computed, signal } from '../../vendor/vendor.mjs';
import { watching } from '../board/marks.js';
import { trailsAt } from '../board/trail.js';
import { explained } from '../history/explaining.js';
import { mainPool, whoActs } from '../model/facts.js';
import { readAt } from '../history/history.js';

/** @import { Marks } from '../board/marks.js' */
/** @import { History } from '../history/history.js' */
/** @import { View } from '../model/types.js' */
/** @import { Asked } from '../history/causes.js' */
/** @import { Clock } from './clock.js' */

/**
 * The chronicle of a history as it reads at the moment of a clock, for the component that shows live ones.
 * @param {Clock} clock
 * @param {(value: string, at: number) => Promise<Asked>} ask
 */
export function storyOf(clock, ask) {
  const { entries } = clock.past;
  const rewinds = [...new Set(entries.map((entry) => entry.undone_by).filter((n) => n !== null))];
  // The entries change only where a rewind is passed.
  const passed = computed(() => rewinds.filter((n) => n !== null && n <= clock.now.value).length);
  const why = signal(/** @type {Asked | null} */ (null));
  return {
    entries: computed(() => (rewinds.length && passed.value >= 0 ? readAt(entries, clock.now.peek()) : entries)),
    whole: signal(true),
    older: async () => {},
    why,
    /** @param {string} value @param {number} [at] */
    explain: (value, at) => explained(why, value, ask(value, at ?? clock.past.line(clock.index.value))),
  };
}

/** Return the marks of a moment: whose turn it is, who moved, who lost or gained what with the last step. @param {History} past @param {number} index @returns {Marks} */
export function marksAt(past, index) {
  const view = past.view(index);
  const before = index > 0 ? past.view(index - 1) : view;
  return { ...watching(new Set(whoActs(view))), trails: trailsAt(past.entries, view.version), changes: changes(before, view) };
}

/** @param {View} before @param {View} view @returns {Map<string, number>} */
function changes(before, view) {
  const found = new Map();
  for (const each of view.combatants) {
    const was = before.combatants.find((one) => one.id === each.id);
    const by = was && !each.vague ? (mainPool(each)?.now ?? 0) - (mainPool(was)?.now ?? 0) : 0;
    if (by) found.set(each.id, by);
  }
  return found;
}
