/** What a replay's file holds beside its program: packed, as text in the page. */

/** Return what is packed in a block of the page. Raises Error where it cannot be unpacked. @param {string} id */
export async function unpacked(id) {
  const text = document.getElementById(id)?.textContent ?? '';
  const raw = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(/** @type {ReadableWritablePair<Uint8Array<ArrayBuffer>, any>} */ (new DecompressionStream('gzip')));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Return the note on the replay, null where there is none. @returns {string | null} */
export function seal() {
  return JSON.parse(document.getElementById('seal')?.textContent || 'null');
}

/**
 * Return whether each script and style is one that the policy of the page allows: what it forbids has not run, or is
 * not to be seen.
 * @param {(raw: Uint8Array) => Promise<Uint8Array>} hash
 */
export async function isAsWritten(hash) {
  const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
  const own = [...document.querySelectorAll('style, script:not([type])')].map((each) => each.textContent ?? '');
  const digests = await Promise.all(own.map(async (text) => btoa(String.fromCharCode(...(await hash(new TextEncoder().encode(text)))))));
  return own.length === 2 && digests.every((digest) => policy.includes(`'sha256-${digest}'`));
}
