import { placed } from '../worker/paths.js';
import { call } from './call.js';

/** @import { Device } from '../trust/device.js' */

/**
 * Make a call that is no command, signed where the seat has a device here; return its answer. Raises Problem.
 * @param {string} path @param {string} key @param {Device | null} device @param {string} act @param {Record<string, unknown>} fields @param {string} cmd
 */
export function beside(path, key, device, act, fields, cmd) {
  if (device) return device.ask('call', { act, fields, cmd });
  const { path: where, told } = placed(act, fields);
  return call(`${path}${where}`, { key, body: { cmd, ...told } });
}
