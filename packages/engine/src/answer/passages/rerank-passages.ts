import { MemoraError } from '@memora/core';
import { type Reranker, rerankTexts } from '@memora/retrieval';
import { type ReadPassage, textAt } from './read-passage.ts';

/** Maximum number of passages for one reranker call. */
const MOST = 40;
const TIMEOUT_MS = 10_000;

/** Reorders passages with a reranker that sees their current text. The scores stay with the ranks. If the reranker fails, the order does not change. */
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
