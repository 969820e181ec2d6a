import { html, useEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { Board } from '../board/board.js';
import { watching } from '../board/marks.js';
import { trailsOf } from '../board/trail.js';
import { Chronicle } from '../chronicle/chronicle.js';
import { Icon, Mark } from '../icons.js';
import { plain, whoActs } from '../model/facts.js';
import { table as opened } from '../model/store.js';
import { english } from '../strings/english.js';
import { words } from '../strings/words.js';
import { Order } from '../table/order.js';
import { Tabs } from '../table/tabs.js';
import { NewPage } from '../table/newer.js';
import { titleOf, titleShown } from '../table/title.js';
import { AloneLeft } from '../turn/alone.js';
import { Ticker, Tray } from '../turn/tray.js';
import { Turn } from '../table/turn.js';
import { Voice } from '../table/voice.js';
import { Whereabouts } from '../table/whereabouts.js';
import { useScreen } from '../table/wide.js';
import { momentsOf } from '../time/link.js';
import { useLooking } from '../time/looking.js';
import { Proved } from '../time/proved.js';
import { Nothing, refused } from './watch.js';

/** @import { Pointed } from '../chronicle/entry.js' */
/** @import { Dispute } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** A fight as it goes on, for whoever has no key. @param {{encounter: string, embed: boolean}} props */
export function Live({ encounter, embed }) {
  const table = useMemo(() => opened(encounter, ''), [encounter]);
  useEffect(() => table.close, [table]);
  const looking = useLooking({ encounter, keyOf: '', seat: null, base: '/r', embed });
  const phone = useScreen('(max-width: 620px)');
  const tall = useScreen('(max-width: 620px), (max-aspect-ratio: 4/5)');
  const [tab, setTab] = useState('board');
  const [sight, setSight] = useState(/** @type {Pointed | null} */ (null));
  const [proof, setProof] = useState(/** @type {number | null} */ (null));
  const point = (/** @type {Pointed} */ what) => (setSight(what), setTab('board'));
  const disputes = useDisputes(table);
  const view = table.view.value;
  useEffect(() => {
    if (view) document.title = titleOf(view);
  }, [view?.title]);
  if (table.failed.value) return html`<${Nothing} told=${refused(table.failed.value)} />`;
  if (looking.shown) return looking.shown;
  if (!view) return html`<main class="sheet"><p class="lead" role="status">${words.loading}</p></main>`;
  const entries = table.entries.value;
  const last = entries[entries.length - 1];
  return html`<div class=${`table show-${phone ? tab : 'all'}`}>
    <div class="head"><header class="top">
      <a href=${embed ? `/r/${encounter}` : '/'} target=${embed ? '_blank' : undefined} rel="noopener" aria-label=${embed ? words.watch.whole : words.fights}><${Mark} /></a>
      <div class="row"><h1 class="title">${titleShown(view)}</h1><span class="where not-phone">${english(plain(view.system))} · ${words.line(view.version)}</span></div>
      <span class="grow"></span><${Turn} view=${view} own=${null} until=${view.outcome ? null : table.announced.deadline.value} /><span class="grow not-phone"></span>
      <span class="tag not-phone">${words.watching}</span>
      <button class="btn bare" aria-label=${words.lookBack} onClick=${() => looking.look(null)}><${Icon} name="past" /><span class="t wide">${words.lookBack}</span></button>
    </header></div>
    <${NewPage} />
    <${Board} view=${view} marks=${{ ...watching(new Set(whoActs(view))), trails: trailsOf(entries) }} tall=${tall} sight=${sight}><${Tray} entry=${last} view=${view} live=${table.fresh.value >= 0} /><//>
    <${Ticker} entry=${last} view=${view} />
    <div class="below"><${AloneLeft} view=${view} /></div>
    <${Chronicle} table=${table} view=${view} moment=${momentsOf(looking.look, `${location.origin}/r/${encounter}`, null, embed)} disputes=${disputes} point=${point} prove=${setProof} main=${phone && tab === 'log'}>${proof !== null && html`<${Proved} encounter=${encounter} entries=${entries} view=${view} read=${table.read} line=${proof} close=${() => setProof(null)} />`}<//>
    <${Order} view=${view} seat=${null} />
    ${phone && html`<${Whereabouts} view=${view} main=${tab === 'people'} />`}
    <${Tabs} tab=${tab} choose=${setTab} />
    <${Voice} entries=${entries} view=${view} />
    ${!phone && html`<div class="sr"><${Whereabouts} view=${view} /></div>`}
  </div>`;
}

/** Return what is contested, as far as it is told in the chronicle that is here. @param {Table} table */
function useDisputes(table) {
  const [disputes, setDisputes] = useState(/** @type {Dispute[]} */ ([]));
  const said = table.entries.value.filter(({ kind }) => kind === 'table').map(({ last }) => last).join();
  useEffect(() => {
    if (said) void table.read('disputes').then(setDisputes, () => {});
  }, [said]);
  return disputes;
}
