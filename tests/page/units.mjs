// The pure modules of the page, on answers that a server gave.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { actorsOf, ofTheTurn } from '../../page/src/offers/actors.js';
import { chipsOf, isMove } from '../../page/src/offers/chips.js';
import { allowed, best, body, filled, missing, oddsOf } from '../../page/src/offers/fill.js';
import { isHarmless, mayGoAtOnce } from '../../page/src/offers/waits.js';
import { endsOf, grouped } from '../../page/src/offers/groups.js';
import { notNow } from '../../page/src/offers/reasons.js';
import { laidOut, stated } from '../../page/src/board/layout.js';
import { bare } from '../../page/src/open/picture.js';
import { initials, plain, share } from '../../page/src/model/facts.js';
import { Misfit, patched } from '../../page/src/model/patch.js';
import { awaited } from '../../page/src/model/awaited.js';
import { sidesOf } from '../../page/src/dice/sides.js';
import { read } from '../../page/src/model/stream.js';
import { changes, differing } from '../../page/src/model/differing.js';
import { historyOf, lastUpTo, readAt } from '../../page/src/model/history.js';
import { clockOf } from '../../page/src/time/clock.js';
import { counting } from '../../page/src/strings/count.js';
import { percent } from '../../page/src/strings/numbers.js';
import { momentOf, queryOf } from '../../page/src/time/link.js';
import { invited, route } from '../../page/src/route.js';

const answer = (name) => JSON.parse(readFileSync(new URL(`answers/${name}.json`, import.meta.url), 'utf8'));
const chips = (name) => chipsOf(ofTheTurn(answer(name).offers));

test('what is done with a thing is one chip a thing, and what it is done to is left open', () => {
  const [glass] = chips('tiles');
  assert.equal(glass.label, 'Opera glass');
  assert.deepEqual(missing(glass, {}).map((field) => field.name), ['target']);
  assert.deepEqual(allowed(glass, glass.fields[0], {}), ['Gander', 'Moth']);
});

test('a command holds what was picked and what is fixed, and nothing that was left out', () => {
  const [glass] = chips('tiles');
  const said = { do: 'play_item', who: 'Marrow', item: 'opera_glass', target: 'Moth' };
  assert.deepEqual(body(glass, filled(glass, { target: 'Moth' })), said);
  assert.ok(oddsOf(answer('tiles'), said));
});

test('what can only be one thing is filled in', () => {
  const offers = answer('tiles').offers.map((offer) => ({ ...offer, closed: { ...offer.closed, target: ['Moth'] } }));
  const [glass] = chipsOf(offers.slice(0, 1));
  assert.deepEqual(filled(glass, {}), { target: 'Moth' });
  assert.deepEqual(missing(glass, filled(glass, {})), []);
});

test('the best chance of a chip is that of its best target, and fits what is picked', () => {
  const [axe] = chips('ranks').filter((chip) => chip.do === 'attack');
  const choices = answer('ranks');
  const most = best(choices, axe, {});
  assert.ok(most >= best(choices, axe, { group: 'Lantern_Eel' }));
  assert.match(percent(most), /^\d+%$/);
  assert.equal(percent(null), '');
});

test('a step on the board is what only needs a place', () => {
  assert.deepEqual(chips('steps').filter(isMove).map((chip) => chip.do), ['move']);
  assert.deepEqual(chips('squares').filter(isMove).map((chip) => chip.do), ['move']);
  const [move] = chips('squares').filter(isMove);
  const [end] = move.fields.find((field) => field.open).open.ends;
  assert.deepEqual(body(move, { path: end.tile }).path, end.path);
});

test('what ends a turn is a button of its own, and what is done to somebody comes first', () => {
  assert.deepEqual(endsOf(chips('squares')).map((chip) => chip.do), ['end_turn']);
  const [[first, attacks]] = grouped(chips('squares'));
  assert.equal(first, 'attack');
  assert.ok(attacks[0].fields.some((field) => field.means === 'combatant'));
});

