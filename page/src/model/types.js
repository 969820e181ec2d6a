/**
 * The shapes of the API that the page reads.
 *
 * @typedef {{name: string, now: number, max: number | null, told?: string}} Pool
 * @typedef {{name: string, stacks?: number | null, until?: string | null, source?: string | null, value?: unknown}} Condition
 * @typedef {{id: string, name?: string | null, side: string, kind: string, controller: string | null, life: string, at: string,
 *   pools: Record<string, Pool>, vague?: Record<string, string | number> | null, resources: Record<string, number>, conditions: Condition[],
 *   carried: Record<string, string[]>, stance: Record<string, unknown>, combat: string | null,
 *   sheet: Record<string, unknown>}} Combatant
 * @typedef {{kind: string, owner: string | string[] | null, who: string | null, versus: string | null,
 *   subject: string | null, options: string[]}} Question
 * @typedef {{who: string, side: string, life: string, acted: boolean, turn: boolean, initiative: number | null}} Turn
 * @typedef {{id: string, kind: string, place: string, members: string[], order: string[], turn: string | null,
 *   next: string | null, away: string[]}} Combat
 * @typedef {{pending: Question, interrupted: Question[], phase: string, round: number | null, first: string | null,
 *   turn: string | null, order: Turn[], budgets: Record<string, Record<string, number>>, combats: Combat[],
 *   move: {who: string, left: number} | null, outcome: string | null, begins?: string[], decided?: string | null}} Initiative
 * @typedef {{who: string, side: string, alive: boolean}} Standing
 * @typedef {{id: string, kind: string, members: string[]}} Group
 * @typedef {{id: string, neighbours: string[], standing: Standing[], contact: {between: string[], state: string} | null,
 *   combats: string[], traps: string[]}} Tile
 * @typedef {{to: string, state: string, turns: number | null, reason: string | null}} ZoneLink
 * @typedef {{id: string, links: ZoneLink[], standing: Standing[], groups: Group[]}} Zone
 * @typedef {{who: string, alive: boolean}} Guard
 * @typedef {{side: string, front: Guard[], rear: Guard[]}} RankSide
 * @typedef {[number, number, number, number]} Wall
 * @typedef {{who: string, side: string, alive: boolean, at: string, size: string | null, squares: string[]}} Body
 * @typedef {{kind: 'grid', width: number, height: number, walls: Wall[], windows: Wall[],
 *   doors: {id: string, wall: Wall, open: boolean, lock: string | null}[], blocked: string[], difficult: string[],
 *   tight: Record<string, string>, bodies: Body[], outside: string[], groups: Group[], picture?: string | null, covers?: Cover[]}} GridBoard
 * @typedef {{seats: string[] | null, mask: string | null, areas: [number, number, number, number][]}} Cover
 * @typedef {Record<string, [number, number]>} Layout
 * @typedef {{kind: 'tiles', tiles: Tile[], layout?: Layout}} TileBoard
 * @typedef {{kind: 'zones', zones: Zone[], between: Record<string, string>, layout?: Layout}} ZoneBoard
 * @typedef {{kind: 'ranks', front_capacity: number | null, rear_per_front: [number, number], sides: RankSide[]}} RankBoard
 * @typedef {GridBoard | TileBoard | ZoneBoard | RankBoard} Board
 * @typedef {{encounter: string, title?: string | null, names?: Record<string, string>,
 *   true_names?: Record<string, string>, system: string, version: number, combatants: Combatant[],
 *   hands: Record<string, string[]>, board: Board, initiative: Initiative, outcome: string | null,
 *   winner: string | null, reserve: Combatant[], fork: {encounter: string, leaf: string, n: number} | null}} View
 * @typedef {{by: string | null, for: string, dice: string, faces: number[], mod: number, total: number | null,
 *   source: string, roll: number | null, pool: Record<string, number>, keep: number[], mode: string | null,
 *   against?: number | null, enough?: number | null}} Rolled
 * @typedef {{text?: string, who?: string, number?: number, why?: string, at?: number, place?: string, rule?: string,
 *   dice?: number, less?: boolean}} Part
 * @typedef {{n: number, last: number, at: number, kind: string, text: string, seat: string | null, dice: Rolled[],
 *   rules: string[], words: number, rulings: number, undone_by: number | null, only?: string[] | null, moves?: {who: string, places: string[]}[], clauses: {kind: string, parts: Part[]}[]}} Entry
 * @typedef {{tile: string, cost: number, path: string[], provokes?: string[]}} End
 * @typedef {{kind: string, minimum: number, maximum: number, example: unknown, ends: End[],
 *   schema?: {enum?: unknown[], type?: string, additionalProperties?: unknown,
 *   anyOf?: {type?: string, additionalProperties?: unknown}[]} | null}} Open
 * @typedef {{do: string, who: string | null, by: string | null, aside: boolean, closed: Record<string, unknown[]>,
 *   open: Record<string, Open>, means: Record<string, string>, label: string, group: string, hint: string,
 *   rolls?: boolean, final?: boolean, threats?: {who: string, places: string[]}[]}} Offer
 * @typedef {{exact: string, decimal: string}} Chance
 * @typedef {{hit?: Chance | null, losses: {who: string, pool: string, mean: Chance}[],
 *   fates: {who: string, life: string, chance: Chance}[], assumes: string[]}} Odds
 * @typedef {{roll: number, line: number, seat: string, grade: string, promise: string, voided: boolean, hidden: boolean, faces: number[][],
 *   seats: string[], missing: string[], declared: Record<string, unknown>, entropy: Record<string, unknown> | null,
 *   typed: {line: number, seat: string, said: Record<string, string>}[]}} RollProof
 * @typedef {{by: string, purpose: string, dice: string, line: number}} Thrown
 * @typedef {{roll: number, line: number, came: string[], missing: string[], until: number | null, dice: Thrown | null}} LinksOpen
 * @typedef {{seat: string, there: string[], away: string[]}} Present
 * @typedef {{kind: string, owner: string | string[] | null, who: string | null, options: string[], dice: Thrown | null}} AskedNow
 * @typedef {{seat: string, line: number, result: string, reason: string, action: Record<string, unknown> | null}} Said
 * @typedef {{line: number, of: number, by: string, at: number, reason: string, words: Said[], result: string | null,
 *   settled: number | null, corrected: number | null}} Dispute
 * @typedef {{lines: number[], dice: Rolled[], typed: {line: number, seat: string, faces: number[], said: Record<string, string>}[],
 *   rules: {id: string, statement: string}[], why: Why, undone_by: number | null}} Evidence
 * @typedef {Dispute & {evidence: Evidence, overrides: Record<string, string[]>}} DisputeInFull
 * @typedef {{line: number, to_version: number, by: string, reason: string, agreed: [string, number][], asked: string[],
 *   until: number | null}} Wish
 * @typedef {{rewind: Wish | null, end: {agreed: string[], asked: string[]} | null}} Wishes
 * @typedef {{version: number, seen: [number, string], pending: Question, offers: Offer[], rewinds: number[],
 *   odds?: {command: Record<string, unknown>, odds: Odds}[]}} Choices
 * @typedef {{do: string, who: string | null, code: string, rule: string | null, sentence: string}} Reason
 * @typedef {Reason & {field: string, value: string}} ChoiceReason
 * @typedef {{rolls: boolean, final: boolean, text: string, uses: string[], provokes: string[], ruling: boolean,
 *   costs: {who: string, what: string, before: number, after: number}[]}} Preview
 * @typedef {{n: number, type: string, before: unknown, after: unknown, steps: string[], dice: Rolled[],
 *   outcome: string | null, rules: {id: string, statement: string}[], text: string}} Cause
 * @typedef {{subject: string, value: unknown, chain: Cause[], sentences: string[], earlier?: number | null}} Why
 * @typedef {{text: string, rule: string | null, lang: string, status?: number}} Failure
 * @typedef {{seat: string, role: string, seats: {seat: string, role: string, devices: string[], bot: boolean}[]}} Seating
 */
export {};
