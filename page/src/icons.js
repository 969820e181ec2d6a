import { html } from '../vendor/vendor.mjs';

/** Drawn for this page, on 24 by 24. @type {Record<string, string>} */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  search: 'm20 20-4.2-4.2M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0z',
  more: 'M4 7h16M4 12h16M4 17h16',
  flag: 'M6 21V4M6 5h11l-2.500 4 2.500 4H6',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  board: 'M4 4h16v16H4zM12 4v16M4 12h16',
  log: 'M5 6h14M5 12h14M5 18h9',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5',
  eye: 'M2.5 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM14.600 12a2.600 2.600 0 1 1-5.200 0 2.600 2.600 0 0 1 5.200 0z',
  shield: 'M12 3 5 6v6c0 4.500 3 7.500 7 9 4-1.500 7-4.500 7-9V6z',
  clock: 'M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM12 7.500V12l3 2',
  play: 'M8 5.500v13l10.500-6.500z',
  pause: 'M8 5.500v13M16 5.500v13',
  left: 'm15 5-7 7 7 7',
  right: 'm9 5 7 7-7 7',
  turnOn: 'M7 6v12l9-6zM18 6v12',
  turnBack: 'M17 6v12l-9-6zM6 6v12',
  file: 'M12 4v12m0 0 5-5m-5 5-5-5M5 20h14',
  past: 'M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 7.500V12l3 2',
  fork: 'M7 20V4M7 7.500a6 6 0 0 0 6 6h5m0 0-3.500-3.500M18 13.500 14.500 17',
  info: 'M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM12 11v5M12 8v.010',
  compare: 'M8 4v13m0 0-4-4m4 4 4-4M16 20V7m0 0-4 4m4-4 4 4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
};

/** @param {{name: string}} props */
export function Icon({ name }) {
  return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

/** The sign of the house. */
export function Mark() {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 2 21 7v10l-9 5-9-5V7z" /><path class="a" d="M3 7l9 5 9-5M12 12v10" />
  </svg>`;
}
