import type { Claim } from '@memora/claims';
import type { Hit } from '@memora/retrieval';
import { toAnswerLine } from '../answer/to-answer-line.ts';
import type { QueryOptions } from '../memory.ts';
import type { MemorySearch } from './open-search.ts';

/** What reading passages needs of an open memory. */
interface PassagePorts {
  readonly claimsIn: MemorySearch['claimsIn'];
  /** The text of a claim's span as it is on disk; null where it is gone or may not be shown. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
}

/**
 * The text of the passage that each hit stands in, made of the claims in it as they are on disk; null where it stands in none, and where nothing of it may be shown.
 * Hits of one passage share a text.
 */
export async function readPassages(
  hits: readonly Hit[],
  asked: QueryOptions,
  { claimsIn, readSpan }: PassagePorts,
): Promise<(string | null)[]> {
  const found = await claimsIn(
    hits.flatMap(({ passage }) => passage ?? []),
    asked,
  );
  const texts = new Map(
    await Promise.all(
      [...found].map(async ([key, claims]) => {
        const spans = Map.groupBy(claims, ({ span }) => span.start);
        const lines = await Promise.all(
          [...spans]
            .sort(([a], [b]) => a - b)
            .map(async ([, [claim]]) => {
              const text = claim === undefined || claim.band === 'secret' ? null : await readSpan(claim);
              return text === null ? '' : claim?.assertion === 'code' ? text : toAnswerLine(text);
            }),
        );
        return [key, lines.filter((line) => line !== '').join(' ')] as const;
      }),
    ),
  );
  return hits.map(({ passage }) => {
    const text = passage === undefined ? undefined : texts.get(passage.key);
    return text === undefined || text === '' ? null : text;
  });
}
