import { mayGetKey } from '../config/names-own-endpoint.ts';

/** A model service: its address, the one key that it may be sent, and its defaults. */
export interface ProviderRow {
  /** Its address unless the config names an endpoint; null if only the config can name it. */
  readonly endpoint: string | null;
  /**
   * The variable with the user's key, and the service that the key is for; null if no key of the user is for
   * this service.
   */
  readonly key: { readonly variable: string; readonly service: string } | null;
  readonly chatModel: string;
  /** Null if there is no model that every user has. */
  readonly embedding: { readonly model: string; readonly dim: number } | null;
}

const OPENAI = 'https://api.openai.com/v1';
const ANTHROPIC = 'https://api.anthropic.com/v1';
const OLLAMA = 'http://127.0.0.1:11434/v1';

/** Every service by its name in the config. A key is sent only to the service whose row names it. */
export const PROVIDERS = {
  anthropic: {
    endpoint: ANTHROPIC,
    key: { variable: 'ANTHROPIC_API_KEY', service: ANTHROPIC },
    chatModel: 'claude-haiku-4-5',
    embedding: null,
  },
  openai: {
    endpoint: OPENAI,
    key: { variable: 'OPENAI_API_KEY', service: OPENAI },
    chatModel: 'gpt-5-mini',
    embedding: { model: 'text-embedding-3-small', dim: 1536 },
  },
  ollama: {
    endpoint: OLLAMA,
    key: { variable: 'OLLAMA_API_KEY', service: OLLAMA },
    chatModel: 'llama3.2',
    embedding: { model: 'nomic-embed-text', dim: 768 },
  },
  'openai-compatible': {
    endpoint: null,
    // The variable that programs with this protocol read whatever the service.
    key: { variable: 'OPENAI_API_KEY', service: OPENAI },
    chatModel: 'default',
    embedding: null,
  },
} as const satisfies Readonly<Record<string, ProviderRow>>;

/**
 * The user's key for a provider; undefined if the provider needs none, if none is set, or if the endpoint may
 * not get it.
 */
export function keyFor(
  { key }: ProviderRow,
  env: Readonly<Record<string, string | undefined>>,
  endpoint: string | null,
  isNamedByUser: boolean,
): string | undefined {
  return key !== null && mayGetKey(endpoint, key.service, isNamedByUser)
    ? env[key.variable] || undefined
    : undefined;
}
