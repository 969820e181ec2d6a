import { listing } from './count.js';

const [all, either] = [listing('de'), listing('de', 'disjunction')];

/** What the page says at once of the device of a seat. @type {typeof import('./en-trust.js').trust} */
export const trust = {
  lamp: 'Worauf dieser Kampf beruht',
  speaksForYou: 'Der Server spricht für dich',
  devices: (n, of) => `${n} von ${of} Geräten`,
  alarm: 'Alarm',
  notHere: 'Kein Gerät',
  looking: 'Einen Moment …',
  sit: 'Mit Schlüssel',
  sitHow: (seat) => `Mit einem Schlüssel dieses Browsers unterschreibt ${seat} und würfelt immer mit: Niemand sucht sich deine Würfel aus. Ohne spricht der Server für dich.`,
  decline: 'Ohne Schlüssel',
  making: 'Ein Schlüssel entsteht …',
  noWorker: 'Dieser Browser lässt nichts neben einer Seite laufen und kann deshalb kein Gerät sein: Setz dich ohne Schlüssel hin, oder nimm einen neueren.',
  gradeNames: { witnessed: 'bezeugt', partial: 'teilweise', 'server+roller': 'Server und wer würfelt', 'server only': 'nur der Server', 'not checkable': 'nicht prüfbar' },
  compare: 'Vergleichen',
  save: 'Beweise speichern',
  stopped: 'Dein Gerät gibt keine Zahl mehr. Es kann ein Fehler sein und kein Betrug: Frag die anderen.',
  vouchFor: 'Gib dieses Wort denen, die bürgen, und füg ein, was sie antworten; mehrere mit Leerzeichen dazwischen.',
  vouched: 'Was geantwortet wurde',
  isLost: (party) => `${party} ist verloren`,
  copy: 'Kopieren',
};

/** What it says of what proves a roll, in German. @type {typeof import('../dice/words.js').proofs} */
export const proofs = {
  none: 'Zu dieser Zeile gehört kein Wurf.',
  roll: (n) => `Wurf ${n}`,
  countsNoMore: 'zurückgenommen',
  drawing: 'Wird in diesem Browser nachgerechnet …',
  same: (faces) => `In diesem Browser nachgerechnet: dieselben Augen, ${faces}`,
  doesNotHold: 'In diesem Browser nachgerechnet: Er hält nicht.',
  others: (roll, faces) => `Der Nachweis gibt Wurf ${roll}: ${faces}.`,
  byServer: (faces) => `Vom Server nachgerechnet: ${faces}`,
  how: 'Die Augen werden aus K gezogen, dem HMAC-SHA-256 der Nachricht mit dem Kettenglied, das der Server aufgedeckt hat.',
  copyMessage: 'Nachricht kopieren',
  copyKey: 'K kopieren',
  gaveLinks: (seats) => `Kettenglieder kamen von ${all(seats)}.`,
  missed: (seats) => `Kein Kettenglied kam von ${either(seats)}.`,
  declaredBy: (seat) => `Angesagt von ${seat}, vor jedem Würfel:`,
  revealed: 'Woraus die Würfel kamen:',
};
