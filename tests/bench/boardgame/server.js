// Serve the duel with boardgame.io's own server and print the port: node server.js memory | FOLDER
const { FlatFile, Server } = require("boardgame.io/server");
const { duel } = require("./duel");

const where = process.argv[2];
const store = where === "memory" ? {} : { db: new FlatFile({ dir: where }) };
const server = Server({ games: [duel], origins: "*", ...store });
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
