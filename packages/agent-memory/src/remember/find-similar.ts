import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import type { SimilarMemory } from '../admit/admission.ts';
import { deniesStatement } from '../admit/denies-statement.ts';
import { replacesStatement } from '../admit/replaces-statement.ts';
import { saysTheSame, shareOfWords, wordsOf } from '../admit/says-the-same.ts';
import { sharesSubject } from '../admit/shares-subject.ts';

/** Memories whose words are near those of a statement. */
export interface NearMemories {
  readonly similar: readonly SimilarMemory[];
  /** Those that are the same but for words that say nothing. */
  readonly same: readonly string[];
  /** Those of which it plainly tells that they no longer hold, and those that can't hold beside it. */
  readonly replaced: readonly string[];
  /** Claims of people's notes that it denies, or tells to hold no longer. */
  readonly denied: readonly string[];
}

/** Where nothing is remembered yet. */
export const NOTHING_NEAR: NearMemories = { similar: [], same: [], replaced: [], denied: [] };

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
  const all = hits.map(({ claim }) => claim);
  const read = await memory.readSpans(all);
  const denied = all.filter(({ notePath, status }, i) => {
    const text = read[i];
    if (isMemoryPath(notePath) || status !== 'current' || typeof text !== 'string') return false;
    return deniesStatement(content, text) || replacesStatement(content, text);
  });
  const claims = all.filter(({ notePath }) => isMemoryPath(notePath));
  const texts = read.filter((_, i) => isMemoryPath(all[i]?.notePath ?? ''));
  const words = wordsOf(content);
  const found = new Map<string, { score: number; isSame: boolean }>();
  const replaced = new Set<string>();
  for (const [i, { noteId, status }] of claims.entries()) {
    const text = texts[i];
    if (typeof text !== 'string' || status === 'superseded' || found.has(noteId)) continue;
    if (replacesStatement(content, text) || deniesStatement(content, text)) replaced.add(noteId);
    const score = shareOfWords(words, wordsOf(text));
    if (score >= LEAST_SHARE) found.set(noteId, { score, isSame: saysTheSame(content, text) });
    else if (sharesSubject(content, text)) found.set(noteId, { score, isSame: false });
  }
  const near = [...found].sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1));
  return {
    similar: near
      .slice(0, MOST_SIMILAR)
      .map(([id, { score }]) => ({ id, score: Math.round(score * 100) / 100 })),
    same: near.filter(([, { isSame }]) => isSame).map(([id]) => id),
    replaced: [...replaced],
    denied: denied.map(({ id }) => id),
  };
}
