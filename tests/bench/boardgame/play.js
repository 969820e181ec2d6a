// Attack as fast as the server answers, in so many matches at once: node play.js PORT MATCHES SECONDS
// A match has two clients; the next attack is sent when both have heard of the one before.
const { io } = require("socket.io-client");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const answer = await fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function seated(matchID, playerID) {
  const joined = await post(`/games/duel/${matchID}/join`, { playerID, playerName: playerID });
  const credentials = joined.playerCredentials;
  const socket = io(`${address}/duel`, { transports: ["websocket"], forceNew: true });
  const client = { state: 0, hear: () => {} };
  socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
  socket.on("update", (_, state) => {
    client.state = state._stateID;
    client.hear();
  });
  client.attack = () => {
    const payload = { type: "attack", args: [], playerID, credentials };
    socket.emit("update", { type: "MAKE_MOVE", payload }, client.state, matchID, playerID);
  };
  await new Promise((ready) => socket.on("sync", (_, sync) => ready((client.state = sync.state._stateID))));
  return client;
}

async function opened() {
  const { matchID } = await post("/games/duel/create", { numPlayers: 2 });
  return { turn: 0, clients: [await seated(matchID, "0"), await seated(matchID, "1")] };
}

function played(match, until, taken) {
  return new Promise((over) => {
    let began, heard;
    const mover = () => match.clients[match.turn % 2];
    const go = () => {
      if (performance.now() >= until) return over();
      began = performance.now();
      heard = 0;
      mover().attack();
    };
    for (const client of match.clients) {
      client.hear = () => {
        if (client === mover()) taken.push(performance.now() - began);
        heard += 1;
        if (heard === 2) {
          match.turn += 1;
          go();
        }
      };
    }
    go();
  });
}

async function main() {
  const all = [];
  for (let match = 0; match < matches; match += 1) all.push(await opened());
  const measured = async (time) => {
    const taken = [];
    const began = performance.now();
    await Promise.all(all.map((match) => played(match, began + 1000 * time, taken)));
    return { taken, seconds: (performance.now() - began) / 1000 };
  };
  await measured(seconds / 3);
  // Only once all of it is written: a pipe takes it in parts.
  process.stdout.write(`${JSON.stringify(await measured(seconds))}\n`, () => process.exit(0));
}

main();
