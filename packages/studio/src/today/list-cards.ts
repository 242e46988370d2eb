import type { Claim } from '@memora/claims';
import type { Memory, ReviewedContradiction } from '@memora/engine';
import type { CardSide, TodayCard } from './today-card.ts';

/** A person settles a few things a day. */
export const MOST_CARDS = 5;

/** What is open today, at most five: contradictions that nothing decides, apart from the `decided`. An empty list is better than a false one. Never secret ones. */
export async function listCards(
  memory: Pick<Memory, 'contradictions' | 'readSpans'>,
  decided: ReadonlySet<string>,
): Promise<readonly TodayCard[]> {
  const open = (await memory.contradictions()).filter(
    ({ id, resolution }) => resolution === 'contested' && !decided.has(id),
  );
  const cards: TodayCard[] = [];
  for (const pair of distinct(open)) {
    if (cards.length === MOST_CARDS) break;
    const [older, newer] = await memory.readSpans([pair.older, pair.newer]);
    // What is not in its note any more decides itself.
    if (typeof older !== 'string' || typeof newer !== 'string') continue;
    cards.push({
      id: pair.id,
      about: pair.newer.subject,
      sides: [toSide(pair.older, older), toSide(pair.newer, newer)],
    });
  }
  return cards;
}

/** One card for all pairs that say the same two things. */
function distinct(pairs: readonly ReviewedContradiction[]): ReviewedContradiction[] {
  const byWords = new Map<string, ReviewedContradiction>();
  for (const pair of pairs) {
    const said = [pair.older, pair.newer].map(({ subject, predicate, object }) =>
      [subject, predicate, object].join('\0'),
    );
    const key = said.sort().join('\n');
    if (!byWords.has(key)) byWords.set(key, pair);
  }
  return [...byWords.values()];
}

function toSide({ id, notePath, noteTitle, validFrom, precision, span }: Claim, text: string): CardSide {
  const isDated = precision !== 'unknown' && precision !== 'instant';
  return { id, text, path: notePath, title: noteTitle, date: isDated ? validFrom : null, span };
}
