import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import type { SimilarMemory } from '../admit/admission.ts';
import { replacesStatement } from '../admit/replaces-statement.ts';
import { saysTheSame, shareOfWords, wordsOf } from '../admit/says-the-same.ts';

/** Memories whose words are near those of a statement. */
export interface NearMemories {
  readonly similar: readonly SimilarMemory[];
  /** Those that are the same but for words that say nothing. */
  readonly same: readonly string[];
  /** Those of which it plainly tells that they no longer hold. */
  readonly replaced: readonly string[];
}

/** Where nothing is remembered yet. */
export const NOTHING_NEAR: NearMemories = { similar: [], same: [], replaced: [] };

/** So much of the words two statements share at least that the newer one may be meant to replace the other. */
const LEAST_SHARE = 0.4;
const MOST_SIMILAR = 3;
const LOOKED_AT = 8;
/** No question is longer: what a long statement begins with finds what is like it. */
const LONGEST_QUESTION = 300;

/** Finds memories that a statement may say again or replace, by their words. */
export async function findSimilar(
  content: string,
  memory: Pick<Memory, 'query' | 'readSpans'>,
): Promise<NearMemories> {
  // By words alone: what is to be remembered may be secret, and is no question that anybody asked.
  const { hits } = await memory.query(content.slice(0, LONGEST_QUESTION), {
    k: LOOKED_AT,
    behind: false,
    words: true,
  });
  const claims = hits.map(({ claim }) => claim).filter(({ notePath }) => isMemoryPath(notePath));
  const texts = await memory.readSpans(claims);
  const words = wordsOf(content);
  const found = new Map<string, { score: number; isSame: boolean }>();
  const replaced = new Set<string>();
  for (const [i, { noteId, status }] of claims.entries()) {
    const text = texts[i];
    if (typeof text !== 'string' || status === 'superseded' || found.has(noteId)) continue;
    if (replacesStatement(content, text)) replaced.add(noteId);
    const score = shareOfWords(words, wordsOf(text));
    if (score >= LEAST_SHARE) found.set(noteId, { score, isSame: saysTheSame(content, text) });
  }
  const all = [...found].sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1));
  return {
    similar: all
      .slice(0, MOST_SIMILAR)
      .map(([id, { score }]) => ({ id, score: Math.round(score * 100) / 100 })),
    same: all.filter(([, { isSame }]) => isSame).map(([id]) => id),
    replaced: [...replaced],
  };
}
