import type { PublishedColumn, PublishedValue } from '@memora/claims/internal';

/** Returns the PostgreSQL type of a published column. */
export function typeOf({ kind }: PublishedColumn): string {
  return { int: 'bigint', real: 'double precision', text: 'text', blob: 'bytea', any: 'bytea' }[kind];
}

// PostgreSQL text cannot contain U+0000, so that character and the escape itself are escaped. Neither occurs in a path, by which rows are ordered.
const ESCAPE = '\uE000';

/** Converts a SQLite value to its PostgreSQL form. */
export function toStored({ kind }: PublishedColumn, value: PublishedValue): unknown {
  if (value === null) return null;
  if (kind === 'any') return tagged(value);
  return typeof value === 'string' ? toStoredText(value) : value;
}

/** Converts a text for storage and comparison in PostgreSQL. */
export function toStoredText(text: string): string {
  return /[\0\uE000]/.test(text)
    ? text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
    : text;
}

/** Reverses {@link toStoredText}. */
export function fromStoredText(text: string): string {
  return text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE) : text;
}

/** Reverses {@link toStored}. */
export function fromStored({ kind }: PublishedColumn, value: unknown): PublishedValue {
  if (value === null) return null;
  if (kind === 'any') return untagged(value as Buffer);
  return typeof value === 'string' ? fromStoredText(value) : (value as PublishedValue);
}

/** Encodes a value of any type: one byte gives the type, so that 1 and "1" differ. */
function tagged(value: string | number | Uint8Array): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from('t'), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from(`n${value}`);
  return Buffer.concat([Buffer.from('b'), value]);
}

function untagged(bytes: Buffer): PublishedValue {
  const rest = bytes.subarray(1);
  const tag = String.fromCharCode(bytes[0] ?? 0);
  return tag === 't' ? rest.toString() : tag === 'n' ? Number(rest.toString()) : Buffer.from(rest);
}
