import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { begun, drafted, opening } from './begin.js';
import { Links } from './links.js';
import { mapped, Untaken } from './picture.js';
import { Picks } from './picks.js';
import { Rules } from './rules.js';
import { mannedFirst, Seats } from './seats.js';
import { Where } from './where.js';

/** @import { Draft, Opened } from './begin.js' */
/** @import { Failure } from '../model/types.js' */
/** @import { Manned } from './seats.js' */

/** One page to begin a fight on: what to play, who sits where, by which house rules. */
export function Open() {
  const [drafts, setDrafts] = useState(/** @type {Draft[]} */ ([]));
  const [chosen, setChosen] = useState(0);
  const [manned, setManned] = useState(/** @type {Manned} */ ({}));
  const [settings, setSettings] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [opened, setOpened] = useState(/** @type {Opened | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  const [busy, setBusy] = useState(false);
  const draft = drafts[chosen];
  const latest = useRef({ drafts, begin: async () => {} });
  useEffect(() => {
    void call('/api/examples').then((ready) => {
      if (latest.current.drafts.length) setChosen((own) => own + ready.length);
      setDrafts([...ready, ...latest.current.drafts]);
    }, (problem) => setWrong(failure(problem)));
  }, []);
  useEffect(() => {
    if (!draft) return;
    setManned(mannedFirst(draft));
    setSettings(/** @type {Record<string, unknown>} */ (draft.opening.settings ?? {}));
  }, [chosen, drafts.length]);
  const trying = async (/** @type {() => Promise<void>} */ work) => {
    if (busy) return;
    setBusy(true);
    setWrong(null);
    await work().catch((problem) => setWrong(problem instanceof Untaken ? { text: problem.message, rule: null, lang: words.language } : failure(problem)));
    setBusy(false);
  };
  const begin = () => trying(async () => {
    if (!draft || opened) return;
    const there = await begun(draft, settings, manned);
    if (Object.values(manned).includes('link')) setOpened(there);
    else location.assign(`/e/${there.encounter}`);
  });
  const take = (/** @type {File} */ file) => trying(async () => {
    const own = { ...(await drafted(file)), name: file.name, title: file.name };
    setChosen(latest.current.drafts.length);
    setDrafts([...latest.current.drafts, own]);
  });
  const map = (/** @type {File} */ file) => trying(async () => {
    if (!draft) return;
    const found = await mapped({ ...draft, opening: opening(draft, settings) }, file);
    setDrafts(latest.current.drafts.map((each) => (each === draft ? found : each)));
  });
  latest.current = { drafts, begin };
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void latest.current.begin();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  if (opened && draft) return html`<${Links} draft=${draft} opened=${opened} manned=${manned} again=${() => setOpened(null)} />`;
  return html`<section class="opening" aria-labelledby="ready">
    <div class="row wrap"><div class="grow"><h2 id="ready" class="big">${words.beginFight}</h2><p class="lead">${words.beginHow}</p></div>
      <button class="btn go" disabled=${!draft || busy} onClick=${begin}>${words.begin} <kbd class="not-phone">Ctrl Enter</kbd></button></div>
    <p class="wrong" role="alert">${failedBy(wrong)}</p>
    <${Picks} drafts=${drafts} chosen=${chosen} choose=${setChosen} take=${take} />
    ${draft && html`<div class="two"><${Where} draft=${draft} map=${map} save=${() => saved(draft, settings)} />
      <div class="sheet-col"><${Seats} draft=${draft} manned=${manned} change=${setManned} />
        <${Rules} system=${draft.system} settings=${settings} change=${setSettings} /></div></div>`}
  </section>`;
}

/** Give the roster as a file, without the picture of a map, which is none of its words. @param {Draft} draft @param {Record<string, unknown>} settings */
function saved(draft, settings) {
  const link = document.createElement('a');
  const text = JSON.stringify(opening(draft, settings), (name, value) => (name === 'picture' && value === draft.picture?.name ? undefined : value), 2);
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${draft.name.replace(/\.\w+$/, '')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
