import { counting, listing } from './count.js';

const [count, all] = [counting('en'), listing('en-GB')];

/** What the page says of what a seat keeps to itself, and of the end of the ledger. */
export const drawer = {
  drawer: 'The referee’s',
  beside: 'Beside the turn',
  reserve: 'In reserve',
  reveal: 'Reveal',
  sealed: 'Sealed by you',
  unseal: 'Open to everybody',
  unsealForGood: 'Open for good',
  readBy: /** @param {string[]} seats */ (seats) => all(['you', ...seats]),
  handOver: 'Hand over',
  reinforcements: 'Reinforcements',
  like: 'Like',
  side: 'Side',
  moreOfSheet: 'More of the sheet',
  sheet: 'The whole sheet as JSON',
  noJson: 'This is no sheet: it cannot be read as one JSON object.',
  inReserve: 'Waits in reserve, known to you alone',
  keepShut: 'Keep shut …',
  keepShutNow: 'Keep it shut',
  keepShutHow: 'Everybody reads the reason, and nobody what is sealed: not when the ledger is closed either.',
  isKeptShut: 'kept shut',
  naming: {
    fight: 'Call the fight otherwise',
    other: 'Another name',
    how: 'Everybody sees it at once, and no taking back undoes it. Commands go on by the old one.',
    name: 'Name',
    inSecret: 'Only you read it, until they are revealed and you open it under “Sealed by you”.',
    whose: 'Who or what',
    give: 'Give the name',
  },
  ringing: {
    title: 'When it is your turn',
    hidden: 'Notify me in other tabs',
    sound: 'A short chord',
    refused: 'This browser shows no notifications of this page: it has been told not to, or the address has no https.',
  },
  closing: {
    title: 'The ledger',
    open: 'The fight is over; its ledger is still open.',
    how: 'Closed, it lets everybody read what was sealed, and anybody try what if.',
    close: 'Close the ledger …',
    forGood: 'Close for good',
    what: 'Nothing follows then: no command, no word, no dispute, nothing is taken back. What was sealed here is open to everybody, and what you sealed too, unless you keep it shut. What others sealed stays theirs.',
    disputes: /** @param {number} n */ (n) => `${count(n, { one: 'dispute is', other: 'disputes are' })} open, and will be named as not settled.`,
    closed: 'The ledger is closed: nothing follows.',
  },
};
