import type { Egress } from '@memora/privacy';
import { type Embedder, openWordTable } from '@memora/retrieval';
import type { MemoraConfig } from '../config/index.ts';
import { MemoryError } from '../memory-error.ts';
import { loadOptional } from '../models/load-optional.ts';
import { keyFor, PROVIDERS, type ProviderRow } from '../models/providers.ts';

type EmbedConfig = MemoraConfig['embed'];
type Remote = Extract<EmbedConfig['provider'], 'ollama' | 'openai' | 'openai-compatible'>;
type Env = Readonly<Record<string, string | undefined>>;

/** The dependencies of opening an embedder. */
export interface EmbedderPorts {
  readonly config: EmbedConfig;
  readonly egress: () => Promise<Egress>;
  readonly env: Env;
  /** True if the user, and not the vault, named the endpoint. */
  readonly isNamedByUser?: boolean;
  /** The variable with the key; the provider's by default. */
  readonly keyEnv?: string | null;
}

/** The embedder of a config; null for `provider = "none"`. Throws `CONFIG_INVALID`, `MODEL_NOT_LOADED`, `WORD_TABLE_INVALID`. */
export async function openEmbedder({
  config,
  egress,
  env,
  isNamedByUser = false,
  keyEnv = null,
}: EmbedderPorts): Promise<Embedder | null> {
  switch (config.provider) {
    case 'none':
      return null;
    case 'local':
      return openWordTable();
    case 'huggingface': {
      const { openHuggingFaceEmbedder } = await import('@memora/retrieval/huggingface');
      return openHuggingFaceEmbedder({ path: require(config, 'path', 'the folder of the model') });
    }
    default:
      return openRemote(config.provider, await egress(), { config, env, isNamedByUser, keyEnv });
  }
}

interface RemoteOptions extends Pick<EmbedderPorts, 'config' | 'env'> {
  readonly isNamedByUser: boolean;
  readonly keyEnv: string | null;
}

async function openRemote(
  provider: Remote,
  egress: Egress,
  { config, env, isNamedByUser, keyEnv }: RemoteOptions,
): Promise<Embedder> {
  const known: ProviderRow = PROVIDERS[provider];
  const url = config.endpoint ?? known.endpoint ?? require(config, 'endpoint', 'the base URL of the service');
  const modelId = config.model ?? known.embedding?.model ?? require(config, 'model', 'the name of the model');
  const isDefault = config.model === null || config.model === known.embedding?.model;
  const dimensions =
    config.dim ??
    (isDefault ? known.embedding?.dim : null) ??
    require(config, 'dim', 'how many numbers its vectors have');
  const apiKey =
    keyEnv === null ? keyFor(known, env, config.endpoint, isNamedByUser) : env[keyEnv] || undefined;
  const { createOpenAICompatible } = await loadOptional(
    '@ai-sdk/openai-compatible',
    () => import('@ai-sdk/openai-compatible'),
  );
  const { createAiSdkEmbedder } = await import('@memora/retrieval/ai-sdk');
  return createAiSdkEmbedder({
    egress,
    url,
    dimensions,
    createModel: ({ fetch }) =>
      createOpenAICompatible({
        name: provider,
        baseURL: url,
        fetch,
        ...(apiKey === undefined ? {} : { apiKey }),
      }).embeddingModel(modelId),
  });
}

function require<Key extends 'path' | 'endpoint' | 'model' | 'dim'>(
  config: EmbedConfig,
  key: Key,
  what: string,
): NonNullable<EmbedConfig[Key]> {
  const value = config[key];
  if (value !== null) return value as NonNullable<EmbedConfig[Key]>;
  throw new MemoryError(`embed.provider = "${config.provider}" needs embed.${key}`, {
    code: 'CONFIG_INVALID',
    hint: `Set embed.${key}: ${what}.`,
  });
}
