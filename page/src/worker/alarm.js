/** Somebody cheats, or a fault looks like it: the kind says what, the message says it in a sentence. */
export class Alarm extends Error {
  /** @param {string} kind @param {string} sentence @param {Record<string, unknown>} [evidence] what shows it */
  constructor(kind, sentence, evidence = {}) {
    super(sentence);
    this.kind = kind;
    this.evidence = evidence;
  }
}

/**
 * What is kept of an alarm: it outlives the page, and so does the end of all links of the device.
 * @typedef {{kind: string, sentence: string, file: string, name: string}} Stopped
 */

/**
 * Return the file of an alarm, with all that a third party needs to see it: the same bytes from every client.
 * @param {Alarm} alarm
 * @param {{logKey: string, note: string | null, raw: string[]}} history
 * @param {{encounter: string, seat: string}} whose
 */
export function written(alarm, { logKey, note, raw }, { encounter, seat }) {
  const told = {
    kind: alarm.kind,
    sentence: alarm.message,
    encounter,
    seat,
    log_key: logKey,
    checkpoint: note,
    lines: raw,
    evidence: alarm.evidence,
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}

/** Return the name of such a file, by the time here. @param {string} kind @param {Date} now */
export function fileName(kind, now) {
  const [day = '', time = ''] = new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString().split('T');
  return `evidence-${kind}-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.json`;
}
