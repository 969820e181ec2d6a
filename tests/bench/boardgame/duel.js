// Two players take turns: each attack rolls two dice against the other's two, and the difference hurts.
const duel = {
  name: "duel",
  setup: () => ({ health: { 0: 1e9, 1: 1e9 }, last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    attack: ({ G, random, playerID }) => {
      const other = playerID === "0" ? "1" : "0";
      const attack = random.D6(2);
      const defense = random.D6(2);
      const harm = Math.max(0, attack[0] + attack[1] - defense[0] - defense[1]);
      G.health[other] -= harm;
      G.last = { by: playerID, attack, defense, harm };
    },
  },
  endIf: ({ G }) => {
    const fallen = ["0", "1"].find((player) => G.health[player] <= 0);
    return fallen === undefined ? undefined : { loser: fallen };
  },
};

module.exports = { duel };
