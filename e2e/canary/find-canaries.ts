import type { Canary } from './canary-vault.ts';

/** A canary that was seen where it must not be. */
export interface Sighting {
  readonly place: string;
  readonly where: string;
  readonly spelling: string;
}

/**
 * Looks for canaries in bytes, in every spelling that a program might give them: as they are, in any case, NFD, UTF-16,
 * JSON and URL escapes, base64 at each alignment, hex, and the first and last six letters alone.
 */
export function findCanaries(bytes: Uint8Array, where: string, canaries: readonly Canary[]): Sighting[] {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const folded = raw.toLowerCase();
  return canaries.flatMap(({ token, place }) => {
    const seen = spellingsOf(token).find(({ needle, exact }) =>
      exact ? raw.includes(needle) : folded.includes(needle.toLowerCase()),
    );
    return seen === undefined ? [] : [{ place, where, spelling: seen.spelling }];
  });
}

interface Spelling {
  readonly spelling: string;
  readonly needle: string;
  readonly exact: boolean;
}

const cache = new Map<string, readonly Spelling[]>();

function spellingsOf(token: string): readonly Spelling[] {
  let spellings = cache.get(token);
  if (spellings === undefined) {
    spellings = makeSpellings(token);
    cache.set(token, spellings);
  }
  return spellings;
}

function makeSpellings(token: string): Spelling[] {
  const utf8 = Buffer.from(token);
  const spelling = (name: string, needle: string, exact = false): Spelling => ({
    spelling: name,
    needle,
    exact,
  });
  const units = [...token].flatMap((c) => Array.from({ length: c.length }, (_, i) => c.charCodeAt(i)));
  const isLatin = /^[a-z0-9]+$/.test(token);
  return [
    spelling('plain', utf8.toString('latin1')),
    spelling('NFD', Buffer.from(token.normalize('NFD')).toString('latin1')),
    spelling('UTF-16', Buffer.from(token, 'utf16le').toString('latin1')),
    spelling('JSON escapes', units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')),
    spelling('URL', encodeURIComponent(token)),
    spelling('hex', utf8.toString('hex')),
    ...[0, 1, 2].map((skip) => {
      const padded = Buffer.concat([Buffer.alloc(skip, 0x20), utf8]).toString('base64');
      const inner = padded.slice(skip === 0 ? 0 : 4, padded.length - 4);
      return spelling(`base64 at ${skip}`, inner, true);
    }),
    ...(isLatin
      ? [spelling('first six letters', token.slice(0, 7)), spelling('last six letters', token.slice(-7))]
      : []),
  ];
}
