import { html, useCallback, useEffect, useLayoutEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { Board } from '../board/board.js';
import { Chronicle } from '../chronicle/chronicle.js';
import { disputesAt } from '../history/flags.js';
import { name } from '../model/facts.js';
import { words } from '../strings/past.js';
import { NewPage } from '../table/newer.js';
import { useScreen } from '../table/wide.js';
import { AloneLeft } from '../turn/alone.js';
import { Proved } from './proved.js';
import { Ticker, Tray } from '../turn/tray.js';
import { Whereabouts } from '../table/whereabouts.js';
import { CATCHING_UP, clockOf } from './clock.js';
import { Compare } from './compare.js';
import { Heading } from './heading.js';
import { ReplayKeys, useReplayKeys } from './keys.js';
import { momentsOf, queryOf } from './link.js';
import { Luck } from './luck.js';
import { marksAt, storyOf } from './past.js';
import { Swings } from './swings.js';
import { Time } from './time.js';

/** @import { History } from '../history/history.js' */
/** @import { Pointed } from '../chronicle/entry.js' */
/** @import { Asked } from '../history/causes.js' */
/** @import { Moment } from './link.js' */
/** @import { Foretold } from './foretelling.js' */
/** @import { Place } from './forking.js' */

/**
 * What surrounds a replay: how numbers are explained, where it is shared from, and what leads away from it.
 * @typedef {{ask: (value: string, at: number) => Promise<Asked>, address: string | null, embed?: boolean, seat: string | null,
 *   read?: ((what: string) => Promise<any>) | null, leave: (() => void) | null, start: Moment | null, file: (() => Promise<void>) | null, fork?: ((at: number, bots: boolean) => Promise<Place[]>) | null, note: string | null, foretold: Foretold,
 *   seen?: {as: string | null, choose: (as: string | null, at: number) => void, seats: string[]} | null, verdict?: unknown, alarm?: unknown}} Around
 */

/** A fight at any of its moments: board, chronicle and the way through time. @param {{past: History, around: Around}} props */
export function Replay({ past, around }) {
  const { start, seat, address, leave, ask, foretold } = around;
  const clock = useMemo(() => clockOf(past, { at: start?.at ?? null, versus: start?.versus ?? null }), [past]);
  const story = useMemo(() => storyOf(clock, ask), [clock]);
  const [sight, setSight] = useState(/** @type {Pointed | null} */ (null));
  const [proof, setProof] = useState(/** @type {number | null} */ (null));
  const [shared, setShared] = useState(/** @type {{at: number, link: string} | null} */ (null));
  const tall = useScreen('(max-width: 620px), (max-aspect-ratio: 4/5)');
  const now = clock.now.value;
  const index = clock.index.value;
  const view = past.view(index);
  const cast = past.view(past.count - 1);
  const entry = past.entry(now);
  useLayoutEffect(() => name(cast), [cast]);
  const moment = useMemo(() => {
    const { link } = momentsOf(() => {}, address ?? '', seat, around.embed);
    return { show: clock.go, link: address === null ? () => null : link };
  }, [clock]);
  const disputes = useMemo(() => disputesAt(past.bundle.disputes ?? [], now), [past, now]);
  const share = useCallback(() => {
    const moment = { at: clock.now.value, by: past.entry(clock.now.value)?.n ?? null, versus: clock.other.value, as: seat, why: story.why.value?.asked ?? null };
    const link = `${address ?? ''}${queryOf(moment, around.embed)}`;
    if (address) history.replaceState(null, '', link);
    setShared({ at: moment.at, link });
    void navigator.clipboard?.writeText(link).catch(() => {});
  }, [clock, story]);
  const [listed, list] = useState(false);
  const help = useCallback(() => list((shown) => !shown), []);
  const out = useCallback(() => (listed ? list(false) : leave?.()), [leave, listed]);
  useReplayKeys(clock, { share: address ? share : () => {}, help, leave: out });
  useEffect(() => {
    if (start?.why) void story.explain(start.why, start.at ?? undefined);
    if (start?.plays) clock.hurry(CATCHING_UP), clock.play();
    return clock.stop;
  }, [clock]);
  const unproved = past.closed !== null && past.closed <= past.first;
  return html`<div class=${`table replay${unproved ? ' unproved' : ''}`} data-at=${now}>
    <div class="head"><${Heading} past=${past} around=${around} now=${now} />${around.alarm}<${AloneLeft} view=${view} /></div>
    <${NewPage} />
    <${Board} view=${view} marks=${useMemo(() => marksAt(past, index), [past, index])} tall=${tall} sight=${sight}>
      <${Tray} entry=${entry} view=${view} live=${true} />${unproved && html`<p class="edge-note left then">${words.past.notVerified}</p>`}<//>
    <${Ticker} entry=${entry} view=${view} />
    <${Time} clock=${clock} chances=${foretold.told ?? null} share=${address ? share : null} shared=${shared?.at === now ? shared.link : null} />
    <${Chronicle} table=${story} view=${cast} now=${now} go=${clock.go} moment=${moment} disputes=${disputes} point=${setSight} prove=${around.read ? setProof : null} seat=${seat === 'everybody' ? null : seat}><${Compare} clock=${clock} />${listed && html`<${ReplayKeys} close=${help} />`}${proof !== null && around.read && html`<${Proved} encounter=${past.bundle.encounter} entries=${past.entries} view=${cast} read=${around.read} line=${proof} close=${() => setProof(null)} />`}${clock.other.value === null && html`<div class="whys"><${Swings} clock=${clock} foretold=${foretold} /><${Luck} past=${past} view=${cast} /></div>`}<//>
    ${!unproved && html`<div class="sr"><${Whereabouts} view=${view} /></div>`}
  </div>`;
}