test('the end of the fight is no turn, and whoever is asked acts first', () => {
  assert.ok(!ofTheTurn(answer('steps').offers).some((offer) => offer.do === 'end_encounter'));
  const view = { combatants: [{ id: 'Halla' }, { id: 'Bram' }] };
  assert.deepEqual(actorsOf(answer('steps'), view), ['Bram']);
});

test('reasons of what is merely not yet are left out', () => {
  const reasons = [
    { do: 'move', who: 'Bo', code: 'out_of_turn', rule: null, sentence: 'Later.' },
    { do: 'hide', who: 'Bo', code: 'no_cover', rule: null, sentence: 'No cover.' },
  ];
  assert.deepEqual(notNow(reasons, 'Bo').shown.map((each) => each.do), ['hide']);
});

test('a patch changes what it names and leaves the rest as it is', () => {
  const before = { a: [1, 2], b: { c: 1 }, 'd/e': 0 };
  const after = patched(before, [
    { op: 'add', path: '/a/1', value: 9 },
    { op: 'replace', path: '/b/c', value: 2 },
    { op: 'remove', path: '/d~1e' },
  ]);
  assert.deepEqual(after, { a: [1, 9, 2], b: { c: 2 } });
  assert.deepEqual(before, { a: [1, 2], b: { c: 1 }, 'd/e': 0 });
  assert.throws(() => patched(before, [{ op: 'remove', path: '/x' }]), Misfit);
  assert.throws(() => patched(before, [{ op: 'replace', path: '/a/7', value: 1 }]), Misfit);
});

test('an event of the stream is read, a comment is none', () => {
  assert.deepEqual(read('id: 12\nevent: line\ndata: {"a":1}'), { id: 12, event: 'line', data: { a: 1 } });
  assert.equal(read(': ping'), null);
});

test('places are laid out the same for everybody, neighbours apart', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const links = [['a', 'b'], ['b', 'c'], ['c', 'd'], ['d', 'e'], ['e', 'a']];
  const spots = laidOut(ids, links, 100, 1.6);
  assert.deepEqual(laidOut(ids, links, 100, 1.6), spots);
  for (const [one, other] of links) {
    const [p, q] = [spots.get(one), spots.get(other)];
    assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > 50);
  }
});

test('a layout that was stated is kept, and stretched to the screen', () => {
  const ids = ['a', 'b', 'c'];
  const links = [['a', 'b'], ['b', 'c']];
  const layout = { a: [0, 0], b: [4, 4], c: [8, 0] };
  const wide = stated(ids, links, layout, 100, 1.75);
  assert.ok(wide.get('a').x < wide.get('b').x && wide.get('b').x < wide.get('c').x && wide.get('b').y > wide.get('a').y);
  for (const [one, other] of links) {
    const [p, q] = [wide.get(one), wide.get(other)];
    assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > 85);
  }
  const tall = stated(ids, links, layout, 100, 0.6);
  assert.ok(tall.get('b').y > wide.get('b').y && tall.get('c').x < wide.get('c').x);
  assert.equal(stated(ids, links, { a: [0, 0] }, 100, 1), null);
  assert.equal(stated([], [], {}, 100, 1), null);
  assert.deepEqual(stated(['a'], [], { a: [7, 7] }, 100, 1), new Map([['a', { x: 0, y: 0 }]]));
});

test('of a png nothing is kept but the picture', () => {
  const part = (kind, ...content) => [0, 0, 0, content.length, ...[...kind].map((sign) => sign.charCodeAt(0)), ...content, 1, 2, 3, 4];
  const [begins, ends] = [[137, 80, 78, 71, 13, 10, 26, 10, ...part('IHDR', 1, 2)], part('IEND')];
  const told = new Uint8Array([...begins, ...part('eXIf', 9, 9, 9), ...part('IDAT', 5), ...part('tEXt', 8), ...ends]);
  assert.deepEqual(bare(told).flatMap((each) => [...each]), [...begins, ...part('IDAT', 5), ...ends]);
});

