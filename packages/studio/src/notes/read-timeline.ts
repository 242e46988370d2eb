import type { Memory } from '@memora/engine';
import type { TimelineEntry } from './note-fact.ts';
import { STATUS } from './read-facts.ts';

/** Maximum number of entries that a person looks through. */
const MOST = 300;

/** What notes said about one thing, under any of its names, the oldest first. Never secret ones. */
export async function readTimeline(
  { timeline, readSpans }: Pick<Memory, 'timeline' | 'readSpans'>,
  about: string,
): Promise<readonly TimelineEntry[]> {
  const claims = (await timeline(about)).slice(-MOST);
  const texts = await readSpans(claims);
  return claims.flatMap(({ notePath, noteTitle, span, validFrom, validUntil, precision, status }, i) => {
    const text = texts[i];
    if (typeof text !== 'string') return [];
    const from = precision === 'unknown' ? null : validFrom;
    const entry = { text, path: notePath, title: noteTitle, span, from, until: validUntil };
    return [{ ...entry, status: STATUS[status] }];
  });
}
