import type { WireText } from '@memora/core';
import { toWireText, type WirePlace } from '@memora/privacy';
import type { Hit } from '../hit.ts';
import { RetrievalError } from '../retrieval-error.ts';

/** Reads a question beside each claim found and says how well they fit: a cross-encoder, a service, a model. */
export interface Reranker {
  readonly id: string;
  /** Where the texts go. A cloud gets secret claims redacted. */
  readonly place: Extract<WirePlace, 'loopback' | 'cloud-model'>;
  /** One finite number for each text, in order; higher is better. */
  readonly rerank: (
    question: WireText,
    texts: readonly WireText[],
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly number[]>;
}

/** Hits in the reranker's order, ties in the order they came. Throws `RERANKER_FAILED`, `RERANKER_TIMEOUT` or `RERANKER_INVALID`. */
export async function rerankHits(
  reranker: Reranker,
  question: string,
  hits: readonly Hit[],
  { signal, timeout }: { readonly signal?: AbortSignal | undefined; readonly timeout: number },
): Promise<Hit[]> {
  const asked = toWireText({ text: question, band: 'private' }, reranker.place);
  const texts = hits.map(({ claim, snippet }) =>
    toWireText({ text: snippet, band: claim.band }, reranker.place),
  );
  const open = hits.filter((_, i) => texts[i] !== null);
  if (asked === null || open.length === 0) return [...hits];
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
  const scoreByHit = new Map(open.map((hit, i) => [hit, scores[i] as number]));
  const ordered = [...open].sort((a, b) => (scoreByHit.get(b) ?? 0) - (scoreByHit.get(a) ?? 0));
  // What the reranker may not see keeps its place behind what it has put first.
  return [...ordered, ...hits.filter((hit) => !scoreByHit.has(hit))];
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
    // The cause may quote what it choked on, so it is not carried along.
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
