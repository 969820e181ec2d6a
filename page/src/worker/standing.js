import { base64 } from '../../vendor/checks.mjs';

/** @import { Command } from '../../vendor/checks.mjs' */
/** @import { Sitting } from './sitting.js' */
/** @import { Stopped } from './alarm.js' */

/**
 * How a device stands at its table, as the lamp shows it.
 *
 * @typedef {{seat: string, role: string, devices: {party: string, key: string}[], bot: boolean, late: boolean, salted: number}} SeatAt
 * @typedef {{roll: number, line: number, seat: string, given: string[], missing: string[], shut: boolean}} RollAt
 * @typedef {{id: string, party: string, seat: string, keptBy: 'browser' | 'page', size: number, covered: number, receipt: string | null,
 *   told: string, given: number, left: number, seats: SeatAt[], rolls: RollAt[], entropy: string, dice: string, trouble: string | null,
 *   asked: {party: string, seat: string, until: number}[], stopped: Stopped | null}} Standing
 */

/** Return how a device stands. @param {Sitting} sitting @returns {Promise<Standing>} */
export async function standing({ own, history, trouble }) {
  const { fight } = history;
  const { id, party, seat, secrets, stopped } = own.kept;
  const decided = fight.rolls.filter((roll) => roll.command?.key);
  const rolls = decided.map(({ number, line, seat: roller, given, missing, command }) => ({ roll: number, line, seat: roller, given, missing, shut: isShut(command) }));
  const seats = [...fight.seats].map(([name, role]) => ({
    seat: name,
    role,
    devices: [...(fight.withDevices.get(name)?.values() ?? [])].map((each) => ({ party: each.party, key: base64(each.key) })),
    bot: fight.bots.has(name),
    late: fight.late.has(name),
    salted: rolls.filter((roll) => roll.given.includes(name)).length,
  }));
  return {
    id,
    party,
    seat,
    keptBy: secrets.by,
    size: history.size,
    covered: history.covered,
    receipt: history.note,
    told: history.size ? await history.told() : '',
    given: own.last,
    left: own.left,
    seats,
    rolls,
    entropy: history.size ? (history.first['entropy'] ?? 'all') : 'all',
    dice: history.size ? history.first['dice'] : 'ledger',
    trouble,
    asked: [...fight.keysAsked.values()].map((line) => ({ party: line['party'], seat: line['seat'], until: line['until'] })),
    stopped,
  };
}

/** Return whether something of a command is shut, so that its dice cannot be drawn again. @param {Command | null} command */
function isShut(command) {
  return !command || command.drawn !== command.order.length || (command.blinded && command.blind === null);
}
