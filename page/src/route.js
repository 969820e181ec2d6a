/**
 * Where an address leads.
 * @typedef {{at: 'lobby'} | {at: 'watch', encounter: string, embed: boolean} | {at: 'table', encounter: string, key: string | null}} Route
 */

const ID = '[0-9a-f]{32}';

/** Return where an address of this page leads. @param {{pathname: string, hash: string, search?: string}} address @returns {Route} */
export function route({ pathname, hash, search = '' }) {
  const [, kind, encounter] = new RegExp(`^/([er])/(${ID})$`).exec(pathname) ?? [];
  if (!encounter) return { at: 'lobby' };
  if (kind === 'r') return { at: 'watch', encounter, embed: new URLSearchParams(search).has('embed') };
  return { at: 'table', encounter, key: hash.slice(1) || null };
}

/**
 * Return the address of the page for an invitation pasted whole, or null for what is none.
 * @param {string} pasted
 */
export function invited(pasted) {
  const [, encounter, key] = new RegExp(`(${ID})(?:/[a-z]*)?#([\\w-]{20,})\\s*$`).exec(pasted.trim()) ?? [];
  return encounter && key ? `/e/${encounter}#${key}` : null;
}
