/** What the verifier's reading says of a whole file, and of the proof of one roll. */
import type { Crypto, Key } from './checks.mjs';
export interface Report {
  verdict: string; why?: string; line?: number; lines: number; root: string; encounter: string; log_key: string | null; crypto: string; but: string[];
  rolls: { grade: string }[];
}
export interface Proved { verdict: string; why?: string; encounter: string; rolls: { roll: number; line: number; faces: number[][] }[]; }
export function proved(raw: Uint8Array): Promise<Proved>;
export function check(stream: ReadableStream<Uint8Array>, given?: { kept?: string[] }): Promise<Report>;
export function engine(wanted?: string): Promise<Crypto>;
export function keyOf(text: string, hash: Crypto['sha256']): Promise<Key>;
export function spelt(value: unknown): string;
export function unhex(text: string): Uint8Array;
export function hex(raw: Uint8Array): string;
export function joined(...parts: Uint8Array[]): Uint8Array;
export function bytes(text: string): Uint8Array;
export function base64(raw: Uint8Array): string;
export function unbase64(text: string, size?: number): Uint8Array | null;
