import { listing } from './count.js';

const all = listing('en-GB');

/** What the page says at once about taking back, disputes, secrets and dice that wait. */
export const people = {
  mayStrike: /** @param {string[]} who */ (who) => `${all(who)} may strike!`,
  inReach: /** @param {string[]} who */ (who) => `in the reach of ${all(who)}`,
  waitsForRuling: 'The referee will have to rule on it.',
  usesUp: /** @param {string} thing */ (thing) => `uses up the ${thing}`,
  wouldRead: 'It would read:',
  stillCould: /** @param {string} what */ (what) => `You could still attack: ${what}.`,
  below: 'What is asked and what can be done',
  takeBack: 'Take back',
  asAt: /** @param {number} n */ (n) => `As it stood at line ${n}`,
  aboutLine: /** @param {number} n */ (n) => `Line ${n}: what can be done`,
  onlyYou: 'only you',
  contest: 'Contest',
  flagged: /** @param {string} seat @param {string} how */ (seat, how) => `Contested by ${seat}: ${how}`,
  flags: { open: 'open', stands: 'it stands', corrected: 'corrected', rewound: 'taken back' },
  onlyFor: /** @param {string[]} seats */ (seats) => `Only ${all(seats)} can read this.`,
  seeAs: 'See as',
  showLine: /** @param {number} n */ (n) => `Show line ${n}`,
  seenAs: /** @param {string} seat */ (seat) => `This is what ${seat} sees.`,
  backToOwn: 'Back to what you see',
  timeIsUp: 'The time is up. Nothing happens by itself.',
  moreOf: 'Referee, words and secrets',
};