test('names become two letters, ids words, pools shares', () => {
  assert.deepEqual(['Wrecker2', 'Captain Grue', 'Anwen', ''].map(initials), ['W2', 'CG', 'An', '?']);
  assert.equal(plain('boarding_axe-two'), 'boarding axe two');
  assert.deepEqual([share({ name: 'hp', now: 3, max: 6 }), share({ name: 'hp', now: 3, max: null }), share(null)], [0.5, 1, 1]);
});

test('a link of a seat leads to its fight, whichever address it stands in', () => {
  const id = 'ab'.repeat(16);
  const key = 'k'.repeat(43);
  assert.equal(invited(`http://127.0.0.1:8000/api/encounters/${id}#${key}`), `/e/${id}#${key}`);
  assert.equal(invited(`http://127.0.0.1:8000/e/${id}#${key}`), `/e/${id}#${key}`);
  assert.equal(invited('hello'), null);
  assert.deepEqual(route({ pathname: `/e/${id}`, hash: `#${key}` }), { at: 'table', encounter: id, key });
  assert.deepEqual(route({ pathname: `/r/${id}`, hash: '', search: '?embed&at=3' }), { at: 'watch', encounter: id, embed: true });
  assert.deepEqual(route({ pathname: '/', hash: '' }), { at: 'lobby' });
});

test('what rolls, is final, is done to somebody or still has something to say waits for the button', () => {
  const turn = chips('squares');
  const find = (name) => turn.find((chip) => chip.do === name);
  const sure = (chip) => ({ ...chip, rolls: false, final: false });
  assert.equal(mayGoAtOnce(sure(find('dash'))), true);
  assert.equal(mayGoAtOnce({ ...sure(find('dash')), rolls: true }), false);
  assert.equal(mayGoAtOnce({ ...sure(find('dash')), final: null }), false);
  assert.equal(mayGoAtOnce(sure(find('attack'))), false);
  const quiet = { rolls: false, final: false, uses: [], provokes: [], ruling: false, costs: [], text: '' };
  assert.equal(isHarmless(quiet), true);
  for (const more of [{ rolls: true }, { final: true }, { uses: ['bomb'] }, { provokes: ['Bo'] }, { ruling: true }]) assert.equal(isHarmless({ ...quiet, ...more }), false);
  assert.equal(isHarmless(null), false);
});

/** A fight of four commands, the third of which was taken back. */
const fought = () => {
  const who = (id, side, hp) => ({ id, side, life: 'active', at: 'here', pools: { hp: { name: 'hp', now: hp, max: 10 } }, resources: {}, conditions: [] });
  const view = { version: 3, combatants: [who('Ana', 'red', 10), who('Bo', 'blue', 10)], initiative: { turn: null, round: null } };
  const hp = (at, now) => ({ op: 'replace', path: `/combatants/${at}/pools/hp/now`, value: now });
  const turn = (name, round) => [{ op: 'replace', path: '/initiative/turn', value: name }, { op: 'replace', path: '/initiative/round', value: round }];
  const steps = [
    { n: 3, view, left: { red: [10, 10], blue: [10, 10] } },
    { n: 6, patch: [...turn('Ana', 1), hp(1, 5)], left: { red: [10, 10], blue: [5, 10] } },
    { n: 9, patch: [hp(1, 1)], left: { red: [10, 10], blue: [1, 10] } },
    { n: 10, patch: [hp(1, 5)], left: { red: [10, 10], blue: [5, 10] } },
    { n: 12, patch: [...turn('Bo', 1), hp(0, 8)], left: { red: [8, 10], blue: [5, 10] } },
  ];
  const entry = (n, last, undone_by = null) => ({ n, last, undone_by, text: `Entry ${n}.`, clauses: [], dice: [] });
  const entries = [entry(0, 3), entry(4, 6), entry(7, 9, 10), entry(10, 10), entry(11, 12)];
  return historyOf({ encounter: 'e', version: 12, words: {}, steps, moments: [], entries });
};

