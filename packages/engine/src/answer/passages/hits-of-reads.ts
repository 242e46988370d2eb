import type { Claim } from '@memora/claims';
import { isReported } from '@memora/claims/internal';
import type { Hit } from '@memora/retrieval';
import { isOfThen } from '../../lookup/to-as-of.ts';
import { overlaps } from './citable-units.ts';
import type { PassageSearch, ShownPorts } from './find-shown-passages.ts';
import { type ReadPassage, textAt } from './read-passage.ts';

interface HitPorts extends Pick<ShownPorts, 'claimsIn'> {
  /** Claims that were found separately. */
  readonly outside: readonly Hit[];
  readonly most: number;
}

/** Maximum length of a snippet, in UTF-16 units. */
const MOST_SNIPPET = 400;

/**
 * Returns the claims that passages can be cited by, each with its passage's score: the best claim of each passage, then the next of each. Claims known only at
 * an earlier time come first, because no passage shows them.
 */
export async function hitsOfReads(
  reads: readonly ReadPassage[],
  options: PassageSearch,
  { outside, most, claimsIn }: HitPorts,
): Promise<readonly Hit[]> {
  const likely = reads.slice(0, most);
  const keys = likely.flatMap(({ found }) => (found.key === null ? [] : [{ key: found.key }]));
  const claims = keys.length === 0 ? new Map<number, readonly Claim[]>() : await claimsIn(keys, options);
  const outsideById = new Map<string, Hit>(outside.map((hit) => [hit.claim.id, hit]));
  const lists = likely.map((read): readonly Hit[] => {
    const { key, passage } = read.found;
    const alone = key === null ? outsideById.get(passage.id) : undefined;
    if (alone !== undefined) return [alone];
    return toHits(read, key === null ? [] : (claims.get(key) ?? []));
  });
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  const hitById = new Map<string, Hit>();
  for (const hit of isOfThen(options) ? [...outside, ...inTurn] : inTurn)
    if (!hitById.has(hit.claim.id)) hitById.set(hit.claim.id, hit);
  return [...hitById.values()].slice(0, most);
}

/** Returns the claims of a passage that may be shown, the one with its best sentence first. */
function toHits({ found, bytes, pieces }: ReadPassage, claims: readonly Claim[]): readonly Hit[] {
  const { best, score, coverage, why, words } = found;
  const isBest = ({ span }: Claim) => Number(best !== null && overlaps(span, best.span));
  return claims
    .filter(({ span }) => pieces.some(({ start, end }) => span.start >= start && span.end <= end))
    .filter((claim) => !isReported(claim))
    .toSorted((a, b) => isBest(b) - isBest(a) || a.span.start - b.span.start)
    .map((claim) => ({
      claim,
      score,
      why: {
        ...why,
        ...{ coverage, ownCoverage: coverage },
        // Word counts are known only for the passage as a whole.
        words: words.map((word) => ({ word, share: coverage / words.length, held: 1 })),
      },
      snippet: toSnippet(textAt(bytes, claim.span)),
    }));
}

function toSnippet(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.join(' ').trim().slice(0, MOST_SNIPPET);
}
