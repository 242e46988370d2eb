import { MemoraError } from '@memora/core';
import { type Reranker, rerankTexts } from '@memora/retrieval';
import { type ReadPassage, textAt } from './read-passage.ts';

/** What a reranker is shown at once. */
const MOST = 40;
const TIMEOUT_MS = 10_000;

/**
 * Passages in the order of a reranker, each with its text as its note has it now. What it puts at a place is worth what was there. One that fails leaves the
 * order as it was.
 */
export async function rerankPassages(
  reranker: Reranker,
  question: string,
  read: readonly ReadPassage[],
  signal: AbortSignal | undefined,
): Promise<{ readonly read: readonly ReadPassage[]; readonly reasons: readonly string[] }> {
  const shown = read.slice(0, MOST);
  const texts = shown.map(({ found, bytes, pieces }) => ({
    text: pieces.map((piece) => textAt(bytes, piece)).join(' '),
    band: found.passage.band,
  }));
  try {
    const order = await rerankTexts(reranker, question, texts, { signal, timeout: TIMEOUT_MS });
    const ordered = order.map((at, place): ReadPassage => {
      const [each, before] = [shown[at] as ReadPassage, (shown[place] as ReadPassage).found];
      const coverage = Math.max(each.found.coverage, before.coverage);
      return { ...each, found: { ...each.found, score: before.score, coverage } };
    });
    return { read: [...ordered, ...read.slice(MOST)], reasons: [] };
  } catch (error) {
    signal?.throwIfAborted();
    if (!MemoraError.isInstance(error)) throw error;
    return { read, reasons: [`rerank_${error.code.toLowerCase()}`] };
  }
}
