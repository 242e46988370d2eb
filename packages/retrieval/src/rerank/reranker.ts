import type { Band, WireText } from '@memora/core';
import { toWireText, type WirePlace } from '@memora/privacy';
import type { Hit } from '../hit.ts';
import { RetrievalError } from '../retrieval-error.ts';

/** Scores how well each claim fits a question: a cross-encoder, a service, a model. */
export interface Reranker {
  readonly id: string;
  /** Where the texts are sent. A cloud gets secret claims redacted. */
  readonly place: Extract<WirePlace, 'loopback' | 'cloud-model'>;
  /** Returns one finite number per text, in order; higher is better. */
  readonly rerank: (
    question: WireText,
    texts: readonly WireText[],
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly number[]>;
}

/** Returns the hits in the reranker's order, ties in their original order. Throws `RERANKER_FAILED`, `RERANKER_TIMEOUT` or `RERANKER_INVALID`. */
export async function rerankHits(
  reranker: Reranker,
  question: string,
  hits: readonly Hit[],
  { signal, timeout }: { readonly signal?: AbortSignal | undefined; readonly timeout: number },
): Promise<Hit[]> {
  const texts = hits.map(({ claim, snippet }) => ({ text: snippet, band: claim.band }));
  return (await rerankTexts(reranker, question, texts, { signal, timeout })).map((at) => hits[at] as Hit);
}

/** Returns the indices of texts in the reranker's order; throws as {@link rerankHits} does. */
export async function rerankTexts(
  reranker: Reranker,
  question: string,
  shown: readonly { readonly text: string; readonly band: Band }[],
  { signal, timeout }: { readonly signal?: AbortSignal | undefined; readonly timeout: number },
): Promise<number[]> {
  const asked = toWireText({ text: question, band: 'private' }, reranker.place);
  const texts = shown.map((each) => toWireText(each, reranker.place));
  const all = [...shown.keys()];
  const open = all.filter((at) => texts[at] !== null);
  if (asked === null || open.length === 0) return all;
  const deadline = AbortSignal.timeout(timeout);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const scores = await callReranker(
    () =>
      reranker.rerank(
        asked,
        texts.filter((text) => text !== null),
        { signal: either },
      ),
    either,
    deadline,
    signal,
  );
  if (
    !Array.isArray(scores) ||
    scores.length !== open.length ||
    !scores.every((score) => Number.isFinite(score))
  )
    throw refuse('RERANKER_INVALID', 'the reranker returned no score for each text');
  const scoreAt = new Map(open.map((at, i) => [at, scores[i] as number]));
  const ordered = open.toSorted((a, b) => (scoreAt.get(b) ?? 0) - (scoreAt.get(a) ?? 0));
  // Texts that the reranker may not see keep their order, after those it ranked.
  return [...ordered, ...all.filter((at) => !scoreAt.has(at))];
}

async function callReranker(
  call: () => Promise<readonly number[]>,
  either: AbortSignal,
  deadline: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  try {
    return await Promise.race([
      call(),
      new Promise<never>((_, reject) => {
        either.addEventListener('abort', () => reject(either.reason), { once: true });
      }),
    ]);
  } catch {
    signal?.throwIfAborted();
    // The cause may quote the text it failed on, so it is dropped.
    throw deadline.aborted
      ? refuse('RERANKER_TIMEOUT', 'the reranker did not answer in time')
      : refuse('RERANKER_FAILED', 'the reranker failed');
  }
}

function refuse(
  code: 'RERANKER_FAILED' | 'RERANKER_INVALID' | 'RERANKER_TIMEOUT',
  message: string,
): RetrievalError {
  return new RetrievalError(message, {
    code,
    hint: 'Check the reranker. Results keep their order without it.',
  });
}
