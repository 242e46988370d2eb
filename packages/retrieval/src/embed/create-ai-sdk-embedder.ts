import type { Egress, Fetch } from '@memora/privacy';
import type { EmbeddingModel } from 'ai';
import type { Embedder } from './embedder.ts';

/** Options of {@link createAiSdkEmbedder}. */
export interface AiSdkEmbedderOptions {
  /** The one way out: the model's requests go through it, and it says whether `url` is this machine. */
  readonly egress: Pick<Egress, 'fetch' | 'placeOf'>;
  /** The endpoint's address. It decides what may be sent there; the provider's name does not. */
  readonly url: string;
  /** Makes the model with the `fetch` of the egress, e.g. `createOpenAICompatible({ name, baseURL, fetch }).embeddingModel(id)`. */
  readonly createModel: (options: { readonly fetch: Fetch }) => EmbeddingModel;
  readonly dimensions: number;
  /** Raise it when the endpoint starts to serve other weights under the same name. */
  readonly version?: string;
}

/** An embedder over any embedding model of the AI SDK (OpenAI, Ollama, an own server). Needs the peer `ai`. */
export async function createAiSdkEmbedder(options: AiSdkEmbedderOptions): Promise<Embedder> {
  const { egress, url, createModel, dimensions, version = '1' } = options;
  // Where the place can't be known (no network allowed, no such host) it is the stricter one; the request itself then says why it fails.
  const place = await egress.placeOf({ url, kind: 'embedding' }).catch(() => 'cloud' as const);
  const model = createModel({ fetch: egress.fetch('embedding') });
  return {
    id: typeof model === 'string' ? model : `${model.provider}:${model.modelId}`,
    version,
    dimensions,
    place: place === 'loopback' ? 'loopback' : 'cloud-embedder',
    async embed(texts, { role, signal }) {
      const { embedMany } = await import('ai');
      const { embeddings } = await embedMany({
        // A question is what somebody has typed: being stopped for what a note hides would tell that a guess is right.
        model:
          role === 'query' ? createModel({ fetch: egress.fetch('embedding', { exempt: texts }) }) : model,
        values: [...texts],
        abortSignal: signal,
        maxRetries: 1,
      });
      return embeddings;
    },
  };
}
