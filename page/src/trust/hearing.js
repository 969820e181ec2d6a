import { effect } from '../../vendor/vendor.mjs';
import { call, Problem } from '../model/call.js';
import { listen } from '../model/stream.js';

/** @import { Ears, Told } from '../model/stream.js' */
/** @import { Device } from './device.js' */

/**
 * Listen by a device: what it was told and has checked, and nothing else; by the server alone once it has stopped.
 * @param {Device} device @param {string} path @param {string} key @param {Ears} ears
 */
export function heard(device, path, key, ears) {
  /** What came before the view was here. @type {Told[] | null} */
  let early = [];
  /** @type {ReturnType<typeof listen> | null} */
  let alone = null;
  let over = false;

  const begin = async () => {
    early ??= [];
    try {
      const view = await call(path, { key });
      const since = early;
      early = null;
      if (over || alone) return;
      ears.told({ id: view.version, event: 'view', data: view });
      for (const told of since) if (told.id === null || told.id > view.version) ears.told(told);
    } catch (error) {
      if (error instanceof Problem && error.status < 500) ears.refused(error);
      else if (!over) setTimeout(() => void begin(), 1000);
    }
  };
  const listener = {
    told: (/** @type {Told} */ told) => void (early ? early.push(told) : ears.told(told)),
    up: ears.up,
    down: ears.down,
  };
  device.listeners.add(listener);
  device.beside.forEach(listener.told);
  void begin();
  const unwatch = effect(() => {
    if (!device.standing.value?.stopped || alone || over) return;
    device.listeners.delete(listener);
    alone = listen(`${path}/stream`, key, ears);
  });
  return {
    stop: () => {
      over = true;
      unwatch();
      device.listeners.delete(listener);
      alone?.stop();
    },
    anew: () => (alone ? alone.anew() : void begin()),
  };
}
