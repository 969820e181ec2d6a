/**
 * Return what stands under an id or a word that people chose, undefined where nothing does: every object of a browser has something
 * under `constructor`, and somebody may be called that.
 * @template T @param {Record<string, T> | null | undefined} all @param {string} id @returns {T | undefined}
 */
export function under(all, id) {
  return all && Object.hasOwn(all, id) ? all[id] : undefined;
}
