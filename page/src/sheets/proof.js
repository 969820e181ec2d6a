import { html } from '../../vendor/vendor.mjs';
import { Proofs } from '../dice/proofs.js';
import { words } from '../strings/sheets.js';
import { Side } from './side.js';

/** @import { Table } from '../model/store.js' */

/** What proves the rolls of a line. @param {{table: Table, line: number, close: () => void}} props */
export function Proof({ table, line, close }) {
  const dice = table.entries.value.flatMap((entry) => entry.dice);
  return html`<${Side} title=${words.proofOf(line)} label=${words.proof} close=${close}>
    <${Proofs} read=${table.read} encounter=${table.encounter} view=${table.view.value} line=${line} dice=${dice} /><//>`;
}
