/** Milliseconds after which is looked again, whether anything came or not. */
const LOOK = 500;

/** Those who wait until something holds. */
export class Waiting {
  /** @type {Set<(value: unknown) => void>} */
  #all = new Set();

  /** Return whether something comes to hold in time. @param {() => boolean} holds @param {number} milliseconds @returns {Promise<boolean>} */
  async until(holds, milliseconds) {
    for (const end = Date.now() + milliseconds; !holds() && Date.now() < end; ) {
      await new Promise((done) => {
        this.#all.add(done);
        setTimeout(done, LOOK);
      });
    }
    return holds();
  }

  /** Let all look again. */
  wake() {
    const waiting = [...this.#all];
    this.#all.clear();
    for (const done of waiting) done(null);
  }
}
