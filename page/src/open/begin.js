import { call } from '../model/call.js';
import { keep } from '../model/keys.js';
import { brought } from './picture.js';
import { ownSeat } from './seats.js';

/** @import { View } from '../model/types.js' */
/** @import { Manned } from './seats.js' */

/**
 * A fight that is not begun: an opening that holds, and what it would begin as.
 * @typedef {{name: string, title: string, system: string, seats: {seat: string, role: string, plays: string[]}[],
 *   opening: Record<string, unknown>, begins: View, picture?: {name: string, blob: Blob} | null, told?: string[]}} Draft
 * @typedef {{encounter: string, invitations: Record<string, string>, keys: Record<string, string>}} Opened
 */

/** Return what a roster file states, held against the rules by the server. Raises Problem. @param {File} file */
export async function drafted(file) {
  const kind = file.name.endsWith('.json') ? 'application/json' : 'application/yaml';
  return call('/api/drafts', { body: await file.text(), headers: { 'Content-Type': kind } });
}

/** Return the opening of a draft by these house rules. @param {Draft} draft @param {Record<string, unknown>} settings */
export function opening(draft, settings) {
  return Object.keys(settings).length ? { ...draft.opening, settings } : draft.opening;
}

/**
 * Open a fight, let bots play where nobody is, and keep the key of one's own seat. Raises Problem.
 * @param {Draft} draft @param {Record<string, unknown>} settings @param {Manned} manned @returns {Promise<Opened>}
 */
export async function begun(draft, settings, manned) {
  const opened = await call('/api/encounters', { body: opening(draft, settings) });
  const path = `/api/encounters/${opened.encounter}`;
  for (const { seat } of draft.seats) {
    if (manned[seat] === 'bot') await call(`${path}/bots`, { key: opened.keys[seat], body: { seat, kind: 'bot', cmd: `bot-${seat}` } });
  }
  const own = ownSeat(draft, manned);
  if (own) await keep({ encounter: opened.encounter, key: opened.keys[own.seat], title: null, system: draft.system, seat: own.seat, at: Date.now() });
  // Without its picture it is a fight all the same, whose keys must not be lost.
  await brought(draft, opened.encounter, opened.keys).catch(() => {});
  return opened;
}
