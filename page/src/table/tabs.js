import { html } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';

/** On phones one thing is shown at a time. @param {{tab: string, choose: (tab: string) => void}} props */
export function Tabs({ tab, choose }) {
  const tabs = [
    { id: 'board', icon: 'board', label: words.board },
    { id: 'log', icon: 'log', label: words.chronicle },
    { id: 'people', icon: 'people', label: words.table },
  ];
  return html`<nav class="tabs" aria-label=${words.show}>${tabs.map(({ id, icon, label }) => html`
    <button key=${id} aria-current=${tab === id ? 'true' : undefined} onClick=${() => choose(id)}><${Icon} name=${icon} />${label}</button>`)}</nav>`;
}
