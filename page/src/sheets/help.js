import { html, useRef, useState } from '../../vendor/vendor.mjs';
import { isBrowsers, useKeydown } from '../keyboard.js';
import { bind, bound, keyFor, OWN, unbind } from '../browser/bindings.js';
import { english } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Side } from './side.js';

/** What each key does; a single letter or sign may be another one. @type {[string[], keyof typeof words.keyOf][]} */
const KEYS = [
  [['1–9'], 'choice'],
  [['t'], 'target'],
  [['m'], 'step'],
  [['←', '↑', '→', '↓'], 'cursor'],
  [['Enter'], 'send'],
  [['e'], 'end'],
  [['Esc'], 'back'],
  [['n'], 'actor'],
  [['/', 'Ctrl K'], 'find'],
  [['x'], 'sheet'],
  [['w'], 'why'],
  [['g'], 'drawer'],
  [['Ctrl Z'], 'undo'],
  [['Ctrl Shift Z'], 'withdraw'],
  [['b'], 'board'],
  [['+', '−', '0'], 'size'],
  [['c'], 'chronicle'],
  [['f'], 'search'],
  [['r'], 'again'],
  [['['], 'past'],
  [['?'], 'keys'],
];
const OTHERS = ['+', '−', '0', '←', '↑', '→', '↓'];

/** What the keys of the table do, and which other ones may do it. @param {{close: () => void}} props */
export function Keys({ close }) {
  const [asked, setAsked] = useState(/** @type {string | null} */ (null));
  const [said, say] = useState('');
  /** The same as the next press finds it, however soon that comes. */
  const wanted = useRef(asked);
  const ask = (/** @type {string | null} */ own) => {
    wanted.current = own;
    setAsked(own);
    say('');
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const own = wanted.current;
    if (own === null || ['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return ask(null);
    const [before, other] = [keyFor(own), [...OWN].find((each) => keyFor(each) === event.key.toLowerCase())];
    if (isBrowsers(event) || !bind(own, event.key)) return say(words.rebind.not(shown(event.key)));
    ask(null);
    say([words.rebind.now(shown(keyFor(own))), other && other !== own ? words.rebind.swapped(shown(before), does(other)) : ''].join(' ').trim());
  };
  useKeydown(pressed, [], true);
  return html`<${Side} title=${words.keys} label=${words.keys} close=${close}>
    <p class="soft small not-phone">${words.rebind.how}</p>
    ${Object.keys(bound.value).length > 0 && html`<button class="btn" onClick=${() => (unbind(), say(''))}>${words.rebind.undo}</button>`}
    <p class="key-said" role="status">${english(said)}</p>
    <dl class="key-list">${KEYS.map(([keys, what]) => html`<dt key=${what}>${keys.map((key) => (mayBe(key)
      ? html`<button class="cap" aria-pressed=${asked === key ? 'true' : 'false'} aria-label=${`${shown(keyFor(key))}, ${words.rebind.other}: ${words.keyOf[what]}`} onClick=${() => ask(asked === key ? null : key)}><kbd>${asked === key ? '…' : shown(keyFor(key))}</kbd></button> `
      : html`<kbd class="fixed">${key}</kbd> `))}</dt><dd>${asked !== null && keys.includes(asked) ? words.rebind.press : words.keyOf[what]}</dd>`)}</dl>
  <//>`;
}

/** Return whether another key may be chosen for one. @param {string} key */
function mayBe(key) {
  return key.length === 1 && !OTHERS.includes(key);
}

/** Return what one of the table's own keys does. @param {string} own */
function does(own) {
  return KEYS.flatMap(([keys, what]) => (keys.includes(own) ? [words.keyOf[what]] : []))[0] ?? own;
}

/** @param {string} key */
function shown(key) {
  return key.length === 1 ? key.toUpperCase() : key;
}
