import { html, render, useEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { causes } from '../history/causes.js';
import { learn } from '../model/facts.js';
import { historyOf, upTo } from '../history/history.js';
import { words } from '../strings/past.js';
import { momentOf } from '../time/link.js';
import { Replay } from '../time/replay.js';
import { titleOf } from '../table/title.js';
import { seal, unpacked } from './blocks.js';
import { broken, checked } from './checking.js';
import { Fault, FileLamp } from './lamp.js';

/** @import { History } from '../history/history.js' */
/** @import { Verdict } from './checking.js' */

/** A fight that is played again from its file alone, as far as what it tells is proved. @param {{told: History, lines: Uint8Array, bundle: Uint8Array}} props */
function FromFile({ told, lines, bundle }) {
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  const past = useMemo(() => (verdict && verdict.upTo < told.last ? historyOf(upTo(told.bundle, verdict.upTo)) : told), [told, verdict]);
  useEffect(() => {
    const title = titleOf(past.view(past.count - 1));
    document.title = verdict?.light === 'bad' ? `${verdict.verdict} · ${title}` : title;
  }, [past, verdict]);
  useEffect(() => {
    checked(lines, bundle, seal()).then(setVerdict, (/** @type {Error} */ error) => setVerdict(broken(error.message, null)));
  }, []);
  const around = {
    ask: async (/** @type {string} */ value, /** @type {number} */ at) => causes(past, value, at),
    foretold: past.bundle.chances ? { told: past.bundle.chances } : {},
    address: null, seat: null, leave: null, file: null, note: null,
    start: momentOf(location.hash.slice(1)),
    alarm: html`<${Fault} verdict=${verdict} past=${past} />`,
    verdict: html`<${FileLamp} verdict=${verdict} lines=${lines} name=${past.bundle.encounter} />`,
  };
  return html`<${Replay} past=${past} around=${around} />`;
}

/** Return what is to be seen: the replay, or that the file is broken. */
async function begin() {
  const lines = unpacked('lines').catch(() => new Uint8Array());
  try {
    const bundle = await unpacked('bundle');
    const told = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bundle));
    learn(told.words);
    const past = historyOf(told);
    past.view(past.count - 1);
    return html`<${FromFile} told=${past} lines=${await lines} bundle=${bundle} />`;
  } catch {
    return html`<main class="sheet"><h1>${words.past.broken}</h1><p class="lead" role="alert">${words.past.unreadable}</p></main>`;
  }
}

void begin().then((page) => {
  const place = /** @type {HTMLElement} */ (document.getElementById('page'));
  place.replaceChildren();
  render(page, place);
});
