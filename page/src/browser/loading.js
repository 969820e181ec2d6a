/** Something that is loaded once it is asked for did not come: nobody was reached, or (`newer`) the server has another build by now. */
export class NotHere extends Error {
  /** @param {boolean} newer */
  constructor(newer) {
    super();
    this.newer = newer;
  }
}

/**
 * Return what gives a part of the program that lies in a file of its own beside this one: it is loaded when it is asked for
 * first, and asked for again where it did not come. It raises NotHere.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T>}
 */
export function loaded(name, load) {
  const address = (import.meta.url ?? '').replace(/\.js\b.*/, `-${name}.js`);
  let tries = 0;
  /** @type {Promise<T> | null} */
  let coming = null;
  const once = async () => {
    try {
      // A browser does not ask again for a module that did not come, unless by another address.
      return await (tries++ ? import(`${address}?${tries}`) : load());
    } catch {
      coming = null;
      throw new NotHere(await isGone(address));
    }
  };
  return () => (coming ??= once());
}

/** Return whether a server answers that it has no such file. @param {string} address */
async function isGone(address) {
  const answer = await fetch(address, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
  return answer?.status === 404;
}
