import type { PublishedColumn, PublishedValue } from '@memora/claims/internal';

/** What a column of a published table is in PostgreSQL. */
export function typeOf({ kind }: PublishedColumn): string {
  return { int: 'bigint', real: 'double precision', text: 'text', blob: 'bytea', any: 'bytea' }[kind];
}

// A text of PostgreSQL holds no U+0000: it and the escape itself are escaped. Neither stands in a path, by which rows are ordered.
const ESCAPE = '\uE000';

/** A value of SQLite as PostgreSQL keeps it. */
export function toStored({ kind }: PublishedColumn, value: PublishedValue): unknown {
  if (value === null) return null;
  if (kind === 'any') return tagged(value);
  return typeof value === 'string' ? toStoredText(value) : value;
}

/** A text as PostgreSQL keeps it, to be written and to be compared with. */
export function toStoredText(text: string): string {
  return /[\0\uE000]/.test(text)
    ? text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
    : text;
}

/** The text that {@link toStoredText} was given. */
export function fromStoredText(text: string): string {
  return text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE) : text;
}

/** The value of SQLite that {@link toStored} was given. */
export function fromStored({ kind }: PublishedColumn, value: unknown): PublishedValue {
  if (value === null) return null;
  if (kind === 'any') return untagged(value as Buffer);
  return typeof value === 'string' ? fromStoredText(value) : (value as PublishedValue);
}

/** A column of any type: one byte says which, so that 1 and "1" stay apart. */
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
