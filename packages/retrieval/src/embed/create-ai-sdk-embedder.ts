import type { Egress, Fetch } from '@memora/privacy';
import type { EmbeddingModel } from 'ai';
import type { Embedder } from './embedder.ts';

/** Options of {@link createAiSdkEmbedder}. */
export interface AiSdkEmbedderOptions {
  /** The only network path: the model's requests go through it, and it decides whether `url` is on this machine. */
  readonly egress: Pick<Egress, 'fetch' | 'placeOf'>;
  /** The endpoint's address. It alone decides what may be sent there, not the provider's name. */
  readonly url: string;
  /** Makes the model with the `fetch` of the egress, e.g. `createOpenAICompatible({ name, baseURL, fetch }).embeddingModel(id)`. */
  readonly createModel: (options: { readonly fetch: Fetch }) => EmbeddingModel;
  readonly dimensions: number;
  /** Change it when the endpoint serves other weights under the same name. */
  readonly version?: string;
}

/** Creates an embedder over any embedding model of the AI SDK (OpenAI, Ollama, your own server). Needs the peer `ai`. */
export async function createAiSdkEmbedder(options: AiSdkEmbedderOptions): Promise<Embedder> {
  const { egress, url, createModel, dimensions, version = '1' } = options;
  // If the place is unknown (no network allowed, no such host), assume the stricter one. The request itself then reports why it fails.
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
        // A question is what a user typed. Blocking it because it matches a note's hidden text would confirm a guess.
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
