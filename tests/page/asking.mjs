// What the page knows of a table and how it asks for it, before a server that is not there.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { signal } from '../../page/vendor/vendor.mjs';
import { Problem, call } from '../../page/src/model/call.js';
import { table } from '../../page/src/model/store.js';
import { Device } from '../../page/src/trust/device.js';
import { Hub } from '../../page/src/worker/hub.js';

/** What waits for its time: it comes when it is told to. @type {{work: () => void, after: number}[]} */
let later = [];
/** What was asked of the server, and what it answers: by the end of an address. */
let asked = [];
let answers = {};
const settled = () => new Promise((done) => setImmediate(() => setImmediate(() => setImmediate(done))));

globalThis.window = globalThis;
globalThis.setTimeout = (work, after = 0) => later.push({ work, after });
globalThis.clearTimeout = (number) => number && delete later[number - 1];
globalThis.fetch = async (path) => {
  const end = path.split('/').pop().split('?')[0];
  asked.push(end);
  const answer = answers[end] ?? 503;
  return typeof answer === 'number' ? new Response('{}', { status: answer }) : new Response(JSON.stringify(answer));
};

/** Let what waits for at least so long come, and return after how long it would have. @param {number} least */
async function passes(least) {
  const due = later.filter((each) => each && each.after >= least);
  later = later.map((each) => (due.includes(each) ? undefined : each));
  due.forEach(({ work }) => work());
  await settled();
  return due.map(({ after }) => after);
}

const SEATING = { seat: 'ana', role: 'player', seats: [] };
const view = (version, more = {}) => ({ version, names: {}, board: { kind: 'zones' }, combatants: [], ...more });
const line = (n, patch) => ({ id: n, event: 'line', data: { line: { n, type: 'X' }, patch } });
const at = (version) => [{ op: 'replace', path: '/version', value: version }, { op: 'add', path: '/seen/-', value: version }];

/** A device as a tab reaches it: it tells what it is told to. */
function reached() {
  const listeners = new Set();
  const standing = signal(null);
  return { listeners, standing, wrong: signal(null), beside: new Map(), isUp: true, tells: (told) => listeners.forEach((each) => each.told(told)), covers: (covered) => (standing.value = { covered, stopped: null }) };
}

beforeEach(async () => {
  await settled();
  [later, asked, answers] = [[], [], { seats: SEATING, words: {}, chronicle: [], offers: { version: 3, offers: [] }, x: view(3, { seen: [] }) }];
});

test('a line that came already is not put on the view again, and after one that did not come the view is taken anew', async () => {
  const device = reached();
  const at_table = table('x', 'key', device);
  await settled();
  device.tells(line(4, at(4)));
  device.tells(line(4, at(4)));
  device.tells(line(3, at(3)));
  assert.deepEqual([at_table.view.value.version, at_table.view.value.seen], [4, [4]]);
  answers.x = view(7, { seen: ['whole'] });
  device.tells(line(7, at(7)));
  device.tells(line(8, at(8)));
  assert.equal(at_table.view.value.version, 4);
  await settled();
  assert.deepEqual([at_table.view.value.version, at_table.view.value.seen], [8, ['whole', 8]]);
  at_table.close();
});

test('what a device took as it came, and told nobody, is in a view that is taken once it sits', async () => {
  const device = reached();
  const at_table = table('x', 'key', device);
  await settled();
  device.covers(4);
  await settled();
  assert.equal(asked.filter((end) => end === 'x').length, 1);
  answers.x = view(5, { seen: ['whole'] });
  device.covers(6);
  await settled();
  assert.deepEqual([at_table.view.value.version, at_table.view.value.seen], [5, ['whole']]);
  at_table.close();
});

