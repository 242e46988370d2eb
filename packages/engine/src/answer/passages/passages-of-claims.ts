import type { Claim } from '@memora/claims';
import { authorOfClaim } from '@memora/claims/internal';
import type { SpanLike } from '@memora/core';
import type { Hit } from '@memora/retrieval';
import type { FoundPassage } from './found-passage.ts';
import { type ReadPassage, textAt } from './read-passage.ts';

/** The dependencies of reading the claims of hits. */
export interface ClaimReaders {
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Returns the current text of a claim's span on disk; null if it is gone or must not be shown. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
}

/** A claim that was found separately. */
export interface FoundClaim extends Pick<Hit, 'claim' | 'score'> {
  readonly why: Pick<Hit['why'], 'coverage' | 'legs' | 'ranks'>;
}

/**
 * Returns claims as passages of one sentence each: secret ones that the asker may see, and those that are still in a note that has changed since its passages
 * were indexed.
 */
export async function readClaimPassages(
  hits: readonly FoundClaim[],
  readers: ClaimReaders,
): Promise<ReadPassage[]> {
  const read = await Promise.all(
    hits.map(async (hit): Promise<ReadPassage | null> => {
      const { claim } = hit;
      const [text, bytes] = await Promise.all([readers.readSpan(claim), readers.readNote(claim.notePath)]);
      if (text === null || bytes === null) return null;
      const span = findSpan(bytes, claim.span, text);
      if (span === null) return null;
      return { found: toFound(hit, span, text), bytes, pieces: [span] };
    }),
  );
  const seen = new Set<string>();
  return read.filter((each) => {
    const name = each === null ? '' : `${each.found.passage.notePath} ${each.pieces[0]?.start}`;
    return each !== null && !seen.has(name) && seen.add(name);
  }) as ReadPassage[];
}

function findSpan(bytes: Uint8Array, span: SpanLike, text: string): SpanLike | null {
  if (textAt(bytes, span) === text) return span;
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(text);
  return at === -1 ? null : { start: at, end: at + Buffer.byteLength(text) };
}

function toFound({ claim, score, why }: FoundClaim, span: SpanLike, text: string): FoundPassage {
  const { id, notePath, noteId, noteTitle, headingPath, band, validFrom, precision } = claim;
  const isDated = validFrom !== null && precision !== 'unknown' && precision !== 'instant';
  const { coverage, legs, ranks } = why;
  return {
    key: null,
    passage: {
      id,
      notePath,
      noteId,
      kind: 'section',
      band,
      span,
      fingerprint: null,
      context: {
        title: noteTitle,
        path: notePath,
        headings: headingPath,
        dates: isDated ? [validFrom.slice(0, 10)] : [],
        speaker: authorOfClaim(claim),
        leadIn: null,
        header: null,
      },
    },
    score,
    coverage,
    why: { legs, ranks },
    best: { span, text },
    words: [],
  };
}
