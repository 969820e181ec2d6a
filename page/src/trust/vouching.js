import { Alarm } from '../worker/alarm.js';
import { message } from '../worker/saying.js';

/** @import { Sitting } from '../worker/sitting.js' */

/**
 * Return whose device asks, whether it would take the place of a lost one, and whether a program plays by it; Error for what is no request to this device.
 * @param {Sitting} sitting @param {Record<string, any>} asked @returns {Promise<{seat: string, party: string, lost: boolean, bot: boolean}>}
 */
export async function whoAsks(sitting, asked) {
  const { own, history } = sitting;
  const { action, seat, seen, encounter } = asked;
  const lost = action?.do === 'change_key';
  const fits = lost ? history.fight.devices.get(action.party)?.seat === seat : action?.do === 'join' && seat === own.kept.seat;
  if (!fits || !Array.isArray(seen)) throw new Error('This is no request of a device that you could vouch for.');
  const [size, head] = seen;
  const known = encounter === own.kept.encounter && size <= history.size && history.leaf(size - 1) === head;
  if (!known) {
    const alarm = new Alarm('forked', 'The device that asks was told another history.', { theirs: asked });
    await sitting.wrong(alarm);
    throw alarm;
  }
  return { seat, party: String(action.party), lost, bot: action.kind === 'bot' };
}

/** Return this device's signature under what another one declares, by its name. @param {Sitting} sitting @param {Record<string, any>} asked @returns {Promise<Record<string, string>>} */
export async function vouch(sitting, asked) {
  await whoAsks(sitting, asked);
  const { own } = sitting;
  return { [own.kept.party]: await own.who.sign(message(asked)) };
}
