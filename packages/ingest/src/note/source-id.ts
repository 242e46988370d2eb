import { fingerprint } from '@memora/core';

/** The id of a source's note: a readable slug, and a hash that distinguishes it from other sources with that name. */
export function sourceId(title: string, identity: string): string {
  return `${slugOf(title)}-${shortHash(identity)}`;
}

/** Eight of the characters `0-9a-z`. */
export function shortHash(text: string): string {
  const hash = fingerprint(new TextEncoder().encode(text));
  return BigInt(`0x${hash.slice(0, 16)}`)
    .toString(36)
    .padStart(8, '0')
    .slice(-8);
}

const LONGEST_SLUG = 60;

/** Lower case; letters, marks and digits of any script, with hyphens for everything between them. */
function slugOf(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const cut = Array.from(slug).slice(0, LONGEST_SLUG).join('');
  return cut.replace(/-+$/, '') || 'document';
}
