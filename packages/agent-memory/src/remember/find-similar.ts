import { differsInValue, saysTheSame } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import type { SimilarMemory } from '../admit/admission.ts';
import { compareMeaning } from '../within/compare-meaning.ts';

/** Memories with words similar to those of a statement. */
interface NearMemories {
  /** The nearest first. The caller must decide whether they are still true. */
  readonly similar: readonly SimilarMemory[];
  /** Those that say the same in the same words. */
  readonly same: readonly string[];
  /** Claims of people's notes that differ only in a figure or name. */
  readonly against: readonly string[];
}

/** The result if nothing is remembered yet. */
export const NOTHING_NEAR: NearMemories = { similar: [], same: [], against: [] };

/**
 * Minimum similarity of two statements that may be about the same thing: by meaning, or by the share of the shorter one's long words and figures that the
 * other has.
 */
const LEAST_NEAR = 0.35;
const MOST_SIMILAR = 3;
const LOOKED_AT = 12;
/** The longest question. The beginning of a long statement is enough to find similar ones. */
const LONGEST_QUESTION = 300;

/** Finds memories that a statement may repeat or replace. */
export async function findSimilar(
  content: string,
  memory: Pick<Memory, 'query' | 'readSpans' | 'settings'>,
  root: string,
): Promise<NearMemories> {
  const { hits } = await memory.query(content.slice(0, LONGEST_QUESTION), {
    k: LOOKED_AT,
    behind: false,
    reports: true,
    // A new memory may be secret and is not a question, so it is never sent to an embedder on another machine.
    words: memory.settings.config.embed.provider !== 'local',
  });
  const found = hits.filter(
    ({ claim: { notePath, status } }) =>
      isMemoryPath(notePath) && notePath.startsWith(root) && status !== 'superseded',
  );
  const read = await memory.readSpans(found.map(({ claim }) => claim));
  const texts = read.map((text) => (typeof text === 'string' ? text : ''));
  const others = hits.filter(
    ({ claim: { notePath, status } }) =>
      !isMemoryPath(notePath) && (status === 'current' || status === 'contested'),
  );
  const said = await memory.readSpans(others.map(({ claim }) => claim));
  const against = others.flatMap(({ claim }, i) =>
    claim.trust === 1 && typeof said[i] === 'string' && differsInValue(content, said[i]) ? [claim.id] : [],
  );
  const words = longWordsOf(content);
  const meanings = await compareMeaning(content, texts);
  const scores = new Map<string, number>();
  const same = new Set<string>();
  for (const [i, { claim }] of found.entries()) {
    const text = texts[i] ?? '';
    if (text === '') continue;
    if (saysTheSame(content, text)) same.add(claim.noteId);
    const score = Math.max(meanings[i] ?? 0, shareOfShorter(words, longWordsOf(text)));
    if (score >= LEAST_NEAR) scores.set(claim.noteId, Math.max(scores.get(claim.noteId) ?? 0, score));
  }
  const near = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return {
    similar: near.slice(0, MOST_SIMILAR).map(([id, score]) => ({ id, score: Math.round(score * 100) / 100 })),
    same: [...same],
    against,
  };
}

/** In UTF-16 units. Most shorter words occur in every sentence. */
const LONG = 4;

function longWordsOf(text: string): ReadonlySet<string> {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return new Set(words.filter((word) => word.length >= LONG || /\p{N}/u.test(word)));
}

function shareOfShorter(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : [...a].filter((word) => b.has(word)).length / least;
}
