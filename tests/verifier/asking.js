// What the tests ask of the page: reports on files, and the vectors of the protocol. No part of the page itself.
globalThis.checkAll = (cases) => Promise.all(cases.map(async ({ raw, kept, logKey, operators, using }) => {
  try {
    const { picture, crypto, ...report } = await reading.check(reading.unbase64(raw), { kept, logKey, operators, using });
    return { ...report, marks: picture.length, crypto };
  } catch (fault) {
    if (!(fault instanceof reading.Misused)) throw fault;
    return { misused: fault.message };
  }
}));

globalThis.proveAll = (cases) => Promise.all(cases.map(async ({ raw, kept, logKey, operators, using }) => {
  try {
    const { crypto, ...report } = await reading.proved(reading.unbase64(raw), { kept, logKey, operators, using });
    return report;
  } catch (fault) {
    if (!(fault instanceof reading.Misused)) throw fault;
    return { misused: fault.message };
  }
}));

// [key, signature, message] in base64 -> [is the key one to take, is the signature good]
globalThis.judgeAll = async ({ signatures, using }) => {
  const fight = { crypto: await reading.engine(using) }, found = [];
  for (const [key, signature, message] of signatures) {
    const raw = reading.unbase64(key), text = new TextDecoder().decode(reading.unbase64(message));
    found.push([reading.validKey(raw), raw.length === 32 && (await reading.isSigned(fight, raw, signature, text))]);
  }
  return found;
};

globalThis.vectors = async ({ el1, lines, checkpoint, using }) => {
  const { hex, unhex, bytes, joined } = reading, crypto = await reading.engine(using), fight = reading.begin(crypto), wrong = [];
  const holds = (what, one, other) => { if (JSON.stringify(one) !== JSON.stringify(other)) wrong.push(`${what}: ${JSON.stringify(one)}`); };
  const chain = async (party, links) => {
    let link = await crypto.hmac(unhex(el1.chains.parties[party].seed), bytes(`el1/chain\n${el1.encounter}\n${party}\n${el1.chains.length}\n`));
    holds(`tip of ${party}`, hex(link), el1.chains.parties[party].tip);
    const found = [link];
    for (let k = el1.chains.length; k > 0; k -= 1) found.push(link = await crypto.sha256(joined(bytes("el1/link\n"), link)));
    return found.reverse();
  };
  const draw = async (key, dice) => {
    const words = reading.wordsOf(fight, key), faces = [];
    for (const sides of dice) {
      let face = null;
      while (face === null) face = reading.face((await words.next()).value, sides);
      faces.push(face);
    }
    return faces;
  };
  const chains = {};
  for (const party of Object.keys(el1.chains.parties)) {
    chains[party] = await chain(party);
    holds(`anchor of ${party}`, hex(chains[party][0]), el1.chains.parties[party].anchor);
    holds(`follows ${party}`, await reading.follows(fight, chains[party][3], chains[party][9], 6), true);
    holds(`does not follow ${party}`, await reading.follows(fight, chains[party][3], chains[party][9], 5), false);
  }
  const keys = [];
  for (let roll = 1; roll <= el1.rolls.keys.length; roll += 1) {
    const declared = hex(await crypto.sha256(bytes(`el1 test declaration ${roll}`)));
    const links = [...el1.rolls.contributors].sort().map((party) => `${party} ${roll} ${hex(chains[party][roll])}\n`).join("");
    const key = await crypto.hmac(chains.server[roll], bytes(`el1/roll\n${el1.encounter}\n${roll}\n${declared}\n${links}`));
    keys.push(key);
    holds(`key ${roll}`, hex(key), el1.rolls.keys[roll - 1]);
    holds(`faces ${roll}`, await draw(key, el1.rolls.dice), el1.rolls.faces[roll - 1]);
  }
  for (const { roll, dice, faces } of el1.pools) holds(`pool of roll ${roll}`, await draw(keys[roll - 1], dice), faces);
  const { roll, blind, commit, dice, faces } = el1.hidden;
  holds("blind", hex(await crypto.sha256(joined(bytes("el1/blind\n"), unhex(blind)))), commit);
  holds("hidden", await draw(await crypto.hmac(unhex(blind), joined(bytes("el1/blind-roll\n"), keys[roll - 1])), dice), faces);
  holds("rejection", await draw(unhex(el1.rejection.key), el1.rejection.dice), el1.rejection.faces);
  for (const [sides, word, face] of el1.mapping) holds(`word ${word} of d${sides}`, reading.face(word, sides), face);
  for (const { public: key } of Object.values(el1.keys)) holds(`key ${key}`, reading.validKey(unhex(key)), true);
  for (const [n, line] of lines.entries()) {
    holds(`line ${n}`, reading.spelt(reading.rowOf(bytes(line))), line);
    holds(`leaf ${n}`, hex(await crypto.sha256(joined(Uint8Array.of(0), bytes(line)))), el1.log.leaves[n]);
  }
  const log = await reading.keyOf(el1.notes.vkey, crypto.sha256);
  for (const [name, text, count] of [["3", el1.notes.checkpoint_of_3, 1], ["11", checkpoint, 1]]) {
    const note = reading.noteOf(text);
    holds(`root of ${name}`, hex(note.root), el1.log[`root_of_${name}`]);
    holds(`signers of ${name}`, (await reading.signers(fight, note, reading.byName([log]))).length, count);
  }
  return wrong;
};
