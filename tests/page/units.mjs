// The pure modules of the page, on answers that a server gave.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { actorsOf, ofTheTurn } from '../../page/src/offers/actors.js';
import { chipsOf, isMove } from '../../page/src/offers/chips.js';
import { allowed, best, body, filled, missing, oddsOf } from '../../page/src/offers/fill.js';
import { isHarmless, mayGoAtOnce } from '../../page/src/offers/waits.js';
import { endsOf, grouped } from '../../page/src/offers/groups.js';
import { handOf } from '../../page/src/offers/hand.js';
import { bestAgainst, targetOf } from '../../page/src/offers/foes.js';
import { isPressed } from '../../page/src/offers/pressed.js';
import { after, placeOf, steps, targets } from '../../page/src/offers/next.js';
import { isDoneAgain, onlyOf } from '../../page/src/offers/ready.js';
import { notNow } from '../../page/src/offers/reasons.js';
import { emptiest } from '../../page/src/board/corner.js';
import { trailsAt, trailsOf } from '../../page/src/board/trail.js';
import { indoors } from '../../page/src/board/indoors.js';
import { linesOf } from '../../page/src/board/ranks.js';
import { laidOut, stated } from '../../page/src/board/layout.js';
import { opening, titleOf } from '../../page/src/open/begin.js';
import { agreedOn, agreedRules, agreeing } from '../../page/src/open/agreed.js';
import { bare } from '../../page/src/browser/painting.js';
import { labelled } from '../../page/src/board/pill.js';
import { fits } from '../../page/src/chronicle/filters.js';
import { folded, sections } from '../../page/src/chronicle/headings.js';
import { marked, spokenEntry } from '../../page/src/chronicle/parts.js';
import { placed } from '../../page/src/open/places.js';
import { initials, isNamed, lettersOf, name, nameOf, plain, share, titled } from '../../page/src/model/facts.js';
import { awaited, isSide, seatName } from '../../page/src/model/seats.js';
import { Misfit, patched } from '../../page/src/model/patch.js';
import { announcements } from '../../page/src/model/announcements.js';
import { Problem } from '../../page/src/model/call.js';
import { disputing } from '../../page/src/history/disputes.js';
import { sheetIn } from '../../page/src/sheets/blanks.js';
import { disputesAt, disputesOf } from '../../page/src/history/flags.js';
import { explained } from '../../page/src/history/explaining.js';
import { likeliestOf } from '../../page/src/model/likeliest.js';
import { keptShut, opened } from '../../page/src/history/sealing.js';
import { storyOf, toldUnder } from '../../page/src/history/story.js';
import { signal } from '../../page/vendor/vendor.mjs';
import { retries } from '../../page/src/model/retries.js';
import { sidesOf } from '../../page/src/dice/sides.js';
import { read } from '../../page/src/model/stream.js';
import { changes, differing } from '../../page/src/history/differing.js';
import { lastUpTo } from '../../page/src/history/ascending.js';
import { historyOf, readAt, upTo } from '../../page/src/history/history.js';
import { chancesOf, decisive, inAll, leftOf, sharesAt } from '../../page/src/history/ways.js';
import { clockOf } from '../../page/src/time/clock.js';
import { drawer as germanDrawer } from '../../page/src/strings/de-drawer.js';
import { drawer as englishDrawer } from '../../page/src/strings/en-drawer.js';
import { counting, listing } from '../../page/src/strings/count.js';
import { after as allAfter } from '../../page/src/sheets/since.js';
import { isOnlyHere } from '../../page/src/table/onlyhere.js';
import { speaking } from '../../page/src/table/speaking.js';
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

test('two chips of one name that are aimed at somebody tell how one of them is bound', () => {
  const attack = { do: 'attack', who: 'Pike', by: null, aside: false, label: 'Attack', hint: '', group: 'attack', rolls: true, final: true, means: { target: 'combatant', weapon: 'thing' } };
  const free = { ...attack, closed: { target: ['Hob'], weapon: ['eel_fork'], called_shot: [null, 'weak_spot'] }, open: {} };
  const bound = { ...attack, closed: { ...free.closed, called_shot: ['effect'] }, open: { intent: { kind: 'text', minimum: 1, maximum: 40, example: 'disarm', ends: [] } } };
  assert.deepEqual(chipsOf([free, bound]).map((each) => each.label), ['Eel fork', 'Eel fork: effect']);
  const hiding = { ...attack, do: 'surprise', label: 'Surprise', who: null, means: { hiding: 'combatant' } };
  const groups = { ...hiding, closed: { hiding: [[], ['Hob']] }, open: {} };
  const some = { ...hiding, closed: {}, open: { hiding: { kind: 'value', minimum: 0, maximum: 9, example: ['Hob'], ends: [], schema: { type: 'array' } } } };
  assert.deepEqual(chipsOf([groups, some]).map((each) => each.label), ['Surprise', 'Surprise: one by one']);
});