test('choices that did not come are asked for again, later each time, until they are there', async () => {
  const device = reached();
  answers.offers = 503;
  const at_table = table('x', 'key', device);
  await settled();
  assert.deepEqual(await passes(0), [30]);
  for (const after of [1000, 2000, 5000, 5000]) assert.deepEqual(await passes(1000), [after]);
  answers.offers = { version: 3, offers: [] };
  assert.deepEqual(await passes(1000), [5000]);
  assert.equal(at_table.choices.value.version, 3);
  assert.deepEqual(await passes(0), []);
  answers.offers = { version: 4, offers: [] };
  at_table.view.value = view(4);
  device.listeners.forEach((each) => each.up());
  await passes(0);
  assert.equal(at_table.choices.value.version, 4);
  at_table.close();
});

test('who sits at a table is asked for again while the server is busy or away, and what it refuses stays refused', async () => {
  for (const busy of [503, 429]) {
    answers = { ...answers, seats: busy, x: busy };
    const device = reached();
    const at_table = table('x', 'key', device);
    await settled();
    assert.equal(at_table.failed.value, null);
    answers = { ...answers, seats: SEATING, x: view(3) };
    await passes(1000);
    assert.deepEqual([at_table.seating.value?.seat, at_table.view.value?.version], ['ana', 3]);
    at_table.close();
  }
  answers.seats = 404;
  const at_table = table('x', 'key', reached());
  await settled();
  assert.notEqual(at_table.failed.value, null);
  at_table.close();
});

test('an answer is waited for so long and no longer, whoever else may break it off', async (t) => {
  const late = new AbortController();
  const given = [];
  t.mock.method(AbortSignal, 'timeout', (after) => (given.push(after), late.signal));
  t.mock.method(globalThis, 'fetch', (_, { signal }) => new Promise((_, failed) => signal.addEventListener('abort', () => failed(signal.reason))));
  const own = new AbortController();
  const calls = [call('/x'), call('/x', { signal: own.signal }), call('/x', { patience: 60000 })].map((each) => each.catch((why) => why));
  own.abort('own');
  assert.equal(await calls[1], 'own');
  late.abort('late');
  assert.deepEqual([await calls[0], await calls[2]], ['late', 'late']);
  assert.deepEqual(given, [15000, 15000, 60000]);
});

test('a device that nothing runs for refuses what was asked, and all that is asked later', async () => {
  globalThis.Worker = class {
    postMessage() {}
    terminate() {}
  };
  const device = new Device();
  const before = device.ask('invite', {}).catch((wrong) => wrong);
  device.worker.onerror();
  const after = device.ask('invite', {}).catch((wrong) => wrong);
  for (const wrong of [await before, await after]) assert.ok(wrong instanceof Problem);
  const at_table = table('x', 'key', device);
  await settled();
  await passes(3000);
  assert.notEqual(at_table.lost.value, null);
  at_table.close();
  const other = new Device();
  other.worker.onmessage({ data: { up: true } });
  other.worker.onerror();
  assert.equal(other.wrong.value, null);
  const still = other.ask('invite', {});
  other.worker.onmessage({ data: { answer: 1, value: 'a link' } });
  assert.equal(await still, 'a link');
});

test('where a device cannot be had what is asked of it fails, and another tab has its turn', async (t) => {
  globalThis.BroadcastChannel = class {
    postMessage() {}
  };
  let released = false;
  t.mock.getter(globalThis, 'navigator', () => ({ locks: { request: (_, work) => work().finally(() => (released = true)) } }));
  const told = [];
  const device = new Device();
  let down = 0;
  device.listeners.add({ down: () => (down += 1) });
  const hub = new Hub((word) => (device.worker.onmessage({ data: word }), 'answer' in word && told.push(word)));
  hub.asked({ number: 1, what: 'invite', with: {} });
  hub.asked({ number: 0, what: 'begin', with: { id: 'x', fresh: false } });
  await settled();
  hub.asked({ number: 2, what: 'invite', with: {} });
  assert.deepEqual([released, told.map((word) => [word.answer, word.problem.status])], [true, [[1, 0], [2, 0]]]);
  assert.deepEqual([down, device.wrong.value.message], [1, told[0].problem.told.detail]);
  device.worker.onmessage({ data: { standing: { covered: 0, stopped: null } } });
  assert.equal(device.wrong.value, null);
});
