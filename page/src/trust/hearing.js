import { effect } from '../../vendor/vendor.mjs';
import { call, isFinal } from '../model/call.js';
import { listen } from '../model/stream.js';

/** @import { Ears, Told } from '../model/stream.js' */
/** @import { Device } from './device.js' */

/** A view that does not come, or is older than what the device has, is asked for again after so many milliseconds. */
const AGAIN = 1000;

/**
 * Listen by a device: what it was told and has checked, and nothing else; by the server alone once it has stopped.
 * @param {Device} device @param {string} path @param {string} key @param {Ears} ears
 */
export function heard(device, path, key, ears) {
  /** What came before the view was here; null while none is awaited. @type {Told[] | null} */
  let early = null;
  /** @type {ReturnType<typeof listen> | null} */
  let alone = null;
  let over = false;
  /** The newest line that the page was told, or has in its view. */
  let newest = -1;

  const hand = (/** @type {Told} */ told) => {
    newest = Math.max(newest, told.id ?? -1);
    ears.told(told);
  };
  const told = (/** @type {Told} */ each) => void (early ? early.push(each) : hand(each));
  /** Whether the device has lines that it never told here: those it took as it came. */
  const lacks = () => (device.standing.value?.covered ?? 0) > newest + 1;
  const begin = () => {
    if (early || over || alone) return;
    early = [];
    void take();
  };
  const take = async () => {
    try {
      const view = await call(path, { key });
      const since = early ?? [];
      early = null;
      if (over || alone) return;
      hand({ id: view.version, event: 'view', data: view });
      for (const each of since) if (each.id === null || each.id > view.version) told(each);
      if (lacks()) setTimeout(begin, AGAIN);
    } catch (error) {
      if (isFinal(error)) ears.refused(error);
      else if (!over) setTimeout(() => void take(), AGAIN);
    }
  };
  const listener = { told, up: ears.up, down: ears.down };
  device.listeners.add(listener);
  device.beside.forEach(told);
  if (device.wrong.value) ears.down(Date.now());
  begin();
  const unwatch = effect(() => {
    const standing = device.standing.value;
    if (!standing || alone || over) return;
    if (!standing.stopped) {
      if (newest >= 0 && lacks()) begin();
      return;
    }
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
    anew: () => (alone ? alone.anew() : begin()),
  };
}