test('what needs a word that nothing offers, and nobody can type, is not there', () => {
  const offer = { do: 'order', who: 'Pike', by: null, aside: false, label: 'Order', hint: '', group: 'other', rolls: false, final: false, closed: {}, means: { names: 'choice' } };
  const list = { kind: 'value', minimum: 0, maximum: 9, example: ['x'], ends: [], schema: { type: 'array' } };
  assert.deepEqual(chipsOf([{ ...offer, open: { names: list } }]), []);
  assert.deepEqual(chipsOf([{ ...offer, open: {}, closed: { names: [] } }]), []);
  assert.equal(chipsOf([{ ...offer, open: { names: { ...list, example: null } } }]).length, 1);
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

test('a hand holds each card of a side once, with what can be done with it now', () => {
  const all = chips('tiles');
  const view = { combatants: [{ id: 'Marrow', side: 'Marrow' }, { id: 'Moth', side: 'Thistle' }], hands: { Marrow: ['opera_glass', 'mousetrap', 'mousetrap'], Thistle: ['?'] } };
  const hand = handOf(view, 'Marrow', all);
  assert.deepEqual(hand.map(({ id, many, chips: usable }) => [id, many, usable.length > 0]), [['opera_glass', 1, true], ['mousetrap', 2, false]]);
  assert.ok(hand[0].chips.every((chip) => chip.fixed.item === 'opera_glass'));
  assert.deepEqual(handOf({ ...view, hands: {} }, 'Marrow', all), []);
  assert.deepEqual(handOf(view, null, all), []);
});

test('a step on the board is what only needs a place', () => {
  assert.deepEqual(chips('steps').filter(isMove).map((chip) => chip.do), ['move']);
  assert.deepEqual(chips('squares').filter(isMove).map((chip) => chip.do), ['move']);
  const [move] = chips('squares').filter(isMove);
  const [end] = move.fields.find((field) => field.open).open.ends;
  assert.deepEqual(body(move, { path: end.tile }).path, end.path);
});

test('whom something harms is looked for among the foes, likeliest first, then on the own side, and the fallen last', () => {
  const choices = answer('ranks');
  const [axe] = chips('ranks');
  const field = targetOf(axe);
  const all = field.values.map((id) => ({ id, side: id === 'Mudlings' ? 'party' : 'monsters', life: id === 'Gnawers' ? 'dead' : 'active' }));
  const found = targets(choices, axe, field, {}, [{ id: 'Halla', side: 'party', life: 'active' }, ...all]);
  assert.deepEqual(found, ['Reed_Pipers', 'Tunnel_Toads', 'Lantern_Eel', 'Mudlings', 'Gnawers']);
  assert.deepEqual(targets(choices, axe, field, { group: 'Mudlings' }, [{ id: 'Halla', side: 'party', life: 'active' }, ...all]), found);
  assert.equal(after(found, undefined, 1), 'Reed_Pipers');
  assert.equal(after(found, undefined, -1), 'Gnawers');
  assert.equal(after(found, 'Gnawers', 1), 'Reed_Pipers');
  assert.equal(targetOf(chips('steps')[0]), null);
});

test('what one can do to oneself is looked for on the own side first, unless somebody is known to lose by it', () => {
  const offer = { do: 'use_item', who: 'Bo', by: null, aside: false, label: 'Use', hint: '', group: 'item', closed: { item: ['salve'], target: ['Foe', 'Ana', 'Bo'] }, open: {}, means: { item: 'thing', target: 'combatant' } };
  const all = ['Foe', 'Ana', 'Bo'].map((id) => ({ id, side: id === 'Foe' ? 'theirs' : 'ours', life: 'active' }));
  const [salve] = chipsOf([offer]);
  assert.deepEqual(targets({ odds: [] }, salve, targetOf(salve), {}, all), ['Bo', 'Ana', 'Foe']);
  const burns = { command: { do: 'use_item', who: 'Bo', item: 'salve', target: 'Foe' }, odds: { losses: [{ who: 'Foe' }] } };
  assert.deepEqual(targets({ odds: [burns] }, salve, targetOf(salve), {}, all), ['Foe', 'Ana', 'Bo']);
  const [net] = chipsOf([{ ...offer, closed: { item: ['net'], target: ['Ana', 'Foe'] } }]);
  assert.deepEqual(targets({ odds: [] }, net, targetOf(net), {}, all), ['Foe', 'Ana']);
});

test('the chance on a button is the best against a foe; of what helps one’s own it is theirs', () => {
  const offer = (name, group, who) => ({ do: name, who: 'Bo', by: null, aside: false, label: name, hint: '', group, closed: { target: who }, open: {}, means: { target: 'combatant' } });
  const odds = (name, target, chance) => ({ command: { do: name, who: 'Bo', target }, odds: { hit: { decimal: chance }, losses: [] } });
  const view = { combatants: ['Bo', 'Ana', 'Foe', 'Fiend'].map((id) => ({ id, side: id[0] === 'F' ? 'theirs' : 'ours' })) };
  const [hit, near, mend] = chipsOf([offer('hit', 'attack', ['Ana', 'Foe', 'Fiend']), offer('near', 'attack', ['Ana']), offer('mend', 'ability', ['Ana'])]);
  const choices = { odds: [odds('hit', 'Ana', '0.9'), odds('hit', 'Foe', '0.2'), odds('hit', 'Fiend', '0.4'), odds('near', 'Ana', '0.8'), odds('mend', 'Ana', '0.7')] };
  assert.deepEqual([hit, near, mend].map((each) => bestAgainst(choices, each, {}, view)), [0.4, null, 0.7]);
  assert.equal(bestAgainst(choices, hit, { target: 'Ana' }, view), 0.9);
});

test('only who stands on the board is chosen there, by the first field of that kind', () => {
  const offer = { do: 'shove', who: 'Bo', by: null, aside: false, label: 'Shove', hint: '', group: 'attack', closed: { target: ['Foe', 'Fiend'], with: ['Foe', 'Fiend'], to: ['1:1', '2:1'], past: ['1:1'] }, open: {}, means: { target: 'combatant', with: 'combatant', to: 'square', past: 'square' } };
  const view = { combatants: [{ id: 'Bo', at: '0:0' }, { id: 'Foe', at: '3:3' }, { id: 'Fiend', at: '4:3' }] };
  const pressed = (chip, now) => chip.fields.filter((field) => isPressed(chip, field, now)).map((field) => field.name);
  const [shove] = chipsOf([offer]);
  assert.deepEqual(pressed(shove, view), ['target', 'to']);
  assert.deepEqual(pressed(shove, { combatants: [...view.combatants.slice(0, 2), { id: 'Fiend', at: null }] }), ['to']);
  const [some] = chipsOf([{ ...offer, closed: { target: [['Foe'], ['Foe', 'Fiend']] } }]);
  assert.deepEqual(pressed(some, view), []);
});

test('nothing that gives up a place or a turn stands ready by itself, whatever its odds', () => {
  const offer = (name, group, closed, open = {}) => ({ do: name, who: 'Bo', by: null, aside: false, label: name, hint: '', group, rolls: true, final: false, closed, open, means: { target: 'combatant' } });
  const number = { kind: 'number', minimum: 0, maximum: 9, example: 4, ends: [] };
  const [leave, hit, end, walk] = chipsOf([offer('leave', 'move', {}), offer('hit', 'attack', { target: ['Foe'] }), offer('pass', 'end', {}), offer('walk', 'move', {}, { far: number })]);
  assert.equal(onlyOf([leave, end]), null);
  assert.equal(onlyOf([hit, end]), hit);
  assert.equal(onlyOf([walk]), walk);
  assert.equal(onlyOf([hit, leave]), null);
  assert.deepEqual([leave, hit, end].map(isDoneAgain), [false, true, false]);
  const view = signal({ combatants: [{ id: 'Bo', side: 'ours' }, { id: 'Foe', side: 'theirs' }] });
  const odds = (name, chance, more = {}) => ({ command: { do: name, who: 'Bo', ...more }, odds: { hit: { decimal: chance }, losses: [] } });
  const known = signal({ odds: [odds('leave', '0.9'), odds('hit', '0.2', { target: 'Foe' })] });
  assert.equal(likeliestOf({ choices: known, view }, signal([leave, hit, end])).likeliest.value, hit);
  assert.equal(likeliestOf({ choices: known, view }, signal([leave, end])).likeliest.value, null);
  assert.equal(likeliestOf({ choices: signal({}), view }, signal([leave, end])).likeliest.value, null);
});

test('a name that is longer than its room stands in two lines, and each of them within it', () => {
  assert.deepEqual(linesOf('Halla', 12), ['Halla']);
  assert.deepEqual(linesOf('Tunnel Toads', 11), ['Tunnel', 'Toads']);
  assert.deepEqual(linesOf('Old Mother Carey', 11), ['Old Mother', 'Carey']);
  assert.deepEqual(linesOf('Sluicegate-Keepers', 12), ['Sluicegate-…']);
  assert.deepEqual(linesOf('The Sluicegate-Keepers', 12), ['The', 'Sluicegate-…']);
});

test('a line is told under the number of the entry that it stands in', () => {
  const entries = [{ n: 3, last: 3 }, { n: 10, last: 15 }, { n: 12, last: 12 }];
  assert.deepEqual([3, 10, 11, 12, 15, 16].map((line) => toldUnder(entries, line)), [3, 10, 10, 12, 10, 16]);
});

test('all that came while one was away is asked for, however much it is', async () => {
  const asked = [];
  const all = Array.from({ length: 900 }, (_, index) => ({ n: 2 * index }));
  const read = async (what) => {
    asked.push(what);
    const { after: from, limit } = Object.fromEntries(new URLSearchParams(what.split('?')[1]));
    return all.filter((entry) => entry.n > Number(from)).slice(0, Number(limit));
  };
  assert.deepEqual(await allAfter({ read }, 9), all.slice(5));
  assert.equal(asked.length, 3);
});

test('a fight is begun under the title that its opening screen shows', () => {
  const draft = { title: 'A fight of books: three smugglers and one crate, in the harbour.', opening: { system: 'books' } };
  assert.equal(titleOf(draft), 'Three smugglers and one crate');
  assert.equal(titleOf({ ...draft, opening: { title: 'The Crate' } }), 'The Crate');
  assert.equal(titleOf({ ...draft, title: 'own.yaml' }), '');
  assert.equal(titleOf({ ...draft, title: `Long: ${'long '.repeat(20)}` }), '');
  assert.deepEqual(opening(draft, {}, ' Odd '), { system: 'books', title: 'Odd' });
  assert.deepEqual(opening({ ...draft, opening: { system: 'books', title: 'The Crate' } }, { odd: 1 }, ''), { system: 'books', settings: { odd: 1 } });
  assert.deepEqual(opening({ ...draft, opening: { system: 'books', clock: 60 } }, {}, '', { clock: null }), { system: 'books', clock: null });
});

test('a step goes towards each foe in turn, whoever is nearest first; between places everywhere in turn', () => {
  const [move] = chips('squares').filter(isMove);
  const who = (id, side, at, life = 'active') => ({ id, side, at, life, kind: 'pc', pools: {} });
  const all = [who('Wrecker1', 'foes', '10:5'), who('Far', 'players', '12:1'), who('Near', 'players', '7:5'), who('Gone', 'players', '10:7', 'dead')];
  assert.deepEqual(steps(move, placeOf(move), all), ['8:5', '10:3']);
  assert.deepEqual(steps(move, placeOf(move), [...all, who('Beside', 'players', '11:5')]), ['8:5', '10:3']);
  assert.deepEqual(steps(move, placeOf(move), all.slice(0, 1)), ['10:4', '10:6', '9:5', '9:6', '10:3', '8:5']);
  const [walk] = chips('steps').filter(isMove);
  assert.deepEqual(steps(walk, placeOf(walk), [who('Bram', 'one', 'quay'), who('Sela', 'other', 'bridge')]), ['bridge', 'garden']);
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

const HOUSE = {
  width: 6,
  height: 5,
  walls: [[100, 100, 500, 100], [500, 100, 500, 400], [100, 400, 200, 400], [400, 400, 500, 400], [100, 100, 100, 200], [100, 300, 100, 400]],
  windows: [],
  doors: [{ id: 'door', wall: [100, 200, 100, 300], open: true, lock: null }],
};

/** Where a board is indoors, as a drawing of it. */
const drawn = (board) => {
  const found = new Set(indoors(board).map(String));
  return Array.from({ length: board.height }, (_, y) => Array.from({ length: board.width }, (_, x) => (found.has(`${x},${y}`) ? '#' : '.')).join(''));
};

test('a room is what nobody leaves but by a door, a window or a gap in a wall', () => {
  const room = ['......', '.####.', '.####.', '.####.', '......'];
  assert.deepEqual(drawn(HOUSE), room);
  assert.deepEqual(drawn({ ...HOUSE, doors: [{ ...HOUSE.doors[0], open: false }] }), room);
  assert.deepEqual(drawn({ ...HOUSE, walls: HOUSE.walls.slice(1), windows: HOUSE.walls.slice(0, 1) }), room);
});

test('where a wall is missing, or a gap is wider than a way through, it is outdoors', () => {
  const outdoors = Array(5).fill('......');
  assert.deepEqual(drawn({ ...HOUSE, walls: HOUSE.walls.slice(1) }), outdoors);
  assert.deepEqual(drawn({ ...HOUSE, walls: HOUSE.walls.map((wall) => (wall[0] === 400 ? [450, 400, 500, 400] : wall)) }), outdoors);
  assert.deepEqual(drawn({ ...HOUSE, walls: [], doors: [] }), outdoors);
});

test('what a slanting wall cuts off is indoors, and walls at the edge of a map shut it', () => {
  const slanting = { width: 4, height: 4, walls: [[0, 0, 400, 0], [0, 0, 0, 400], [0, 400, 400, 0]], windows: [], doors: [] };
  assert.deepEqual(drawn(slanting), ['####', '###.', '##..', '#...']);
  const whole = { width: 3, height: 2, walls: [[0, 0, 300, 0], [300, 0, 300, 200], [300, 200, 0, 200], [0, 200, 0, 0]], windows: [], doors: [] };
  assert.deepEqual(drawn(whole), ['###', '###']);
});

test('a street between two houses is no room', () => {
  const house = (x) => [[x, 100, x + 200, 100], [x + 200, 100, x + 200, 300], [x + 200, 300, x, 300], [x, 300, x, 100]];
  assert.deepEqual(drawn({ width: 7, height: 4, walls: [...house(0), ...house(400)], windows: [], doors: [] }), ['.......', '##..##.', '##..##.', '.......']);
});

test('what lies over a board lies in its emptiest corner, and where all are alike in the first', () => {
  const board = { left: 0, right: 800, top: 0, bottom: 600 };
  const at = (x, y) => ({ left: x, right: x + 30, top: y, bottom: y + 30 });
  const size = { width: 200, height: 100 };
  assert.equal(emptiest(board, size, []), '');
  assert.equal(emptiest(board, size, [at(50, 50), at(400, 300)]), 'low');
  assert.equal(emptiest(board, size, [at(50, 50), at(50, 540)]), 'low beside');
  assert.equal(emptiest(board, size, [at(50, 50), at(90, 50), at(50, 540), at(90, 540), at(700, 540)]), 'beside');
  const room = Number(readFileSync(new URL('../../page/src/look.css', import.meta.url), 'utf8').match(/\.tray\.beside \{[^}]*right: (\d+)px/)?.[1]);
  const [touched, free] = [at(board.right - room - size.width - 29, 540), at(board.right - room + 1, 540)];
  assert.equal(emptiest(board, size, [at(50, 50), at(50, 540), touched]), 'beside');
  assert.equal(emptiest(board, size, [at(50, 50), at(50, 540), free, at(700, 50)]), 'low beside');
});

test('a trail follows the places of the last move that still counts, or of the command that ends in a line', () => {
  const entry = (n, last, moves, undone_by = null) => ({ n, last, moves, undone_by });
  const [here, there, pushed] = [['1:1', '2:1', '2:2'], ['2:2', '3:3'], ['5:5', '6:5']];
  const entries = [entry(1, 4, [{ who: 'Ana', places: here }]), entry(5, 5, []), entry(6, 9, [{ who: 'Ana', places: there }, { who: 'Bo', places: pushed }], 12), entry(7, 7, [])];
  assert.deepEqual([trailsOf(entries), trailsOf([]), trailsOf([{ n: 1, last: 2, undone_by: null }])], [[here], [], []]);
  assert.deepEqual([4, 5, 9, 10].map((n) => trailsAt(entries, n)), [[here], [], [there, pushed], []]);
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
  const wide = stated(ids, links, 100, 1.75, layout);
  assert.ok(wide.get('a').x < wide.get('b').x && wide.get('b').x < wide.get('c').x && wide.get('b').y > wide.get('a').y);
  for (const [one, other] of links) {
    const [p, q] = [wide.get(one), wide.get(other)];
    assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > 85);
  }
  const tall = stated(ids, links, 100, 0.6, layout);
  assert.ok(tall.get('b').y > wide.get('b').y && tall.get('c').x < wide.get('c').x);
  assert.equal(stated(ids, links, 100, 1, { a: [0, 0] }), null);
  assert.equal(stated([], [], 100, 1, {}), null);
  assert.deepEqual(stated(['a'], [], 100, 1, { a: [7, 7] }), new Map([['a', { x: 0, y: 0 }]]));
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
  const who = (id, side, hp) => ({ id, side, life: 'active', at: 'here', pools: { hp: { name: 'hp', now: hp, max: 10 } }, resources: {}, conditions: [], carried: {}, stance: {} });
  const view = { version: 3, board: { kind: 'tiles', tiles: [] }, hands: {}, reserve: [], combatants: [who('Ana', 'red', 10), who('Bo', 'blue', 10)], initiative: { turn: null, round: null } };
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

test('a link leads nowhere from another machine where it names this one by what every machine calls itself', () => {
  globalThis.location = /** @type {Location} */ ({ href: 'http://10.0.0.7:8000/' });
  const only = ['http://localhost:8000/e', 'http://127.0.0.1:8000/e', 'http://0.0.0.0:8000/e', 'http://[::1]:8000/e', 'http://[::]:8000/e'];
  const others = ['/e/1', 'http://10.0.0.7:8000/e', 'http://localhost.example.org/e', 'http://[::17]/e', 'http://[fd00::1]/e'];
  assert.deepEqual([...only, ...others].filter(isOnlyHere), only);
  Reflect.deleteProperty(globalThis, 'location');
});

test('of a history that is broken nothing is told from the first line on that is wrong', () => {
  const { bundle } = fought();
  const past = historyOf(upTo({ ...bundle, moments: [{ n: 9, kind: 'fell' }, { n: 12, kind: 'fell' }], luck: { combatants: [], sides: [] } }, 10));
  assert.deepEqual([past.first, past.last, past.count, past.closed], [3, 10, 4, 11]);
  assert.deepEqual([past.entries.map((each) => each.n), past.moments.map((each) => each.n), past.bundle.luck], [[0, 4, 7, 10], [9], undefined]);
  assert.deepEqual(readAt(historyOf(upTo(bundle, 9)).entries, 9).map((each) => each.undone_by), [null, null, null]);
  const none = historyOf(upTo(bundle, -1));
  assert.deepEqual([none.first, none.last, none.count, none.closed, none.entries], [3, 3, 1, 0, []]);
  assert.equal(fought().closed, null);
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

test('a language lists by its own signs and word, and so what is one of several', () => {
  const three = ['Anwen', 'Bo', 'Cy'];
  assert.deepEqual([[], ['Anwen'], ['Anwen', 'Bo'], three].map(listing('de')), ['', 'Anwen', 'Anwen und Bo', 'Anwen, Bo und Cy']);
  assert.deepEqual([listing('de', 'disjunction')(three), listing('en-GB')(three)], ['Anwen, Bo oder Cy', 'Anwen, Bo and Cy']);
});

test('a seat is called as whom it plays that bears its name, else as one writes a name', () => {
  const combatants = [{ id: 'Anwen', name: 'Анвен', controller: 'anwen', side: 'heroes' }, { id: 'Tobit', controller: 'gm', side: 'heroes' }];
  const view = { combatants, initiative: { pending: { owner: ['anwen', 'gm'], who: null } } };
  assert.deepEqual(['anwen', 'tobit', 'gm', 'two-sisters', 'player-2'].map((seat) => seatName(view, seat)), ['Анвен', 'Tobit', 'GM', 'Two Sisters', 'Player 2']);
  assert.equal(seatName(null, 'anwen'), 'Anwen');
  assert.deepEqual(awaited(view), ['Анвен', 'GM']);
  const side = { ...view, initiative: { pending: { owner: 'heroes', who: null } } };
  assert.deepEqual([awaited(side), isSide(side, 'heroes'), isSide(side, 'GM')], [['heroes'], true, false]);
});

test('what is waited for is as it was told last, and lines are none of it', () => {
  const now = announcements();
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

test('a place is written where the server says that it stands, and the opening before it stays as it was', () => {
  const opening = { 'list/of~all': [{ id: 'Ana', at: 'T1' }, { id: 'Bo' }] };
  const draft = { opening, places: { Ana: '/list~1of~0all/0/at', Bo: '/list~1of~0all/1/at' } };
  const moved = placed(draft, new Map([['Ana', 'T2'], ['Bo', 'T3'], ['Nobody', 'T4']]));
  assert.deepEqual(moved, { 'list/of~all': [{ id: 'Ana', at: 'T2' }, { id: 'Bo', at: 'T3' }] });
  assert.deepEqual(placed(draft, new Map([['Ana', null], ['Bo', null]])), { 'list/of~all': [{ id: 'Ana' }, { id: 'Bo' }] });
  assert.deepEqual(opening, { 'list/of~all': [{ id: 'Ana', at: 'T1' }, { id: 'Bo' }] });
});

test('what was not answered is said again by the same number, and whatever else by another one', async () => {
  const numbers = retries();
  const sent = [];
  const say = (said, fails = null) => numbers.of(said, async (cmd) => {
    sent.push(cmd);
    if (fails) throw fails;
    return 'done';
  });
  const [lost, busy, unreached, refused] = [new TypeError('network'), new Problem(503, {}), new Problem(0, {}), new Problem(409, {})];
  for (const fails of [lost, busy, unreached]) await assert.rejects(say({ do: 'attack' }, fails));
  assert.equal(await say({ do: 'dash' }), 'done');
  assert.equal(await say({ do: 'attack' }), 'done');
  assert.deepEqual(sent.map((cmd) => sent.indexOf(cmd)), [0, 0, 0, 3, 0]);
  await assert.rejects(say({ do: 'attack' }, refused));
  await say({ do: 'attack' });
  assert.equal(new Set(sent.slice(4)).size, 3);
});

test('what a line tells of has happened, though its answer was lost, and is something else if it is said again', async () => {
  const numbers = retries();
  const sent = [];
  const loses = (heard) => numbers.of('attack', async (cmd) => {
    sent.push(cmd);
    if (heard) numbers.heard(cmd);
    throw new TypeError('network');
  });
  assert.equal(await loses(true), null);
  await assert.rejects(loses(false));
  numbers.heard(undefined);
  numbers.heard(sent[1]);
  await assert.rejects(loses(false));
  assert.equal(new Set(sent).size, 3);
});

test('an id that every object has a word for is a name of nobody', () => {
  assert.deepEqual([plain('constructor'), titled('to_string'), isNamed('constructor')], ['constructor', 'To string', false]);
  name({ names: { constructor: 'Bob' }, combatants: [] });
  assert.deepEqual([plain('constructor'), isNamed('constructor'), isNamed('valueOf')], ['Bob', true, false]);
  name({ combatants: [] });
});

test('whoever is called as somebody else is, by a name or an id, is told apart by the id', () => {
  const names = { Gob: 'Goblin', Gob2: 'ＧＯＢＬＩＮ ', Wels: 'Ana', Orla: 'Orla the Tall' };
  const combatants = [...Object.keys(names), 'Ana'].map((id) => ({ id, name: names[id] ?? null }));
  name({ names, combatants });
  assert.deepEqual(combatants.map(nameOf), ['Goblin (Gob)', 'ＧＯＢＬＩＮ  (Gob2)', 'Ana (Wels)', 'Orla the Tall', 'Ana']);
  assert.deepEqual(combatants.map(lettersOf), ['Go', 'G2', 'We', 'Ot', 'An']);
  assert.deepEqual([titled('Gob'), plain('Orla')], ['Goblin (Gob)', 'Orla the Tall']);
  name({ combatants: [] });
  assert.deepEqual([nameOf(combatants[0]), lettersOf(combatants[0])], ['Goblin', 'Go']);
});

/** Questions that are answered when the test says so, in any order. */
const questions = () => {
  const asked = [];
  const ask = (what) => new Promise((done, failed) => asked.push({ what, done, failed }));
  return { asked, ask };
};
const settled = () => new Promise((done) => setImmediate(done));

/** A chronicle whose questions a test answers. */
const chronicle = (context) => {
  const { asked, ask } = questions();
  context.mock.method(globalThis, 'fetch', (address) => ask(address).then((told) => new Response(JSON.stringify(told))));
  const entry = (n) => ({ n, last: n, undone_by: null });
  const answer = async (which, ...ns) => {
    asked[which].done(ns.map(entry));
    await settled();
  };
  return { story: storyOf('/e', 'key'), asked, answer, entry, ns: (story) => story.entries.value.map(({ n }) => n) };
};

test('an answer that was overtaken takes nothing from the chronicle', async (context) => {
  const { story, answer, ns } = chronicle(context);
  void story.tell();
  await answer(0, 1, 2, 3);
  void story.tell();
  void story.tell();
  await answer(2, 3, 4, 5);
  assert.deepEqual(ns(story), [1, 2, 3, 4, 5]);
  await answer(1, 3, 4);
  assert.deepEqual(ns(story), [1, 2, 3, 4, 5]);
});

test('what was taken back is asked for anew until an answer to that was taken', async (context) => {
  const { story, asked, answer, ns } = chronicle(context);
  void story.tell();
  await answer(0, 1, 2, 3);
  story.anew();
  void story.tell();
  void story.tell();
  await answer(2, 1, 2, 6);
  await answer(1, 1, 2, 3);
  assert.deepEqual(ns(story), [1, 2, 6]);
  void story.tell();
  const from = asked.map(({ what }) => new URL(what, 'http://e').searchParams.get('after'));
  assert.deepEqual(from, [null, '0', '0', '2']);
});

test('why a value is what it is at one line is not answered by what it was at another', async () => {
  const { asked, ask } = questions();
  const why = signal(null);
  for (const at of [3, 9]) void explained(why, 'Eel.hp', ask(at));
  asked[1].done({ asked: 'Eel.hp', told: 'at 9', failed: null });
  await settled();
  asked[0].done({ asked: 'Eel.hp', told: 'at 3', failed: null });
  await settled();
  assert.equal(why.value.told, 'at 9');
  void explained(why, 'Eel.hp', ask(4));
  why.value = null;
  asked[2].done({ asked: 'Eel.hp', told: 'at 4', failed: null });
  await settled();
  assert.equal(why.value, null);
});

test('a sheet is one JSON object, and nothing else that is JSON', () => {
  assert.deepEqual(sheetIn('{"id": "Guest", "at": null}'), { id: 'Guest', at: null });
  for (const text of ['', 'Guest', '{"id":', 'null', '5', '"Guest"', 'true', '[]', '[{"id": "Guest"}]']) assert.equal(sheetIn(text), null, text);
});

test('a dispute that was closed while it loads stays closed, and of two the one asked for last is shown', async () => {
  const { asked, ask } = questions();
  const entries = signal([]);
  const disputes = disputing({ entries, read: ask });
  const answer = async (which, told) => {
    asked[which].done(told);
    await settled();
  };
  void disputes.show(4);
  await answer(0, { line: 4 });
  assert.equal(disputes.shown.value.line, 4);
  entries.value = [{ kind: 'table', last: 9 }];
  await answer(1, []);
  disputes.hide();
  await answer(2, { line: 4 });
  assert.equal(disputes.shown.value, null);
  void disputes.show(4);
  void disputes.show(7);
  await answer(4, { line: 7 });
  await answer(3, { line: 4 });
  assert.equal(disputes.shown.value.line, 7);
  assert.deepEqual(asked.map(({ what }) => what), ['disputes/4', 'disputes', 'disputes/4', 'disputes/4', 'disputes/7']);
  disputes.close();
});

/** The pages of all who play without a referee, at a dispute that a server keeps. */
const withoutReferee = (...seats) => {
  const kept = { line: 7, words: [] };
  const declared = [];
  let line = 7;
  const page = (seat) => disputing({
    entries: signal([]),
    read: async (what) => (what === 'disputes' ? [kept] : { ...kept }),
    tell: async (_, { action, reason, result }) => {
      line += 1;
      kept.words = [...kept.words.filter((word) => word.seat !== seat), { seat, line, result, reason, action }];
    },
    declare: async (action) => declared.push({ seat, action }),
  });
  const agreeing = (seat) => {
    const { agree } = page(seat);
    return (action) => agree(7, 'Half cover.', action, seats.filter((each) => each !== seat));
  };
  return { kept, pages: seats.map(agreeing), declared };
};
const FIX = { do: 'override', by: 'table', who: 'Bo', what: 'health', value: 9, reason: 'Half cover.', dispute: 7 };

test('where a name that is given in secret is opened is called as its heading is', () => {
  for (const { naming, sealed } of [englishDrawer, germanDrawer]) assert.ok(naming.inSecret.includes(sealed), naming.inSecret);
});

test('two of three who say the same at once have the dispute corrected, and once', async () => {
  const { pages: [ana, bo, cy], declared } = withoutReferee('ana', 'bo', 'cy');
  assert.ok(await ana(FIX));
  assert.deepEqual(declared, []);
  assert.deepEqual(await Promise.all([bo(FIX), cy(FIX)]), [true, true]);
  assert.deepEqual(declared, [{ seat: 'cy', action: FIX }]);
});

test('the same that is typed in another order corrects a dispute, and another value does not', async () => {
  const { pages: [ana, bo], declared } = withoutReferee('ana', 'bo');
  const { who, value, ...rest } = FIX;
  await ana(FIX);
  await bo({ ...FIX, value: 8 });
  assert.deepEqual(declared, []);
  await bo({ value, ...rest, who });
  assert.deepEqual(declared.map(({ seat }) => seat), ['bo']);
});

test('where all have said the same and nobody has corrected it, whoever says so again does', async () => {
  const { kept, pages: [ana], declared } = withoutReferee('ana', 'bo');
  kept.words = ['ana', 'bo'].map((seat, index) => ({ seat, line: index, result: 'corrected', reason: 'Half cover.', action: FIX }));
  await ana(FIX);
  assert.deepEqual(declared.map(({ seat }) => seat), ['ana']);
});

test('what comes during a pause is spoken after it, to the last of it, and nothing once nobody listens', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const entry = (n) => ({ n, clauses: [{ kind: 'headline', parts: [{ text: `Entry ${n}.` }] }] });
  const said = [];
  const voice = speaking((words) => said.push(words));
  const known = [entry(1)];
  const comes = (n) => (known.push(entry(n)), voice.hear([...known], { combatants: [] }));
  voice.hear([...known], { combatants: [] });
  comes(2);
  comes(3);
  t.mock.timers.tick(1500);
  assert.deepEqual(said, ['Entry 2 1 more']);
  t.mock.timers.tick(1500);
  comes(4);
  voice.stop();
  t.mock.timers.tick(1500);
  assert.equal(said.length, 1);
});

const FORETOLD = {
  sides: ['foes', 'heroes'],
  first: [0.3, 0.6],
  steps: [
    { n: 3, last: 4, before: [0.3, 0.6], expected: [0.3, 0.65], after: [0.2, 0.7] },
    { n: 6, last: 8, before: [0.2, 0.7], expected: [0.5, 0.4], after: [0.9, 0.05] },
    { n: 10, last: 11, before: [0.9, 0.05], expected: [0.9, 0.05], after: [1, 0] },
  ],
  largest: [3, 6],
  foresight: { fights: 400, skill: 0.3 },
};

test('chances are told in the order of the sides, each from the last line of its command on', () => {
  const steps = [{ n: 2, view: {}, left: { heroes: [9, 10], foes: [6, 10] } }, { n: 11, patch: [], left: { heroes: [0, 10], foes: [6, 10] } }];
  const past = historyOf({ encounter: 'e', version: 12, words: {}, steps, moments: [], entries: [] });
  const way = chancesOf(past, FORETOLD);
  assert.deepEqual(way.points, [{ n: 2, shares: [0.6, 0.3] }, { n: 4, shares: [0.7, 0.2] }, { n: 8, shares: [0.05, 0.9] }, { n: 11, shares: [0, 1] }]);
  assert.deepEqual([0, 3, 4, 9, 12].map((n) => sharesAt(way, n)[0]), [0.6, 0.6, 0.7, 0.05, 0]);
  assert.deepEqual(way.largest.map(({ n }) => n), [4, 8]);
  assert.deepEqual(way.swings.map(({ side, by }) => [side, Math.round(100 * by)]), [[0, 10], [1, -70], [1, -10]]);
  assert.deepEqual(leftOf(past).points.map(({ shares }) => shares.map((each) => each.toFixed(1))), [['0.6', '0.4'], ['0.0', '1.0']]);
  assert.deepEqual(leftOf(past).swings.map(({ n, side, by }) => [n, side, Math.round(100 * by)]), [[11, 1, -60]]);
});

test('what decided a fight names the side that it moved most, and what the dice gave in all adds up', () => {
  const told = decisive(FORETOLD).map(({ n, last, side, before, after, luck }) => [n, last, side, before, after, Math.round(100 * luck)]);
  assert.deepEqual(told, [[3, 4, 'foes', 0.3, 0.2, -10], [6, 8, 'foes', 0.2, 0.9, 40]]);
  for (const { before, after, luck, rest } of inAll(FORETOLD)) assert.ok(Math.abs(before + luck + rest - after) < 1e-9);
  assert.deepEqual(inAll(FORETOLD).map(({ side, luck }) => [side, Math.round(100 * luck)]), [['foes', 40], ['heroes', -35]]);
});

test('a ledger that is closed leaves what is kept shut, and the notes of others, to those who could read them', () => {
  const entry = (n, seat, only, text = '…', kind = 'command') => ({ n, seat, only, text, kind });
  const entries = [
    entry(4, 'gm', ['ana']),
    entry(6, 'gm', []),
    entry(8, 'bo', ['ana']),
    entry(10, 'gm', null, 'Seat gm keeps shut what line 6 sealed: “It keeps shut what line 4 sealed.”.', 'table'),
    entry(11, 'gm', null, 'The ledger was closed by seat gm.', 'table'),
  ];
  assert.deepEqual([...keptShut(entries)], [6]);
  assert.deepEqual([...keptShut(entries, 'bo')], []);
  const shut = (seat, role) => opened(entries, { seat, role, seats: [] }).flatMap(({ n, only }) => (only ? [n] : []));
  assert.deepEqual(shut('gm', 'referee'), [6, 8]);
  assert.deepEqual(shut('ana', 'player'), [6, 8]);
  assert.deepEqual(shut('cy', 'player'), [6]);
});

test('what a table agrees on is asked by the words of the form, for each side what it shows, and no loaded dice', () => {
  const shows = { title: 'Disclosure', description: 'What it shows.', additionalProperties: { enum: ['numbers', 'words'] } };
  const form = { properties: { system: {}, disclosure: shows, dice: { title: 'Dice', enum: ['ledger', 'table', 'loaded'], default: 'ledger' } } };
  const people = [['a', 'party'], ['b', 'foes'], ['c', 'foes']].map(([id, side]) => ({ id, side, kind: 'player' }));
  const opening = { system: 'books', disclosure: { foes: 'words' } };
  const rules = agreedRules(form, { begins: { combatants: people }, opening });
  assert.deepEqual(rules.map(([name, rule]) => [name, rule.title, rule.enum]), [
    ['disclosure/party', 'Disclosure: party', ['numbers', 'words']],
    ['disclosure/foes', 'Disclosure: foes', ['numbers', 'words']],
    ['dice', 'Dice', ['ledger', 'table']],
  ]);
  const seen = { properties: { attest: { title: 'Attest', enum: ['none', 'opponent'], default: 'none' } } };
  const asked = (possible, agreed) => agreedRules(seen, { begins: { combatants: people }, opening, possible }, agreed).map(([, rule]) => rule.enum);
  assert.deepEqual([asked({ attest: ['none'] }), asked({ attest: ['none', 'opponent'] }), asked({ attest: ['none'] }, { attest: 'opponent' })],
    [[], [['none', 'opponent']], [['none', 'opponent']]]);
  assert.deepEqual(agreedOn(opening, { dice: 'table' }), { system: 'books', dice: 'table', 'disclosure/foes': 'words' });
  const both = agreeing(opening, {}, rules[0], 'words');
  assert.deepEqual(both, { disclosure: { foes: 'words', party: 'words' } });
  assert.deepEqual(agreeing(opening, agreeing(opening, both, rules[0], 'numbers'), rules[1], 'numbers'), { disclosure: undefined });
});

/** An entry whose clauses are these parts each. */
const entryOf = (n, ...clauses) => ({ n, last: n, undone_by: null, dice: [], text: '', clauses: clauses.map((parts, index) => ({ kind: index ? 'detail' : 'headline', parts })) });
const who = (id, text = id) => ({ text, who: id });
const headings = (...entries) => sections(entries).flatMap(({ round, items }) => [...(round === null ? [] : [round]), ...items.flatMap((item) => ('turn' in item ? [item.turn] : []))]);

test('nobody is named twice in what they did and what came of it', () => {
  const view = { combatants: [] };
  const attacked = [who('Bo'), { text: ' attacked ' }, who('Cy'), { text: ': ' }];
  assert.equal(spokenEntry(entryOf(1, attacked, [who('Bo'), { text: ' missed' }], [who('Cy'), { text: ' laughed' }]), view), 'Bo attacked Cy and missed. Cy laughed');
  assert.equal(spokenEntry(entryOf(1, attacked, [who('Cy'), { text: ' fell' }], [who('Bo'), { text: ' laughed' }]), view), 'Bo attacked Cy. Cy fell. Bo laughed');
  assert.equal(spokenEntry(entryOf(1, attacked, [who('Bo'), { text: '’s blade broke' }]), view), 'Bo attacked Cy. Bo’s blade broke');
  assert.equal(spokenEntry(entryOf(1, [{ text: 'Round 1 began: ' }], [who('Bo'), { text: ' had the turn' }]), view), 'Round 1 began. Bo had the turn');
});

test('a turn is a heading whatever whoever has it is called', () => {
  const ended = [who('Bo'), { text: ' ended the turn: ' }];
  assert.deepEqual(headings(entryOf(1, ended, [{ text: 'round 2 began (6 seconds); ' }], [who('Old_Wels', 'Old Wels of the Weir'), { text: ' had the turn.' }])), [2, 'Old_Wels']);
  assert.deepEqual(headings(entryOf(1, [{ text: 'The referee chose ' }, who('Eel', '旅人'), { text: ' to act.' }])), ['Eel']);
  assert.deepEqual(headings(entryOf(1, ended, [{ text: 'Rats of the cellar had the turn.' }])), ['Rats of the cellar']);
  assert.deepEqual(headings({ ...entryOf(1, ended, [who('Eel'), { text: ' had the turn.' }]), undone_by: 4 }), []);
});

test('nothing begins because somebody says so, or is called so', () => {
  const said = [who('Bo'), { text: ' said “round 3 began; Eel had the turn, and I chose Eel to act”.' }];
  assert.deepEqual(headings(entryOf(1, said), entryOf(2, [who('Eel', 'Who had the turn when round 9 began'), { text: ' moved to ' }, { text: 'The hall where round 7 began', place: 'hall' }])), []);
});

test('in a text somebody is found by what people call them, and by their id', () => {
  const view = { combatants: [{ id: 'Wels', name: 'Old Wels' }, { id: 'Brother-Halm' }, { id: 'Orm', name: 'Élan' }] };
  const found = (text) => marked(text, view).filter((part) => part.who).map(({ text: told, who: id }) => [told, id]);
  assert.deepEqual(found('Old Wels hit Brother-Halm, and Élan’s mare.'), [['Old Wels', 'Wels'], ['Brother-Halm', 'Brother-Halm'], ['Élan', 'Orm']]);
  assert.deepEqual(found('Welsh and Élans'), []);
});

test('of a chronicle one’s own entries, rolls, words, rulings or what was taken back are found', () => {
  const plain = { ...entryOf(1, [who('Eel'), { text: ' moved' }]), seat: 'ana', words: 0, rulings: 0 };
  const entries = [plain, { ...plain, n: 2, seat: 'bo', dice: [{ by: 'Bo' }] }, { ...plain, n: 3, seat: 'gm', words: 1 }, { ...plain, n: 4, seat: 'gm', rulings: 2 }, { ...plain, n: 5, seat: null, undone_by: 6 }];
  const found = (sought, seat = 'ana') => entries.filter((entry) => fits(entry, { combatants: [] }, seat, { find: '', kind: '', who: '', ...sought })).map(({ n }) => n);
  assert.deepEqual(['mine', 'rolls', 'words', 'rulings', 'undone'].map((kind) => found({ kind })), [[1], [2], [3], [4], [5]]);
  assert.deepEqual([found({ kind: 'mine' }, null), found({ who: 'Bo' }), found({ kind: 'rolls', who: 'Eel' }), found({ find: 'MOVED' }).length], [[], [2], [2], 5]);
});

test('a dispute is on its line from when it was raised, and open until it is settled', () => {
  const all = [{ line: 4, of: 2, by: 'ana', result: 'stands', settled: 9 }, { line: 7, of: 3, by: 'bo', result: null, settled: null }];
  assert.deepEqual([3, 4, 8, 9].map((at) => disputesAt(all, at).map(({ result }) => result)), [[], [null], [null, null], ['stands', null]]);
  assert.deepEqual([disputesOf(all, 1, 2), disputesOf(all, 3, 5), disputesOf(all, 4, 9)].map((found) => found.map(({ line }) => line)), [[4], [7], []]);
});

test('what one rewind took back, one after another, is one item', () => {
  const [one, two, three, four, five] = [3, 3, null, 8, 9].map((undone_by, n) => ({ entry: { ...entryOf(n, []), undone_by } }));
  assert.deepEqual(folded([one, two, three, four, five]), [{ undone: [one.entry, two.entry] }, three, four, five]);
  assert.deepEqual(folded([one, { turn: 'Bo' }, two, two, two]).map((item) => ('undone' in item ? item.undone.length : 1)), [1, 1, 3]);
});

test('every value that differs is listed: things and stances, hands, who waited in reserve, doors', () => {
  const eel = { id: 'Eel', side: 'red', life: 'active', at: '1:1', pools: {}, resources: {}, conditions: [], carried: { belt: ['long_knife'] }, stance: { weapon: 'eel-fork', braced: false } };
  const door = { id: 'gate', wall: [0, 0, 0, 1], open: false, lock: 'barred' };
  const before = { version: 1, board: { kind: 'grid', doors: [door] }, hands: { red: ['bomb', 'bomb'], 'ground:Yard': [] }, reserve: [{ id: 'Moth' }], combatants: [eel], initiative: { turn: null, round: null } };
  const after = { ...before, version: 2, board: { kind: 'grid', doors: [{ ...door, open: true, lock: null }] }, hands: { red: ['bomb'], 'ground:Yard': ['long_knife'] }, reserve: [], combatants: [{ ...eel, carried: { belt: [] }, stance: { weapon: null, braced: true } }] };
  const past = historyOf({ encounter: 'e', version: 2, words: {}, steps: [{ n: 1, view: before, left: {} }, { n: 2, view: after, left: {} }], moments: [], entries: [{ n: 2, last: 2, undone_by: null }] });
  const found = differing(past, 1, 2);
  assert.deepEqual(Object.fromEntries(found.map((each) => [`${each.who} ${each.what}`, [each.before, each.after]])), {
    'Eel belt': ['long knife', ''],
    'Eel weapon': ['eel-fork', null],
    'Eel braced': ['false', 'true'],
    'red hand': ['bomb, bomb', 'bomb'],
    'Yard ground': ['', 'long knife'],
    'Moth reserve': ['waiting', null],
    'gate door': ['closed, barred', 'open'],
  });
  assert.ok(found.every(({ changes: [{ n }] }) => n === 2));
});

test('the address of a moment in a frame stays one for frames', () => {
  const moment = { at: 4, by: null, versus: null, as: null, why: null };
  assert.equal(queryOf(moment, true), '?embed=&at=4');
  assert.ok(route({ pathname: `/r/${'ab'.repeat(16)}`, hash: '', search: queryOf(moment, true) }).embed);
});

test('chances hide neither each other nor anybody while there is room, and no name lies under one', () => {
  const laid = (/** @type {Record<string, [number, number]>} */ at, /** @type {string[]} */ aimed) => {
    const view = { combatants: Object.keys(at).map((id) => ({ id, name: null, life: 'active' })) };
    const tokens = new Map(Object.entries(at).map(([id, [x, y]]) => [id, { x: 20 + 40 * x, y: 20 + 40 * y, r: 15 }]));
    const { chances, names } = labelled(/** @type {any} */ (view), /** @type {any} */ ({ tokens }), new Map(aimed.map((who) => [who, { text: '63%', picked: false, own: false }])));
    return [[...chances].map(([who, { up }]) => `${who} ${up ? 'above' : 'below'}`), [...names].map(([who, where]) => `${who} ${where}`)];
  };
  assert.deepEqual(laid({ Ana: [2, 2], Eel: [8, 2] }, ['Eel']), [['Eel below'], ['Ana usual', 'Eel under']]);
  assert.deepEqual(laid({ Ana: [2, 2], Eel: [2, 3] }, ['Ana', 'Eel']), [['Ana above', 'Eel below'], []]);
  assert.deepEqual(laid({ Ana: [2, 2], Eel: [2, 3], Bo: [2, 1] }, ['Ana']), [['Ana below'], []]);
  assert.deepEqual(laid({ Ana: [2, 2], Eel: [3, 2], Bo: [4, 2] }, ['Ana', 'Eel', 'Bo']), [['Ana below', 'Eel above', 'Bo below'], ['Ana under', 'Eel usual', 'Bo under']]);
  assert.deepEqual(laid({ Wrecker: [2, 2], Eel: [2, 4] }, ['Eel']), [['Eel below'], ['Wrecker usual', 'Eel under']]);
});
