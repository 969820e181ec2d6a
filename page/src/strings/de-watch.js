/** What the page says of watching without a key. @type {typeof import('./en-watch.js').watch} */
export const watch = {
  show: 'Allen zeigen',
  how: 'Wer die Adresse hat, sieht, was jeder Platz wissen darf: ohne Schlüssel, und keine Liste nennt sie.',
  none: 'Niemandem',
  live: 'Live',
  replay: 'Hinterher',
  link: 'Adresse',
  frame: 'Für deine eigene Seite',
  whole: 'Auf eigener Seite öffnen',
  notShown: 'Dieser Kampf wird nicht allen gezeigt, oder es gibt ihn nicht. Wer ihn ausrichtet, kann das einschalten.',
};
