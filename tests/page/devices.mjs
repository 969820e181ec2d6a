// What a device of the page computes, on the vectors that the server's own tests use, and what it looks for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { bytes, engine, hex, unhex, validKey } from '../../page/vendor/checks.mjs';
import { noble as small, Point as Own } from '../../page/vendor/curve.mjs';
import { noble } from '../../page/vendor/noble.mjs';
import { Alarm, fileName, written } from '../../page/src/worker/alarm.js';
import { chainOf } from '../../page/src/worker/chain.js';
import { gradeOf, lampOf } from '../../page/src/worker/grades.js';
import { Guard } from '../../page/src/worker/guard.js';
import { rowsIn } from '../../page/src/worker/exported.js';
import { History } from '../../page/src/worker/history.js';
import { fresh } from '../../page/src/trust/minting.js';
import { cosigning, declaring, linking, message } from '../../page/src/worker/saying.js';
import { isSecret } from '../../page/src/worker/secret.js';
import { seedOf, signing } from '../../page/src/worker/secrets.js';
import { Sitting } from '../../page/src/worker/sitting.js';
import { whoAsks } from '../../page/src/trust/vouching.js';
import { LinkAsked, MARGIN, PATIENCE, SETTLED, HEARTBEAT, Signs } from '../../page/src/worker/signs.js';

const vectors = JSON.parse(readFileSync(new URL('../ledger/vectors/el1.json', import.meta.url), 'utf8'));
const crypto = await engine();
const whose = (party) => ({ encounter: vectors.encounter, party });
const speaker = (party) => {
  const seed = unhex(vectors.keys[party].seed);
  return { ...whose(party), seat: party, public: Buffer.from(unhex(vectors.keys[party].public)).toString('base64'), sign: signing({ by: 'page', sign: seed, chain: seed, public: '' }) };
};
const sign = (party, text) => Buffer.from(noble.sign(text, unhex(vectors.keys[party].seed))).toString('base64');

for (const wanted of ['WebCrypto', 'noble']) {
  test(`each chain of the vectors has its anchor and its links, by ${wanted}`, async () => {
    Object.assign(small, noble);
    const computing = await engine(wanted === 'noble' ? wanted : undefined);
    assert.equal(computing.name, wanted);
    for (const [party, { seed, anchor, link1, link2, tip }] of Object.entries(vectors.chains.parties)) {
      const chain = await chainOf(computing, unhex(seed), whose(party), vectors.chains.length);
      assert.equal(chain.anchor, anchor);
      assert.deepEqual([hex(await chain.link(1)), hex(await chain.link(2)), hex(await chain.link(64))], [link1, link2, tip]);
    }
  });
}

test('a long chain gives every link as the hash of the next', async () => {
  const chain = await chainOf(crypto, unhex('11'.repeat(32)), whose('ana'), 4096);
  for (const k of [0, 1, 63, 64, 65, 4031, 4095]) {
    const [link, next] = [await chain.link(k), await chain.link(k + 1)];
    assert.equal(hex(await crypto.sha256(Buffer.concat([bytes('el1/link\n'), next]))), hex(link));
  }
  assert.equal(hex(await chain.link(0)), chain.anchor);
});

test('a roll of the vectors is salted by the same message and decided by the same key', async () => {
  const { rolls, chains } = vectors;
  const declared = hex(await crypto.sha256(bytes('el1 test declaration 1')));
  let text = `el1/roll\n${vectors.encounter}\n1\n${declared}\n`;
  for (const party of [...rolls.contributors].sort()) {
    const chain = await chainOf(crypto, unhex(chains.parties[party].seed), whose(party), chains.length);
    const body = await linking(speaker(party), { roll: 1, declared, k: 1, link: await chain.link(1) });
    assert.deepEqual(body.link, chains.parties[party].link1);
    assert.equal(body.sig, sign(party, bytes(`el1/contribution\n${vectors.encounter}\n1\n${declared}\n${party} 1 ${body.link}\n`)));
    text += `${party} 1 ${body.link}\n`;
  }
  assert.equal(text, rolls.first_message);
  assert.equal(hex(await crypto.hmac(unhex(chains.parties.server.link1), bytes(text))), rolls.keys[0]);
});