test('a history gives the view of each moment, and says which entries were struck then', () => {
  const past = fought();
  assert.deepEqual([0, 5, 6, 8, 9, 10, 12].map((n) => past.view(past.index(n)).combatants[1].pools.hp.now), [10, 10, 5, 5, 1, 5, 5]);
  assert.equal(past.view(4).version, 12);
  assert.deepEqual(past.beginnings, { turns: [1, 4], rounds: [1] });
  assert.deepEqual([readAt(past.entries, 9)[2].undone_by, readAt(past.entries, 10)[2].undone_by], [null, 10]);
  assert.deepEqual(past.shares(1).map((share) => share.toFixed(2)), ['0.67', '0.33']);
  assert.deepEqual([lastUpTo([1, 3], 0), lastUpTo([1, 3], 2), lastUpTo([1, 3], 3), past.entry(8).n], [-1, 0, 1, 7]);
});

test('two moments differ by the lines that count, and one that was taken back by the rewind', () => {
  const past = fought();
  assert.deepEqual(differing(past, 3, 12).map(({ who, before, after }) => [who, before, after]), [['Bo', 10, 5], ['Ana', 10, 8]]);
  assert.deepEqual(changes(past, 'Bo', 'hp', 3, 12).map((change) => change.n), [6]);
  assert.deepEqual(changes(past, 'Bo', 'hp', 9, 12).map((change) => change.n), [10]);
  assert.deepEqual(differing(past, 6, 10), []);
});

test('a clock goes by commands and turns, and from within a command to its end', () => {
  const clock = clockOf(fought(), { at: 5 });
  const after = (deed) => (deed(), clock.now.value);
  assert.equal(after(() => clock.step(1)), 6);
  assert.equal(after(() => clock.near(7)), 9);
  assert.equal(after(() => clock.near(8)), 6);
  assert.equal(after(() => clock.turn(1)), 12);
  assert.equal(after(() => clock.turn(-1)), 6);
  assert.equal(after(() => clock.turn(-1)), 3);
  assert.equal(after(() => clock.step(-1)), 3);
  assert.equal(after(() => clock.go(99)), 12);
});

test('the address of a moment leads to it, and one without a line leads to none', () => {
  const moment = { at: 380, by: 372, versus: null, as: 'anwen', why: 'Eel.hp' };
  assert.equal(queryOf(moment), '?at=380&by=372&as=anwen&why=Eel.hp');
  assert.deepEqual(momentOf(queryOf(moment)), moment);
  assert.equal(momentOf('?at=x&by=3'), null);
  assert.equal(momentOf(''), null);
});

test('both languages count by their own plurals and numbers', () => {
  const steps = { one: 'Schritt', other: 'Schritte' };
  assert.deepEqual([0, 1, 2, 1234].map((n) => counting('de')(n, steps)), ['0 Schritte', '1 Schritt', '2 Schritte', '1.234 Schritte']);
  assert.equal(counting('en')(1234, { one: 'step', other: 'steps' }), '1,234 steps');
});

test('what is waited for is as it was told last, and lines are none of it', () => {
  const now = awaited();
  assert.deepEqual([now.links.value, now.seats.value, now.request.value.rewind, now.deadline.value], [null, [], null, null]);
  const links = { roll: 1, line: 4, came: [], missing: ['bo'], until: 9, dice: null };
  assert.ok(now.hear(read('event: links\ndata: ' + JSON.stringify({ links }))));
  assert.deepEqual(now.links.value, links);
  assert.ok(now.hear(read('event: links\ndata: {"links":null}')));
  assert.equal(now.links.value, null);
  assert.ok(!now.hear(read('id: 4\nevent: line\ndata: {"line":{"n":4}}')));
});

test('dice that have not fallen are drawn by their kind, as many as there is room for', () => {
  const sides = (dice) => sidesOf(dice && { by: 'Bo', purpose: 'hit', dice, line: 4 });
  assert.deepEqual(sides('1d20'), [20]);
  assert.deepEqual(sides('2d6+d8+3'), [6, 6, 8]);
  assert.equal(sides('40d6').length, 40);
  assert.deepEqual(sides(null), [6]);
});
