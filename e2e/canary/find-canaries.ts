import { createHash } from 'node:crypto';
import type { Canary } from './canary-vault.ts';

/** A canary that was seen in a forbidden place. */
export interface Sighting {
  readonly place: string;
  readonly where: string;
  readonly spelling: string;
}

/** Searches for its canaries, and skips bytes that it has searched before. */
export type CanarySearch = (bytes: Uint8Array, where: string) => Sighting[];

/** Searches bytes for canaries, once. */
export function findCanaries(bytes: Uint8Array, where: string, canaries: readonly Canary[]): Sighting[] {
  return createCanarySearch(canaries)(bytes, where);
}

/**
 * Searches for canaries in every spelling that a program might produce: the exact text, any case, NFD,
 * UTF-16, JSON and URL escapes, base64 at each alignment, hex, and the first and last six letters alone. It
 * searches for all needles in one pass, because a run reads its whole folder again after each entry point.
 */
export function createCanarySearch(canaries: readonly Canary[]): CanarySearch {
  const needles = canaries.flatMap(({ token, place, also }) =>
    [token, ...also].flatMap(spellingsOf).map(({ spelling, needle, exact, whole }) => ({
      place,
      spelling,
      whole,
      bytes: Buffer.from(exact ? needle : fold(needle), 'latin1'),
      exact,
    })),
  );
  const byStart = new Map<number, Needle[]>();
  const known = new Uint8Array(1 << 16);
  for (const needle of needles) {
    // The text is case-folded before the lookup, so that one table serves both kinds.
    const start = startAt(Buffer.from(fold(needle.bytes.toString('latin1')), 'latin1'), 0);
    known[bucketOf(start)] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), needle]);
  }
  const clean = new Set<string>();
  return (bytes, where) => {
    const digest = createHash('sha256').update(bytes).digest('base64');
    if (clean.has(digest)) return [];
    const found = new Map<string, Sighting>();
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const folded = Buffer.from(raw);
    for (let i = 0; i < folded.length; i++) folded[i] = FOLDED[folded[i] as number] as number;
    for (let i = 0; i + 4 <= folded.length; i++) {
      const start = startAt(folded, i);
      if (known[bucketOf(start)] === 0) continue;
      for (const needle of byStart.get(start) ?? []) {
        const text = needle.exact ? raw : folded;
        const isThere =
          startsWith(text, needle.bytes, i) && (!needle.whole || standsAlone(folded, i, needle.bytes.length));
        if (!found.has(needle.place) && isThere)
          found.set(needle.place, { place: needle.place, where, spelling: needle.spelling });
      }
    }
    if (found.size === 0) clean.add(digest);
    return [...found.values()];
  };
}

interface Needle {
  readonly place: string;
  readonly spelling: string;
  readonly bytes: Buffer;
  /** Base64 is case-sensitive. */
  readonly exact: boolean;
  /** A few digits appear by chance in longer numbers and hashes, so they count only as a separate number. */
  readonly whole: boolean;
}

/** Lower case of ASCII. Higher bytes belong to UTF-8 or UTF-16 and have no case. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte,
);

function fold(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Four bytes as a number. Every needle is longer than four bytes. */
function startAt(bytes: Uint8Array, i: number): number {
  return (
    ((bytes[i] as number) << 24) |
    ((bytes[i + 1] as number) << 16) |
    ((bytes[i + 2] as number) << 8) |
    (bytes[i + 3] as number)
  );
}

function bucketOf(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> 16;
}

function startsWith(text: Uint8Array, needle: Uint8Array, at: number): boolean {
  if (at + needle.length > text.length) return false;
  for (let i = 0; i < needle.length; i++) if (text[at + i] !== needle[i]) return false;
  return true;
}

function standsAlone(bytes: Uint8Array, at: number, length: number): boolean {
  const isWord = (byte: number | undefined) =>
    byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2e);
  return !isWord(bytes[at - 1]) && !isWord(bytes[at + length] === 0x2e ? undefined : bytes[at + length]);
}

interface Spelling {
  readonly spelling: string;
  readonly needle: string;
  readonly exact: boolean;
  readonly whole: boolean;
}

function spellingsOf(token: string): Spelling[] {
  const utf8 = Buffer.from(token);
  const spelling = (name: string, needle: string, exact = false): Spelling => ({
    spelling: name,
    needle,
    exact,
    whole: isNumber && needle === token,
  });
  const isNumber = /^\d+$/.test(token);
  const units = [...token].flatMap((c) => Array.from({ length: c.length }, (_, i) => c.charCodeAt(i)));
  const isLatin = !isNumber && /^[a-z0-9]+$/.test(token);
  return [
    spelling('plain', utf8.toString('latin1')),
    spelling('capitals', Buffer.from(token.toUpperCase()).toString('latin1')),
    spelling('NFD', Buffer.from(token.normalize('NFD')).toString('latin1')),
    spelling('UTF-16', Buffer.from(token, 'utf16le').toString('latin1')),
    spelling('JSON escapes', units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')),
    spelling('URL', encodeURIComponent(token)),
    spelling('hex', utf8.toString('hex')),
    ...[0, 1, 2].map((skip) => {
      const padded = Buffer.concat([Buffer.alloc(skip, 0x20), utf8]).toString('base64');
      // All digits of an amount that is only the token. Four digits would occur in a database by chance.
      const inner = padded.slice(Math.ceil((skip * 8) / 6), Math.floor(((skip + utf8.length) * 8) / 6));
      return spelling(`base64 at ${skip}`, inner, true);
    }),
    ...(isLatin
      ? [spelling('first six letters', token.slice(0, 7)), spelling('last six letters', token.slice(-7))]
      : []),
  ];
}
