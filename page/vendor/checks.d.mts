/** What the verifier's reading gives; `Fight` is all that it knows of one. */
export interface Crypto { name: string; sha256(raw: Uint8Array): Promise<Uint8Array>; hmac(key: Uint8Array, text: Uint8Array): Promise<Uint8Array>; verify(key: Uint8Array, signature: Uint8Array, text: Uint8Array): Promise<boolean>; }
export interface Device { seat: string; party: string; key: Uint8Array; length: number; shown: number; used: number; }
export interface Command { n: number; at: number; seat: string; hash: Uint8Array; roll: { number: number } | null; named: Map<string, number>; key: Uint8Array | null; drawn: number; order: number[]; blinded: boolean; blind: string | null; }
export interface Roll { number: number; line: number; seat: string; given: string[]; missing: string[]; command: Command | null; }
export interface Line { n: number; prev: string; at: number; type: string; cause?: number; [field: string]: any; }
export interface Fight {
  crypto: Crypto; lines: Line[]; hashes: Uint8Array[]; seats: Map<string, string>; plays: Set<string>; bots: Set<string>; late: Set<string>; devices: Map<string, Device>;
  withDevices: Map<string, Map<string, Device>>; missed: Map<string, number>; keysAsked: Map<string, Line>; counts: Map<string, number>; rolls: Roll[];
  waiting: Command | null; request: Line | null; over: boolean; closed: boolean;
}
export interface Key { name: string; kind: number; public: Uint8Array; id: string; }
export interface Note { text: string; origin: string; size: number; root: Uint8Array; signatures: { name: string; id: string; raw: Uint8Array }[]; }
export class Fault extends Error { line?: number; }
export function begin(crypto: Crypto): Fight;
export function take(fight: Fight, raw: Uint8Array, line: Line): Promise<void>;
export function mustOpen(fight: Fight, n: number, payload: any, salt: string): Promise<void>;
export function engine(wanted?: string): Promise<Crypto>;
export function validKey(raw: Uint8Array): boolean;
export function rowOf(raw: Uint8Array): any;
export function spelt(value: unknown): string;
export function keyOf(text: string, hash: Crypto['sha256']): Promise<Key>;
export function noteOf(text: string): Note;
export function byName(keys: Key[]): Map<string, Key[]>;
export function signers(fight: Fight, note: Note, keys: Map<string, Key[]>): Promise<Key[]>;
export function bytes(text: string): Uint8Array;
export function joined(...parts: Uint8Array[]): Uint8Array;
export function hex(raw: Uint8Array): string;
export function unhex(text: string): Uint8Array;
export function base64(raw: Uint8Array): string;
export function unbase64(text: string, size?: number): Uint8Array | null;
