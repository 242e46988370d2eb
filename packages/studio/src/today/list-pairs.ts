import type { Claim } from '@memora/claims';
import type { Memory, ReviewedContradiction } from '@memora/engine';
import type { CardSide, PairCard } from './today-card.ts';

/** The longest value that fits a button. */
const LONGEST_VALUE = 40;

/** Contradictions without a decision, at most `most`. An empty list is better than a wrong one. Never secret ones. */
export async function listPairs(
  memory: Pick<Memory, 'contradictions' | 'readSpans'>,
  most: number,
  decided: ReadonlySet<string>,
): Promise<readonly PairCard[]> {
  const open = (await memory.contradictions()).filter(
    ({ id, resolution }) => resolution === 'contested' && !decided.has(id),
  );
  const cards: PairCard[] = [];
  for (const pair of distinct(open)) {
    if (cards.length === most) break;
    const [older, newer] = await memory.readSpans([pair.older, pair.newer]);
    // A pair with a side that is no longer in its note needs no decision.
    if (typeof older !== 'string' || typeof newer !== 'string') continue;
    const values = valuesOf(pair);
    const differing = values[0] === null ? differingIn(older, newer) : null;
    cards.push({
      kind: 'pair',
      id: pair.id,
      about: differing?.before ?? pair.newer.subject,
      sides: [
        toSide(pair.older, older, differing?.values[0] ?? values[0]),
        toSide(pair.newer, newer, differing?.values[1] ?? values[1]),
      ],
    });
  }
  return cards;
}

/** One card for all pairs that state the same two things. */
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

function valuesOf({ older, newer }: ReviewedContradiction): readonly [string | null, string | null] {
  const isShort = (value: string | null): value is string =>
    value !== null && value !== '' && value.length <= LONGEST_VALUE;
  return isShort(older.object) && isShort(newer.object) && older.object !== newer.object
    ? [older.object, newer.object]
    : [null, null];
}

/** If two sentences differ only in a few words at their end: those words, and the words before their verb. Null for any other pair. */
function differingIn(
  older: string,
  newer: string,
): { readonly before: string; readonly values: readonly [string, string] } | null {
  const [a, b] = [older, newer].map((text) => text.trim().replace(/[.!]$/u, '').split(/\s+/u)) as [
    string[],
    string[],
  ];
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
  const values = [a.slice(same).join(' '), b.slice(same).join(' ')] as const;
  if (same < 2 || values.some((value) => value === '' || value.length > LONGEST_VALUE)) return null;
  return { before: a.slice(0, same - 1).join(' '), values };
}

function toSide(
  { id, notePath, noteTitle, validFrom, precision, span }: Claim,
  text: string,
  value: string | null,
): CardSide {
  const isDated = precision !== 'unknown' && precision !== 'instant';
  return { id, text, value, path: notePath, title: noteTitle, date: isDated ? validFrom : null, span };
}
