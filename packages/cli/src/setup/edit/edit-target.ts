import { isDeepStrictEqual } from 'node:util';
import { fileUnreadable } from './file-unreadable.ts';
import { type KeyPath, parseObject, readJsonEntry, readJsonServers, writeJsonEntry } from './json-entry.ts';
import { readMarkedLines, writeMarkedLines } from './marked-lines.ts';
import { parseTable, readTomlEntry, writeTomlEntry } from './toml-entry.ts';

/** The content of an edit and its place: a server among others, or lines between marks. */
export type EditTarget =
  | { readonly kind: 'json' | 'toml'; readonly path: KeyPath }
  | { readonly kind: 'lines'; readonly head: string };

const BOM = '\uFEFF';

/**
 * The bytes of a file with a value in its place; unchanged if the file has that value already. Throws
 * `CLIENT_FILE_UNREADABLE`.
 */
export function putInto(bytes: Buffer | null, target: EditTarget, value: unknown): Buffer {
  const { bom, text } = decode(bytes);
  if (bytes !== null && isDeepStrictEqual(readValue(text, target), value)) return bytes;
  return Buffer.from(bom + writeValue(text, target, value, false));
}

/**
 * The bytes of a file with the earlier value, or without one if there was none. Objects that were made for
 * the value are removed with it; null if nothing is left of a new file.
 */
export function takeOut(bytes: Buffer, before: Buffer | null, target: EditTarget): Buffer | null {
  const { bom, text } = decode(bytes);
  const old = before === null ? undefined : readValue(decode(before).text, target);
  const after = writeValue(text, target, old, before === null || !holdsServers(decode(before).text, target));
  // Lines are removed byte for byte: any remaining character, even a space, was written by somebody else.
  const isEmpty =
    target.kind === 'lines' ? after === '' || after === target.head : /^\s*(?:\{\s*\}\s*)?$/.test(after);
  return before === null && isEmpty ? null : Buffer.from(bom + after);
}

/**
 * True if two texts differ only in spaces and comments; for lines, if the lines between their marks are
 * equal.
 */
export function saysTheSame(one: Buffer, other: Buffer, target: EditTarget): boolean {
  const [a, b] = [decode(one).text, decode(other).text];
  try {
    return isDeepStrictEqual(readWhole(a, target), readWhole(b, target));
  } catch {
    return false;
  }
}

/** The servers that a file lists, by name; none if it can't be read. */
export function readEntries(
  bytes: Buffer | null,
  kind: 'json' | 'toml',
  servers: string,
): Record<string, unknown> {
  try {
    const { text } = decode(bytes);
    const all = (kind === 'json' ? parseObject(text) : parseTable(text))[servers];
    return typeof all === 'object' && all !== null ? { ...all } : {};
  } catch {
    return {};
  }
}

function decode(bytes: Buffer | null): { bom: string; text: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes ?? undefined);
    return text.startsWith(BOM) ? { bom: BOM, text: text.slice(1) } : { bom: '', text };
  } catch {
    throw fileUnreadable('is not UTF-8 text');
  }
}

function readValue(text: string, target: EditTarget): unknown {
  if (target.kind === 'lines') return readMarkedLines(text);
  return target.kind === 'json' ? readJsonEntry(text, target.path) : readTomlEntry(text, target.path);
}

function writeValue(text: string, target: EditTarget, value: unknown, dropEmpty: boolean): string {
  if (target.kind === 'lines') return writeMarkedLines(text, value as string | undefined, target.head);
  if (target.kind === 'toml') return writeTomlEntry(text, target.path, value);
  return writeJsonEntry(text, target.path, value, dropEmpty);
}

function holdsServers(text: string, target: EditTarget): boolean {
  return target.kind === 'json' && readJsonServers(text, target.path) !== undefined;
}

function readWhole(text: string, target: EditTarget): unknown {
  if (target.kind === 'lines') return readMarkedLines(text);
  return target.kind === 'json' ? parseObject(text) : parseTable(text);
}
