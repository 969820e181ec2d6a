/* What a browser is asked on every screen: which words on it are none of the page's language, and say of no other. */
(names) => {
  const OWN = /\u200b[^\u00ad]*\u00ad/g;
  const language = document.documentElement.lang;
  if (!document.body) return []; // a picture
  // What is marked as a name in one place is one everywhere.
  const all = [...names, ...[...document.querySelectorAll('bdi:not([lang])')].map((each) => each.textContent.replace(/^\(|\)$/g, '')).filter(Boolean)].sort((one, other) => other.length - one.length);
  const known = new RegExp(`(?<![\\p{L}\\d_])(?:${all.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}\\d_])`, 'gu');
  const rest = (text) => text.replace(OWN, ' ').replace(known, ' ').match(/\p{L}{2,}/gu) ?? [];
  const elsewhere = (element) => (element.closest('[lang]')?.getAttribute('lang') ?? language) !== language;
  const found = [];
  const told = (where, words, text) => found.push(`${where.nodeName}.${where.getAttribute('class') ?? ''}: ${words.join(' ')} in “${text.trim()}”`);
  // Names, keys, what is typed, what is drawn on a token, and what is of no language.
  const NONE = 'bdi:not([lang]), code, kbd, textarea, script, style, noscript, .ini, .name, .label, .cond, .qr';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const within = text.parentElement;
    if (!within || within.closest(NONE) || elsewhere(within)) continue;
    // An option holds text alone: words of the server stand in it as they are.
    const whole = within.nodeName === 'OPTION' && OWN.test(within.textContent) ? '' : text.data;
    if (rest(whole).length) told(within, rest(whole), text.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) {
    for (const each of document.querySelectorAll(`[${name}]`)) {
      const said = each.getAttribute(name);
      // So does what is read aloud alone.
      if (elsewhere(each) || said.search(OWN) >= 0 || !rest(said).length) continue;
      told(each, rest(said), `${name}=${said}`);
    }
  }
  const title = document.title;
  if (title.search(OWN) < 0 && rest(title).length) found.push(`title: ${title}`);
  return [...new Set(found)];
};
