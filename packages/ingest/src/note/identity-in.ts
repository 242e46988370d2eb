import type { Document } from '../document.ts';

/** Formats whose sources hold one document per entry. */
const OF_ENTRIES: ReadonlySet<string> = new Set(['mbox', 'feed', 'enex', 'notion']);

/** The identity of a document in its source: the source itself, or the entry with its own key. */
export function identityIn(identity: string, { title, meta }: Document, keys: Map<string, number>): string {
  if (!OF_ENTRIES.has(meta.format)) return identity;
  const key = meta.key ?? `${title}\n${meta.published ?? ''}`;
  const number = (keys.get(key) ?? 0) + 1;
  keys.set(key, number);
  return `${identity}\n${key}${number === 1 ? '' : `\n${number}`}`;
}
