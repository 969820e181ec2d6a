/** What the page says of what proves a roll, in German. @type {typeof import('./proof.js').proofs} */
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
  gaveLinks: (who) => `Kettenglieder kamen von ${who.join(', ')}.`,
  missed: (who) => `Kein Kettenglied kam von ${who.join(', ')}.`,
  declaredBy: (who) => `Angesagt von ${who}, vor jedem Würfel:`,
  revealed: 'Woraus die Würfel kamen:',
};
