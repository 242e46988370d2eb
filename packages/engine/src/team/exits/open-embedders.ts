import { DEFAULT_EMBEDDER, type EmbedderBook } from '@memora/postgres';
import { LOCAL_EMBEDDER, namedEmbedderId } from '@memora/postgres/internal';
import type { Egress } from '@memora/privacy';
import { type Embedder, openWordTable } from '@memora/retrieval';
import { lazily } from '../../concurrency/lazily.ts';
import type { LoadedConfig } from '../../config/index.ts';
import { namesOwnEndpoint } from '../../config/names-own-endpoint.ts';
import { MemoryError } from '../../memory-error.ts';
import { openEmbedder } from '../../vectors/open-embedder.ts';

/** An embedder that the administrators of a workspace may choose, without its address and its key. */
export interface AllowedEmbedder {
  readonly name: string;
  readonly provider: string;
  readonly model: string | null;
  readonly dimensions: number | null;
}

/** Lists the embedders that settings allow: that of `[embed]`, the built-in one, none, and each `[embedder.<name>]`. */
export function listAllowedEmbedders({ config }: Pick<LoadedConfig, 'config'>): readonly AllowedEmbedder[] {
  const { provider, model, dim } = config.embed;
  return [
    { name: DEFAULT_EMBEDDER, provider, model, dimensions: dim },
    { name: LOCAL_EMBEDDER, provider: 'local', model: null, dimensions: null },
    { name: 'none', provider: 'none', model: null, dimensions: null },
    ...Object.entries(config.embedder).map(([name, each]) => ({
      name,
      provider: each.provider ?? 'none',
      model: each.model,
      dimensions: each.dim,
    })),
  ];
}

/** Opens the embedders of settings by name, each on first use. All of them send through one egress. */
export function openEmbedders({
  settings,
  env,
  egress,
}: {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly egress: () => Promise<Egress>;
}): EmbedderBook {
  const { config } = settings;
  const ports = { egress, env };
  const opens = new Map<string, () => Promise<Embedder | null>>([
    [
      DEFAULT_EMBEDDER,
      () =>
        openEmbedder({
          ...ports,
          config: config.embed,
          isNamedByUser: namesOwnEndpoint(settings, 'embed.endpoint'),
        }),
    ],
    [LOCAL_EMBEDDER, openWordTable],
    ['none', async () => null],
    ...Object.entries(config.embedder).map(([name, { provider, keyEnv, ...each }]) => {
      const own = { ...each, provider: provider ?? ('none' as const) };
      return [
        name,
        async () => {
          const opened = await openEmbedder({ ...ports, config: own, isNamedByUser: true, keyEnv });
          return opened === null ? null : { ...opened, id: namedEmbedderId(name, opened.id) };
        },
      ] as const;
    }),
  ]);
  const opened = new Map([...opens].map(([name, open]) => [name, lazily(remembering(open))]));
  return {
    names: [...opened.keys()],
    open: async (name) => {
      const open = opened.get(name);
      if (open !== undefined) return open();
      throw new MemoryError('the settings of this machine have no embedder of that name', {
        code: 'EMBEDDER_UNKNOWN',
        hint: 'Give servers and workers the same [embedder.NAME] in their settings.',
      });
    },
  };
}

/**
 * Milliseconds before a model that could not be opened is tried again, because each question and each round
 * requests it.
 */
const FAILED_MS = 60_000;

function remembering<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let failed: { readonly error: unknown; readonly until: number } | null = null;
  return async () => {
    if (failed !== null && performance.now() < failed.until) throw failed.error;
    try {
      return await open();
    } catch (error) {
      failed = { error, until: performance.now() + FAILED_MS };
      throw error;
    }
  };
}
