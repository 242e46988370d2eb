import { createEgress, type Fetch } from '@memora/privacy';
import { PROVIDERS } from '../models/providers.ts';

/** A server of models on this machine. */
export interface ModelServer {
  /** `Ollama`, `LM Studio`, or the requested address. */
  readonly name: string;
  readonly provider: 'ollama' | 'openai-compatible';
  /** Its base URL, for `llm.endpoint`. */
  readonly endpoint: string;
  /** `off` if nothing answers, `unreadable` if something other than a model server does. */
  readonly state: 'running' | 'off' | 'unreadable' | 'not-local';
  readonly models: readonly string[];
}

/** A key in the environment. Its value is not read. */
export interface KnownKey {
  readonly variable: string;
  readonly provider: 'anthropic' | 'openai' | 'ollama';
}

/** The available models. */
export interface ListedModels {
  readonly servers: readonly ModelServer[];
  readonly keys: readonly KnownKey[];
}

type Env = Readonly<Record<string, string | undefined>>;

const KEYS: readonly KnownKey[] = (['anthropic', 'openai', 'ollama'] as const).map((provider) => ({
  variable: PROVIDERS[provider].key.variable,
  provider,
}));
const LM_STUDIO = 'http://127.0.0.1:1234/v1';
const OLLAMA_PORT = '11434';
const TIMEOUT_MS = 2_000;

/**
 * Asks the model servers on this machine for their models, and checks which keys are set. Other addresses are
 * not requested: they are `not-local`.
 */
export async function listModels(
  env: Env,
  { endpoints = [], signal }: { readonly endpoints?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<ListedModels> {
  const egress = createEgress({ guard: 'none', allowNetwork: false, retries: 0 });
  const ask = egress.fetch('chat');
  try {
    const known = [
      { name: 'Ollama', provider: 'ollama' as const, endpoint: ollamaEndpoint(env['OLLAMA_HOST']) },
      { name: 'LM Studio', provider: 'openai-compatible' as const, endpoint: LM_STUDIO },
    ];
    const further = [...new Set(endpoints)]
      .filter((endpoint) => known.every((each) => each.endpoint !== endpoint))
      .map((endpoint) => ({ name: endpoint, provider: 'openai-compatible' as const, endpoint }));
    const servers = [...known, ...further].map(async (server): Promise<ModelServer> => {
      const place = await egress.locate(server.endpoint).catch(() => 'cloud');
      if (place !== 'loopback') return { ...server, state: 'not-local', models: [] };
      return { ...server, ...(await askServer(server.endpoint, ask, signal)) };
    });
    return {
      servers: await Promise.all(servers),
      keys: KEYS.filter(({ variable }) => Boolean(env[variable])),
    };
  } finally {
    egress.close();
  }
}

/** Every such server, Ollama included, lists its models in OpenAI's format. */
async function askServer(
  endpoint: string,
  ask: Fetch,
  signal: AbortSignal | undefined,
): Promise<Pick<ModelServer, 'state' | 'models'>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await ask(`${endpoint}/models`, {
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const { data } = (response.ok ? await response.json() : {}) as { data?: unknown };
    if (!Array.isArray(data)) return { state: 'unreadable', models: [] };
    const ids = data.flatMap(({ id }: { id?: unknown }) => (typeof id === 'string' ? [id] : []));
    return { state: 'running', models: ids.sort() };
  } catch (error) {
    signal?.throwIfAborted();
    return { state: error instanceof SyntaxError ? 'unreadable' : 'off', models: [] };
  }
}

/** The base URL of `OLLAMA_HOST`, parsed as Ollama does: an address with or without scheme and port. */
export function ollamaEndpoint(host: string | undefined): string {
  const text = host?.trim().replace(/^:/u, '127.0.0.1:') || '127.0.0.1';
  const address = text.includes('://') ? text : `http://${text}`;
  const url = new URL(URL.canParse(address) ? address : 'http://127.0.0.1');
  // An address for listening, which can't be called.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && url.protocol === 'http:') url.port = OLLAMA_PORT;
  return `${url.origin}/v1`;
}
