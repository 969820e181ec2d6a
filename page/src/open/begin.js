import { call, LONG } from '../model/call.js';
import { keep } from '../browser/keys.js';
import { under } from '../model/under.js';
import { brought } from './picture.js';
import { heldSeat } from './seats.js';

/** @import { View } from '../model/types.js' */
/** @import { Manned } from './seats.js' */

/**
 * A fight that is not begun: an opening that holds, and what it would begin as; `places` say by everybody who can be
 * moved which field of the opening is their place, and `may_wait` names those of them who may begin nowhere; `possible`
 * says of options that are one of a few words what they can be.
 * @typedef {{name: string, title: string, system: string, seats: {seat: string, role: string, plays: string[]}[],
 *   opening: Record<string, unknown>, begins: View, places: Record<string, string>, may_wait: string[], possible: Record<string, string[]>, picture?: {name: string, blob: Blob} | null, told?: string[]}} Draft
 * @typedef {{encounter: string, invitations: Record<string, string>, keys: Record<string, string>}} Opened
 */

/** Return what a roster file states, held against the rules by the server. Raises Problem. @param {File} file */
export async function drafted(file) {
  const kind = file.name.endsWith('.json') ? 'application/json' : 'application/yaml';
  return call('/api/drafts', { body: await file.text(), headers: { 'Content-Type': kind }, patience: LONG });
}

/** So long a title is, at most. */
export const LONGEST = 80;

/** Return what a draft is called: as its opening says, else the beginning of what is told of a ready fight. @param {Draft} draft */
export function titleOf(draft) {
  if (typeof draft.opening['title'] === 'string') return draft.opening['title'];
  const [, told = ''] = draft.title.split(/: (.*)/s);
  const [first = ''] = told.split(/[,.;]/);
  return first.length > LONGEST ? '' : first.charAt(0).toUpperCase() + first.slice(1);
}

/** Return the opening of a draft by these house rules, under this title, and with what else its table agreed on. @param {Draft} draft @param {Record<string, unknown>} settings @param {string} title @param {Record<string, unknown>} [agreed] @returns {Record<string, unknown>} */
export function opening(draft, settings, title, agreed = {}) {
  const { title: _, ...untitled } = draft.opening;
  return { ...untitled, ...agreed, ...(Object.keys(settings).length ? { settings } : {}), ...(title.trim() ? { title: title.trim() } : {}) };
}

/**
 * Open a fight, keep a key of it, and let bots play where nobody is; whoever a bot was refused for is `alone`. Raises Problem.
 * @param {Draft} draft its opening as it begins @param {Manned} manned
 * @returns {Promise<Opened & {alone: Map<string, unknown>}>}
 */
export async function begun(draft, manned) {
  const opened = await call('/api/encounters', { body: draft.opening, patience: LONG });
  const path = `/api/encounters/${opened.encounter}`;
  // From here on it is a fight, whose keys must not be lost, whatever fails.
  const held = heldSeat(draft, manned);
  if (held) await keep({ encounter: opened.encounter, key: opened.keys[held.seat], title: /** @type {string | undefined} */ (draft.opening['title']) ?? null, system: draft.system, seat: held.seat, at: Date.now() });
  const alone = new Map();
  for (const { seat } of draft.seats) {
    if (under(manned, seat) === 'bot') await call(`${path}/bots`, { key: opened.keys[seat], body: { seat, kind: 'bot', cmd: `bot-${seat}` } }).catch((problem) => alone.set(seat, problem));
  }
  await brought(draft, opened.encounter, opened.keys).catch(() => {});
  return { ...opened, alone };
}
