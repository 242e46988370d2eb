import type { WireText } from '@memora/core';
import { toWireText, type WirePlace } from '@memora/privacy';
import type { Hit, QueryOptions, QueryResult, Retriever } from '../hit.ts';

/** Splits a question into questions that can be answered independently. */
export interface Decomposer {
  /** Where the question is sent. */
  readonly place: Extract<WirePlace, 'loopback' | 'cloud-model'>;
  readonly decompose: (
    question: WireText,
    options: { readonly signal?: AbortSignal | undefined },
  ) => Promise<readonly string[]>;
}

const MOST_PARTS = 4;
const RRF_CONSTANT = 60;

/**
 * Asks a question and the parts that a model splits it into, and fuses the results by reciprocal rank. If the model fails, only the parts are lost, and the
 * result reports it.
 */
export async function askInParts(
  retriever: Retriever,
  question: string,
  decomposer: Decomposer,
  options: QueryOptions = {},
): Promise<QueryResult> {
  const whole = await retriever.query(question, options);
  const parts = await splitQuestion(question, decomposer, options.signal);
  if (parts === null) {
    return {
      ...whole,
      degraded: true,
      degradedReasons: [
        ...whole.degradedReasons,
        'decomposition: FAILED: the model did not split the question',
      ],
    };
  }
  if (parts.length === 0) return whole;
  const others: QueryResult[] = [];
  for (const part of parts) others.push(await retriever.query(part, options));
  return {
    hits: joinHits([whole, ...others]).slice(0, options.k ?? whole.hits.length),
    degraded: [whole, ...others].some(({ degraded }) => degraded),
    degradedReasons: [...new Set([whole, ...others].flatMap(({ degradedReasons }) => degradedReasons))],
    cut: [whole, ...others].some(({ cut }) => cut),
  };
}

async function splitQuestion(
  question: string,
  { place, decompose }: Decomposer,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | null> {
  const wire = toWireText({ text: question, band: 'private' }, place);
  if (wire === null) return [];
  try {
    const parts = await decompose(wire, { signal });
    const asked = question.trim().toLowerCase();
    return [...new Set(parts.map((part) => part.trim()))]
      .filter((part) => part !== '' && part.toLowerCase() !== asked)
      .slice(0, MOST_PARTS);
  } catch {
    signal?.throwIfAborted();
    // The message may quote the question, so it is dropped.
    return null;
  }
}

function joinHits(results: readonly QueryResult[]): Hit[] {
  const joined = new Map<string, { hit: Hit; score: number }>();
  for (const { hits } of results) {
    hits.forEach((hit, i) => {
      const known = joined.get(hit.claim.id);
      const score = (known?.score ?? 0) + 1 / (RRF_CONSTANT + i + 1);
      joined.set(hit.claim.id, { hit: known?.hit ?? hit, score });
    });
  }
  const most = results.length / (RRF_CONSTANT + 1);
  return [...joined.values()]
    .sort((a, b) => b.score - a.score || (a.hit.claim.id < b.hit.claim.id ? -1 : 1))
    .map(({ hit, score }) => ({ ...hit, score: score / most }));
}
