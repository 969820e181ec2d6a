import { Alarm } from './alarm.js';
import { message } from './saying.js';

/** @import { Sitting } from './sitting.js' */

/**
 * Return this device's signature under what another one declares, by its name; Error for what is no such request.
 * @param {Sitting} sitting @param {Record<string, any>} asked @returns {Promise<Record<string, string>>}
 */
export async function vouch(sitting, asked) {
  const { own, history } = sitting;
  const { action, seat, seen, encounter } = asked;
  const fits = action?.do === 'change_key' || (action?.do === 'join' && seat === own.kept.seat);
  if (!fits || !Array.isArray(seen)) throw new Error('This is no request of a device that you could vouch for.');
  const [size, head] = seen;
  const known = encounter === own.kept.encounter && size <= history.size && history.leaf(size - 1) === head;
  if (!known) {
    const alarm = new Alarm('forked', 'The device that asks was told another history.', { theirs: asked });
    await sitting.wrong(alarm);
    throw alarm;
  }
  return { [own.kept.party]: await own.who.sign(message(asked)) };
}
