import { MemoraError } from '@memora/core';
import { embedTexts, type PendingText } from '@memora/retrieval/internal';
import { REQUEST_TEXTS } from './embedding-pace.ts';
import type { BroughtVectors, NextTexts } from './settle-vectors.ts';

interface EmbedPartOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * False once somebody has worked on the scope, or its workspace has chosen another embedder: a text may
   * have been erased, or may not be sent there.
   */
  readonly isAsRead: () => Promise<boolean>;
}

/** The part that was embedded before a failure. */
interface EmbeddedPart extends BroughtVectors {
  readonly failure: unknown;
}

const REQUEST_MS = 30_000;
/**
 * A fixed text that every embedder accepts. With it, a service that refuses one text can be distinguished
 * from one that refuses everything.
 */
const ACCEPTED: PendingText = { key: 0, text: 'memory' };

/**
 * Embeds texts in requests. Before each request it checks whether the texts may still be sent. If a request
 * is refused, its halves are tried, so that a text which the embedder refuses costs no other text its vector.
 * Results from before a failure are returned with it.
 */
export async function embedPart(
  { embedder, texts }: NextTexts,
  { signal, isAsRead }: EmbedPartOptions,
): Promise<EmbeddedPart> {
  const done: (readonly [text: PendingText, vector: Float32Array])[] = [];
  const refused: PendingText[] = [];
  const waiting = inRequests(texts);
  const request = (part: readonly PendingText[]) =>
    embedTexts(embedder, part, { signal, timeout: REQUEST_MS });
  let failure: unknown = null;
  try {
    for (;;) {
      const part = waiting.shift();
      if (part === undefined || !(await isAsRead())) break;
      const vectors = await request(part).catch((error: unknown) => {
        if (!MemoraError.isInstance(error) || error.code !== 'EMBEDDER_REFUSED') throw error;
        return null;
      });
      if (vectors !== null) done.push(...part.map((text, i) => [text, vectors[i] as Float32Array] as const));
      else if (part.length > 1) waiting.unshift(...halvesOf(part));
      else {
        await request([ACCEPTED]);
        refused.push(...part);
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    failure = error;
  }
  return {
    ...{ embedder, refused, failure },
    texts: done.map(([text]) => text),
    vectors: done.map(([, vector]) => vector),
  };
}

function inRequests(texts: readonly PendingText[]): (readonly PendingText[])[] {
  return Array.from({ length: Math.ceil(texts.length / REQUEST_TEXTS) }, (_, i) =>
    texts.slice(i * REQUEST_TEXTS, (i + 1) * REQUEST_TEXTS),
  );
}

function halvesOf(part: readonly PendingText[]): (readonly PendingText[])[] {
  const middle = Math.ceil(part.length / 2);
  return [part.slice(0, middle), part.slice(middle)];
}