test('the example log of the vectors is declared with these signatures, and cosigned with these lines', async () => {
  const rows = readFileSync(new URL('../ledger/vectors/example-log.ndjson', import.meta.url), 'utf8').trim().split('\n').map((row) => JSON.parse(row));
  const declared = rows.filter((row) => row.decl?.seat === 'ana');
  assert.ok(declared.length > 0);
  for (const { decl, sig } of declared) assert.equal(await speaker('ana').sign(message(decl)), sig);
  const note = readFileSync(new URL('../ledger/vectors/example-log.checkpoint', import.meta.url), 'utf8');
  for (const party of ['ana', 'bo', 'gm']) {
    const body = await cosigning(crypto, speaker(party), note, vectors.notes.cosigned_at);
    assert.ok(note.split('\n').includes(body.line), body.line);
    assert.equal(body.size, 11);
  }
});

test('words and secrets are signed as commitments, which fit what is sent', async () => {
  const [salt, seen] = [unhex('22'.repeat(32)), [3, 'ab'.repeat(32)]];
  const how = { seen, seq: 4, cmd: 'c', salt };
  const who = speaker('ana');
  const commit = async (payload) => hex(await crypto.sha256(Buffer.concat([bytes('el1/seal\n'), salt, bytes(payload)])));
  const rest = { cmd: 'c', encounter: vectors.encounter, seat: 'ana', seen, seq: 4 };
  const words = await declaring(crypto, who, { do: 'say', text: 'Hello.', by: 'ana' }, { ...how, secret: false });
  assert.equal(words.sig, sign('ana', message({ ...rest, action: { by: 'ana', commit: await commit('{"text":"Hello."}'), do: 'say' } })));
  assert.deepEqual([words.action.text, words.salt], ['Hello.', hex(salt)]);
  const secret = await declaring(crypto, who, { do: 'seal', by: 'gm' }, { ...how, secret: true });
  assert.equal(secret.sig, sign('ana', message({ ...rest, sealed: await commit('{"action":{"by":"gm","do":"seal"}}') })));
  const plain = await declaring(crypto, who, { do: 'move' }, { ...how, secret: false });
  assert.ok(!('salt' in plain));
});

test('secrets that a browser holds give a seed for each chain, and sign, and are never shown', async () => {
  const held = await fresh(crypto);
  assert.equal(held.by, 'browser');
  const [first, again, second] = [await seedOf(crypto, held, whose('ana'), 0), await seedOf(crypto, held, whose('ana'), 0), await seedOf(crypto, held, whose('ana'), 1)];
  assert.equal(hex(first), hex(again));
  assert.notEqual(hex(first), hex(second));
  for (const key of [held.sign, held.chain]) await assert.rejects(globalThis.crypto.subtle.exportKey('raw', key));
  const kept = { by: 'page', sign: unhex('33'.repeat(32)), chain: unhex('44'.repeat(32)), public: '' };
  assert.equal(hex(await seedOf(crypto, kept, whose('ana'), 2)), hex(noble.hmac(noble.sha256, kept.chain, bytes(`el1/seed\n${vectors.encounter}\nana\n2`))));
});

