// What was refused is told as long as it stands, and no longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { disputing } from '../../page/src/history/disputes.js';
import { backing } from '../../page/src/model/back.js';
import { Problem } from '../../page/src/model/call.js';
import { play } from '../../page/src/model/play.js';
import { retries } from '../../page/src/model/retries.js';
import { rollsOf } from '../../page/src/model/rolls.js';
import { signal } from '../../page/vendor/vendor.mjs';

globalThis.window = globalThis;
globalThis.setTimeout = () => 0;

const WENT_ON = 'The fight went on since version 30: it stands at version 34.';
const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)));
const refuse = (said = WENT_ON, status = 409) => {
  throw new Problem(status, { detail: said });
};

/** A turn in which one may hit either of two foes, before a server that answers what it is told to. */
function turn() {
  const hit = { do: 'hit', who: 'Bo', by: null, aside: false, label: 'Hit', hint: '', group: 'attack', rolls: true, final: false, closed: { target: ['Foe', 'Fiend'] }, open: {}, means: { target: 'combatant' } };
  const initiative = (who) => ({ round: 1, turn: who, pending: { kind: 'turn', who } });
  const people = ['Bo', 'Foe', 'Fiend'].map((id) => ({ id, side: id === 'Bo' ? 'ours' : 'theirs', life: 'active', pools: {} }));
  const at = (version, who = 'Bo') => ({ version, combatants: people, reserve: [], initiative: initiative(who) });
  const table = {
    view: signal(at(30)), choices: signal({ version: 30, pending: { kind: 'turn', who: 'Bo' }, offers: [hit], odds: [] }), asides: signal([]), lost: signal(null), numbers: retries(),
    declare: async () => ({}), renew: async () => {}, send: async () => ({}), read: async () => [],
  };
  return { table, at, now: play(table) };
}

/** Hit somebody, and be refused. */
async function refusedOnce({ table, now }, renew = async () => {}) {
  table.declare = async () => refuse();
  table.renew = renew;
  now.hold(now.chips.value[0], { target: 'Foe' });
  assert.equal(await now.confirm(), false);
  assert.equal(now.refused.value.text, WENT_ON);
  table.declare = async () => ({});
}

test('a refusal is gone once the same is sent again, and while it is', async () => {
  const made = turn();
  await refusedOnce(made);
  let told = 'unsent';
  made.table.declare = async () => (told = made.now.refused.value);
  assert.equal(await made.now.confirm(), true);
  assert.deepEqual([told, made.now.refused.value], [null, null]);
});

test('a refusal is gone once what was refused is not meant any more', async () => {
  const made = turn();
  await refusedOnce(made);
  made.now.clear();
  assert.equal(made.now.refused.value, null);
});

test('a refusal stays when the lines come that caused it, and goes with the turn', async () => {
  const made = turn();
  await refusedOnce(made, async () => (made.table.choices.value = { ...made.table.choices.value, version: 34 }));
  made.table.view.value = made.at(34, 'Foe');
  assert.equal(made.now.refused.value?.text, WENT_ON);
  made.table.view.value = made.at(35, 'Foe');
  assert.equal(made.now.refused.value?.text, WENT_ON);
  made.table.view.value = made.at(36);
  assert.equal(made.now.refused.value, null);
});

test('that nobody answered stays while the fight stands, and is gone once it goes on in the same turn', async () => {
  const made = turn();
  const { table, now } = made;
  table.declare = async () => refuse('The server does not answer.', 0);
  now.hold(now.chips.value[0], { target: 'Foe' });
  assert.equal(await now.confirm(), false);
  table.view.value = { ...made.at(30) };
  assert.equal(now.refused.value?.text, 'The server does not answer.');
  table.view.value = made.at(31);
  assert.equal(now.refused.value, null);
  await refusedOnce(made);
  table.view.value = made.at(32);
  assert.equal(now.refused.value?.text, WENT_ON, 'what was refused for a reason stays in its turn');
});

/** A table beside whose turns things are said, each refused until it is not. */
function beside() {
  const announced = { request: signal({ rewind: null }), links: signal(null), pending: signal(null) };
  return {
    announced, seating: signal({ seat: 'bo' }), entries: signal([]), choices: signal({ rewinds: [] }),
    tell: async () => refuse(), read: async () => ({ others: [], voids: [] }), declare: async () => refuse(),
  };
}

test('what was refused of one wish to take back is not told of the next, nor while one tries again', async () => {
  const table = beside();
  const back = backing(table);
  table.announced.request.value = { rewind: { line: 14, by: 'ana', to_version: 12, agreed: [], asked: [] } };
  await back.answer(true);
  assert.equal(back.failed.value.text, WENT_ON);
  table.announced.request.value = { rewind: { line: 16, by: 'ana', to_version: 9, agreed: [], asked: [] } };
  assert.equal(back.failed.value, null);
  await back.answer(true);
  let told = 'unsent';
  table.tell = async () => (told = back.failed.value);
  await back.answer(true);
  assert.equal(told, null);
});

test('what was refused of one roll is not told of the next, nor while one tries again', async () => {
  const table = beside();
  const rolls = rollsOf(table);
  table.announced.links.value = { line: 12 };
  await rolls.goOn(3);
  assert.equal(rolls.failed.value.text, WENT_ON);
  table.announced.links.value = { line: 15 };
  assert.equal(rolls.failed.value, null);
  await rolls.goOn(4);
  let told = 'unsent';
  table.tell = async () => (told = rolls.failed.value);
  await rolls.goOn(4);
  assert.deepEqual([told, rolls.failed.value], [null, null]);
  rolls.close();
});

test('what was refused of one dispute is not told of the next, and what could not be read is not once it can', async () => {
  const table = beside();
  const disputes = disputing(table);
  disputes.about.value = 7;
  await disputes.contest('It was 3.');
  assert.equal(disputes.failed.value.text, WENT_ON);
  disputes.about.value = 9;
  assert.equal(disputes.failed.value, null);
  table.read = async () => refuse('Not now.', 503);
  await disputes.show(7);
  assert.equal(disputes.failed.value.text, 'Not now.');
  table.read = async (what) => (what === 'disputes' ? [] : { line: 7 });
  table.entries.value = [{ kind: 'table', last: 40 }];
  await settled();
  assert.deepEqual([disputes.shown.value, disputes.failed.value], [{ line: 7 }, null]);
  disputes.close();
});
