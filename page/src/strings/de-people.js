import { listing } from './count.js';

const all = listing('de');

/** What the page says at once about taking back, disputes, secrets and dice that wait. @type {typeof import('./en-people.js').people} */
export const people = {
  mayStrike: (who) => `${all(who)} ${who.length > 1 ? 'könnten' : 'könnte'} zuschlagen!`,
  inReach: (who) => `in Reichweite von ${all(who)}`,
  waitsForRuling: 'Darüber muss die Spielleitung entscheiden.',
  usesUp: (thing) => `verbraucht: ${thing}`,
  wouldRead: 'So stünde es da:',
  stillCould: (what) => `Du könntest noch angreifen: ${what}.`,
  below: 'Was gefragt ist und was du tun kannst',
  takeBack: 'Zurücknehmen',
  asAt: (n) => `Wie es bei Zeile ${n} stand`,
  aboutLine: (n) => `Zeile ${n}: was man tun kann`,
  onlyYou: 'nur du',
  contest: 'Anfechten',
  flagged: (seat, how) => `Angefochten von ${seat}: ${how}`,
  flags: { open: 'offen', stands: 'es gilt', corrected: 'berichtigt', rewound: 'zurückgenommen' },
  onlyFor: (seats) => `Nur ${all(seats)} ${seats.length > 1 ? 'können' : 'kann'} das lesen.`,
  seeAs: 'Sehen wie',
  showLine: (n) => `Zeile ${n} zeigen`,
  seenAs: (seat) => `Das sieht ${seat}.`,
  backToOwn: 'Zurück zu deiner Sicht',
  timeIsUp: 'Die Zeit ist um. Von selbst geschieht nichts.',
  moreOf: 'Spielleitung, Worte und Geheimnisse',
};