test('the small curve and the library say the same of every key, good, bent and of low order', () => {
  const keys = ['ana', 'bo', 'gm', 'log'].map((party) => unhex(vectors.keys[party].public));
  const torsion = ['00', '01', 'ec', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'].map((start) => unhex(start.padEnd(64, start === 'ec' ? 'f' : '0')).map((each, at) => (start === 'ec' && at === 31 ? 0x7f : each)));
  const bent = keys.flatMap((key) => [key.map((each, at) => (at === 0 ? each ^ 1 : each)), key.map((each, at) => (at === 31 ? each ^ 0x80 : each)), new Uint8Array(32).fill(0xff)]);
  const said = (Point, raw) => {
    try {
      const point = Point.fromBytes(raw);
      return !point.is0() && point.isTorsionFree();
    } catch {
      return false;
    }
  };
  for (const raw of [...keys, ...torsion, ...bent]) assert.equal(said(Own, raw), said(noble.Point, raw), hex(raw));
  assert.ok(keys.every((raw) => said(Own, raw) && validKey(raw)));
  assert.ok(!torsion.some((raw) => said(Own, raw)));
});

test('who was away for a while is not there by its own clock', () => {
  let now = 1_000_000;
  const signs = new Signs(() => now);
  const beats = (reached = true) => {
    signs.sending();
    signs.sent(reached);
  };
  signs.hears(true);
  beats();
  assert.ok(!signs.covers());
  now += SETTLED;
  assert.ok(signs.covers());
  beats();
  now += HEARTBEAT - MARGIN;
  assert.ok(signs.covers());
  now += 1;
  assert.ok(!signs.covers());
  // After a silence they begin anew.
  beats();
  assert.ok(!signs.covers());
  now += SETTLED;
  assert.ok(signs.covers());
  // Lines that come at once when the stream begins anew may be old.
  signs.hears(false);
  assert.ok(!signs.covers());
  signs.hears(true);
  beats();
  now += SETTLED;
  assert.ok(signs.covers());
  // Nobody is there where no server is reached; one that is never answered is a sign of life as well.
  beats(false);
  assert.ok(!signs.covers());
  signs.sending();
  now += 60_000;
  assert.ok(signs.covers());
});

test('a link that came too late, or while the server was away, is missing without an alarm', () => {
  let now = 1_000_000;
  const clock = () => now;
  const [signs, given] = [new Signs(clock), new LinkAsked(clock)];
  const after = (milliseconds) => {
    now += milliseconds;
    signs.sending();
    signs.sent(true);
  };
  const asked = (roll, { late = 0, there = true } = {}) => {
    given.asked(roll, there);
    after(late);
    given.sending(roll);
  };
  signs.hears(true);
  after(0);
  after(SETTLED);
  assert.ok(!given.came(1, signs, true));
  asked(1);
  assert.ok(given.came(1, signs, true));
  assert.ok(!given.came(2, signs, true));
  for (let part = 0; part < 4; part += 1) {
    assert.ok(!given.came(1, signs, false));
    after((PATIENCE - SETTLED - MARGIN) / 4);
  }
  assert.ok(given.came(1, signs, false));
  asked(1);
  given.answered(1);
  after(SETTLED - 1);
  assert.ok(!given.came(1, signs, false));
  after(1);
  assert.ok(given.came(1, signs, false));
  asked(2, { there: false });
  assert.ok(!given.came(2, signs, true));
  asked(4);
  signs.sent(false);
  after(0);
  assert.ok(!given.came(4, signs, true));
});

/** A guard over lines that are said to stand: only what it looks at is there. */
function guarding({ waiting = null, missed = new Map(), clock = () => 1_000_000, first = {} } = {}) {
  const devices = new Map(['ana', 'bo'].map((party) => [party, { seat: party, party, used: 0, length: 64, key: new Uint8Array(32) }]));
  const history = { fight: { waiting, devices, missed }, first: { dice: 'ledger', entropy: 'all', rewind: 'until-roll', ...first }, raw: ['', '', '', 'line 3'] };
  return new Guard(history, { seat: 'bo', party: 'bo', length: 64 }, { last: () => 0, clock });
}
const open = (k) => ({ n: 3, seat: 'ana', roll: { number: 1 }, key: null, hash: new Uint8Array(32), named: new Map([['ana', 1], ['bo', k]]) });
const alarms = (kind, sentence) => (wrong) => wrong instanceof Alarm && wrong.kind === kind && wrong.message === sentence;

test('a link far ahead is not given, and the next one is', () => {
  const guard = guarding();
  guard.before();
  guard.history.fight.waiting = open(1);
  assert.deepEqual([guard.asked(false, () => false).k, guard.asked(false, () => false).roll], [1, 1]);
  guard.history.fight.waiting = open(60);
  assert.throws(() => guard.asked(false, () => false), alarms('links', 'Link 60 of bo is asked for, and the next one is 1.'));
});

test('being left off the list raises an alarm, by the server’s clock or by its own, unless a seat does penance', () => {
  const line = { n: 3, at: 5_000, type: 'CommandAccepted', roll: 1, contributors: { ana: 1 } };
  const guard = guarding();
  guard.after(line);
  guard.there(4_000);
  const told = 'Roll 1 was made without you, though the server knew that you were there.';
  assert.throws(() => guard.after(line), alarms('unlisted', told));
  let now = 1_000_000;
  const own = guarding({ clock: () => now });
  own.signs.hears(true);
  own.signs.sending();
  own.signs.sent(true);
  own.after(line);
  now += SETTLED;
  assert.throws(() => own.after(line), alarms('unlisted', 'Roll 1 was made without you, though you were there, whatever the server says of it.'));
  const penitent = guarding({ missed: new Map([['bo', 1]]) });
  penitent.there(4_000);
  penitent.after({ ...line, roll: 11 });
  assert.throws(() => penitent.after({ ...line, roll: 12 }), Alarm);
  guarding({ first: { entropy: 'roller' } }).after(line);
});

test('a link that the server took and left out raises an alarm, and so does a roll taken back for it', () => {
  const guard = guarding();
  guard.taken.add(1);
  const revealed = { n: 3, at: 0, type: 'EntropyRevealed', roll: 1, missing: ['bo'] };
  assert.throws(() => guard.after(revealed), alarms('missing', 'Roll 1 was decided without your link, which the server had taken.'));
  guarding().after(revealed);
  guard.history.fight.waiting = { ...open(1), seat: 'bo' };
  guard.before();
  const rewound = { n: 3, at: 0, type: 'HistoryRewound', by: 'ana', consents: [] };
  assert.throws(() => guard.after(rewound), alarms('missing', 'Your roll 1 was taken back as if your link had not come, which the server had taken.'));
  guard.after({ ...rewound, consents: [{ seat: 'bo', line: 2 }] });
});

test('an export that is none is told from one, and nothing of it is taken', () => {
  for (const [file, kind] of [['hello\n', 'faces'], ['[1]\n', 'faces'], ['{"note":"x"}\n', 'shrunk']]) {
    assert.throws(() => rowsIn(file), (wrong) => wrong instanceof Alarm && wrong.kind === kind);
  }
});

test('a line that is forged, doubled or of another fight raises the alarm that says so', async () => {
  const history = new History('0'.repeat(32), crypto);
  await assert.rejects(history.take('{"at":1,"n":1}'), (wrong) => wrong instanceof Alarm && wrong.kind === 'faces');
  await assert.rejects(new History('0'.repeat(32), crypto).take(`{"at":1,"n":1,"prev":"${'0'.repeat(64)}","type":"TurnEnded"}`), (wrong) => wrong.kind === 'rewritten');
});

test('the name of a file of evidence says what and when', () => {
  assert.match(fileName('forked', new Date(2026, 10, 29, 4, 5, 6)), /^evidence-forked-20261129-040506\.json$/);
  assert.ok(written(new Alarm('links', 'x'), { logKey: '', note: null, raw: [] }, { encounter: 'e', seat: 's' }).endsWith('}\n'));
});

test('what rests on whom is told by who took part, and the lamp by who has a device', () => {
  const seat = (name, more = {}) => ({ seat: name, role: 'player', devices: [{ party: name, key: '' }], bot: false, late: false, salted: 0, ...more });
  const roll = (given, missing = [], shut = false) => ({ roll: 1, line: 3, seat: 'ana', given, missing, shut });
  const seats = [seat('ana'), seat('bo'), seat('cy', { bot: true }), seat('eve', { role: 'spectator', devices: [] })];
  const grades = [roll(['ana', 'bo']), roll(['ana', 'bo'], ['cy']), roll(['ana', 'cy', 'eve']), roll([]), roll(['bo'], [], true)].map((each) => gradeOf(each, seats));
  assert.deepEqual(grades, ['witnessed', 'partial', 'server+roller', 'server only', 'not checkable']);
  const lamp = (standing) => { const { light, there, of } = lampOf({ stopped: null, rolls: [], ...standing }); return [light, there, of]; };
  assert.deepEqual(lamp({ seats }), ['good', 3, 3]);
  assert.deepEqual(lamp({ seats: [seat('ana'), seat('bo', { devices: [] })] }), ['some', 1, 2]);
  assert.deepEqual(lamp({ seats, rolls: [roll(['ana'], ['bo'])] }), ['some', 2, 3]);
  assert.deepEqual(lamp({ seats, stopped: { kind: 'forked' } }), ['bad', 3, 3]);
});

test('what the referee says of somebody in reserve is signed in secret, and what brings them to light is not', () => {
  const view = { reserve: [{ id: 'Ghost' }] };
  const at = (role) => ({ seat: 'gm', seats: [{ seat: 'gm', role, devices: [] }] });
  const said = [{ do: 'hand_over', who: 'Ghost' }, { do: 'x', at: 'belt:Ghost' }, { do: 'x', who: 'Ghost#2' }, { do: 'y', sheet: { hidden: true } }, { do: 'seal' }];
  assert.deepEqual(said.map((action) => isSecret(view, at('referee'), action)), [true, true, true, true, true]);
  assert.deepEqual(said.map((action) => isSecret(view, at('player'), action)), [false, false, false, false, true]);
  assert.equal(isSecret(view, at('referee'), { do: 'reveal', who: 'Ghost' }), false);
  assert.equal(isSecret(view, at('referee'), { do: 'hand_over', who: 'Bo' }), false);
});

const file = (name) => readFileSync(new URL(`../verifier/files/${name}.ndjson`, import.meta.url), 'utf8');
/** Take a file as a device takes what it is told, and return what it knows then. */
async function taken(text, bent = (raw) => raw) {
  const { lines, opened, notes } = rowsIn(text);
  const history = new History(JSON.parse(lines[0]).encounter, crypto);
  for (const [n, raw] of lines.entries()) await history.take(bent(raw, n), opened.get(n));
  for (const note of notes) await history.takeNote(note);
  return { history, notes };
}

for (const name of ['devices', 'salted', 'consenting', 'roller', 'disputed', 'secret', 'secret-of-ana', 'secret-closed', 'said', 'guarded', 'ruled']) {
  test(`a device takes every line of the stored fight ${name}, and each of its checkpoints`, async () => {
    const { history, notes } = await taken(file(name));
    assert.equal(history.size, history.fight.lines.length);
    assert.ok(!notes.length || history.covered > 0);
    assert.match(await history.told(), new RegExp(` ${history.size} [0-9a-f]{64}$`));
    assert.equal(await history.compared(await history.told()), `The same history, up to line ${history.size - 1}.`);
  });
}

test('a stored fight that was rewritten, or of which a line was bent, raises the alarm that says so', async () => {
  const told = (kind, sentence) => (wrong) => wrong instanceof Alarm && wrong.kind === kind && sentence.test(wrong.message);
  const at = rowsIn(file('devices')).lines.findIndex((raw) => /"type":"DiceRolled"/.test(raw));
  const bend = (raw, n) => (n === at ? raw.replace(/"faces":\[(\d)/, (_, face) => `"faces":[${(Number(face) % 6) + 1}`) : raw);
  await assert.rejects(taken(file('devices'), bend), told('faces', /The faces do not follow from the links\./));
  const later = (raw, n) => (n === 3 ? raw.replace(/"at":(\d+)/, (_, at_) => `"at":${Number(at_) + 1}`) : raw);
  await assert.rejects(taken(file('devices'), later), told('rewritten', /^Line 4 cannot stand: It does not hold the hash of the line before/));
  await assert.rejects(taken(file('devices'), (raw, n) => (n === 5 ? raw.replace('"n":5', '"n":6') : raw)), told('rewritten', /Here should stand line 5/));
});

test('a checkpoint that the log did not sign, of another history, or ahead of the lines raises an alarm', async () => {
  const { history, notes } = await taken(file('devices'));
  const [note] = notes.slice(-1);
  const is = (kind) => (wrong) => wrong instanceof Alarm && wrong.kind === kind;
  await assert.rejects(history.takeNote(note.replace(/\n\d+\n/, '\n1\n')), is('unsigned'));
  await assert.rejects(history.takeNote('hello'), is('unsigned'));
  const { history: short } = await taken(file('devices').split('\n').slice(0, 3).join('\n'));
  assert.equal(await short.setAside(note), true);
  await assert.rejects(short.takeNote(note), is('root'));
  const [origin] = note.split('\n');
  assert.equal(await history.compared(`elsewhere 3 ${'0'.repeat(64)}`), 'That is another fight: elsewhere.');
  assert.equal(await history.compared('hello'), 'That is not origin, size and root.');
  await assert.rejects(history.compared(`${origin} 3 ${'0'.repeat(64)}`), is('forked'));
});

test('a checkpoint that came before its lines is held against them once they are told', async () => {
  const { lines, opened, notes } = rowsIn(file('devices'));
  const honest = notes[notes.length - 1];
  for (const isForged of [false, true]) {
    const history = new History(JSON.parse(lines[0]).encounter, crypto);
    for (const [n, raw] of lines.entries()) {
      if (n === 3) {
        const early = isForged ? `${honest}another` : honest;
        const read = history.read.bind(history);
        history.read = async (note) => (note.endsWith('another') ? { ...(await read(honest)), root: new Uint8Array(32) } : read(note));
        assert.equal(await history.setAside(early), true);
      }
      await history.take(raw, opened.get(n));
    }
    const taking = history.takeNote(honest);
    if (isForged) await assert.rejects(taking, (wrong) => wrong instanceof Alarm && wrong.kind === 'forked');
    else await taking;
  }
});

/** A device that sits, in a browser that keeps nothing: `calls` is how it reaches the server. */
async function sitting(calls) {
  const { history } = await taken(file('devices'));
  const kept = { id: 'x', encounter: history.encounter, seat: 'bo', party: 'bo', length: 64, joined: true, stopped: null };
  const shown = [];
  const one = new Sitting(crypto, { kept, who: speaker('bo'), last: 0, left: 64, crypto }, calls, { changed: () => shown.push(kept.stopped?.kind ?? null) }, { fresh: false });
  one.history = history;
  return { one, kept, shown };
}

test('an alarm stands, and nothing is signed any more, however long the server takes to show what proves more', async () => {
  const asked = [];
  const { one, kept, shown } = await sitting({ text: (path) => (asked.push(path), new Promise(() => {})), json: (path) => (asked.push(path), new Promise(() => {})) });
  let stopped = false;
  one.stream = { stop: () => (stopped = true) };
  const signing = one.calling.declare({ do: 'move' }, {}).catch((problem) => problem.message);
  void one.wrong(new Alarm('shrunk', 'The server has 4 lines.'));
  void one.wrong(new Alarm('faces', 'Something else.'));
  assert.deepEqual([one.over, stopped, kept.stopped.kind, shown], [true, true, 'shrunk', ['shrunk']]);
  assert.equal(await signing, 'Your device stopped: The server has 4 lines.');
  assert.match(await one.calling.call('contest', {}).catch((problem) => problem.message), /^Your device stopped:/);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(asked, [`/checkpoint?size=${one.history.covered}`]);
});

test('an alarm stands where the browser keeps nothing, and says why it is not kept', async () => {
  const { one, kept, shown } = await sitting({ text: () => Promise.reject(new Error('away')) });
  await one.wrong(new Alarm('rewritten', 'Line 3 cannot stand.'));
  await one.busy;
  assert.deepEqual([one.over, kept.stopped.sentence, shown[0]], [true, 'Line 3 cannot stand.', 'rewritten']);
  assert.match(one.trouble, /indexedDB/);
});

test('whose key it is that asks to be vouched for is told, and a device of another seat is none that it can replace', async () => {
  const { one } = await sitting({});
  const { history } = one;
  const [[party, { seat }]] = history.fight.devices;
  const asks = { encounter: history.encounter, seat, seen: history.seen(), action: { do: 'change_key', party } };
  assert.deepEqual(await whoAsks(one, asks), { seat, party, lost: true, bot: false });
  assert.deepEqual(await whoAsks(one, { ...asks, seat: 'bo', action: { do: 'join', party: 'bo-2', kind: 'bot' } }), { seat: 'bo', party: 'bo-2', lost: false, bot: true });
  for (const bent of [{ ...asks, seat: 'somebody' }, { ...asks, action: { do: 'change_key', party: 'nobody' } }, { ...asks, seat: 'ana', action: { do: 'join', party: 'ana-2' } }]) {
    await assert.rejects(whoAsks(one, bent), /no request of a device/);
  }
  assert.equal(one.over, false);
});
