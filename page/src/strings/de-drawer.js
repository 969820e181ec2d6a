import { counting, listing } from './count.js';

const [count, all] = [counting('de'), listing('de')];

/** What the page says of what a seat keeps to itself, and of the end of the ledger. @type {typeof import('./en-drawer.js').drawer} */
export const drawer = {
  drawer: 'Spielleitung',
  beside: 'Neben dem Zug',
  reserve: 'In Reserve',
  reveal: 'Aufdecken',
  sealed: 'Von dir versiegelt',
  unseal: 'Für alle öffnen',
  unsealForGood: 'Endgültig öffnen',
  readBy: (seats) => all(['du', ...seats]),
  handOver: 'Übergeben',
  reinforcements: 'Verstärkung',
  like: 'Wie',
  side: 'Seite',
  moreOfSheet: 'Mehr vom Bogen',
  sheet: 'Der ganze Bogen als JSON',
  noJson: 'Das ist kein Bogen: Es lässt sich nicht als ein JSON-Objekt lesen.',
  inReserve: 'Wartet in Reserve, nur dir bekannt',
  keepShut: 'Verschlossen halten …',
  keepShutNow: 'Verschlossen halten',
  keepShutHow: 'Den Grund lesen alle, was versiegelt ist niemand: auch nicht, wenn das Buch geschlossen wird.',
  isKeptShut: 'bleibt verschlossen',
  naming: {
    fight: 'Den Kampf anders nennen',
    other: 'Anderer Name',
    how: 'Alle sehen ihn sofort, und kein Zurücknehmen nimmt ihn weg. Befehle gehen weiter auf den alten.',
    name: 'Name',
    inSecret: 'Nur du liest ihn, bis die Figur aufgedeckt ist und du ihn unter „Von dir versiegelt“ öffnest.',
    whose: 'Wer oder was',
    give: 'So nennen',
  },
  ringing: {
    title: 'Wenn du dran bist',
    hidden: 'Benachrichtigen in anderen Tabs',
    sound: 'Ein kurzer Akkord',
    refused: 'Dieser Browser zeigt keine Benachrichtigungen dieser Seite: Es ist ihm verboten, oder die Adresse hat kein https.',
  },
  closing: {
    title: 'Das Buch',
    open: 'Der Kampf ist vorbei; sein Buch ist noch offen.',
    how: 'Ist es geschlossen, lesen alle, was versiegelt war, und alle können ausprobieren, was gewesen wäre.',
    close: 'Buch schließen …',
    forGood: 'Endgültig schließen',
    what: 'Danach folgt nichts mehr: kein Befehl, kein Wort, keine Anfechtung, nichts wird zurückgenommen. Was hier versiegelt wurde, steht allen offen, auch was du versiegelt hast, außer du hältst es verschlossen. Was andere versiegelt haben, bleibt ihres.',
    disputes: (n) => `${count(n, { one: 'Anfechtung ist', other: 'Anfechtungen sind' })} offen und ${n === 1 ? 'wird' : 'werden'} als nicht beigelegt genannt.`,
    closed: 'Das Buch ist geschlossen: Es folgt nichts mehr.',
  },
};
