import { MemoraError, type SdkModel } from '@memora/core';
import type { Egress } from '@memora/privacy';
import type { ChatProvider, MemoraConfig } from '../config/index.ts';
import { mayGetKey } from '../config/names-own-endpoint.ts';
import type { ChatModel } from './chat-model.ts';
import { loadOptional } from './load-optional.ts';
import { createSdkModel } from './open-sdk-model.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Provider = Exclude<ChatProvider, 'none'>;

/** Where each provider answers unless the config names an endpoint. */
const ENDPOINT: Readonly<Record<Provider, string | null>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  'openai-compatible': null,
};

/** Whose service a key is for: there it may go, whoever named the endpoint. */
const OWN_ORIGIN: Readonly<Record<Provider, string | null>> = {
  ...ENDPOINT,
  'openai-compatible': ENDPOINT.openai,
};

const DEFAULT_MODEL: Readonly<Record<Provider, string>> = {
  anthropic: 'claude-haiku-4-5',
  openai: 'gpt-5-mini',
  ollama: 'llama3.2',
  'openai-compatible': 'default',
};

/**
 * The chat model of a config, each request of which passes the egress; null for `provider = "none"`.
 * The user's key goes to the provider's own origin, or with `isNamedByUser` to the endpoint. Whether it is local is decided by its address, never by the name of its provider.
 */
export function openConfiguredModel(
  llm: MemoraConfig['llm'],
  egress: () => Promise<Egress>,
  env: Env,
  isNamedByUser = false,
): ChatModel | null {
  if (llm.provider === 'none') return null;
  const { provider } = llm;
  const endpoint = llm.endpoint ?? ENDPOINT[provider];
  const modelId = llm.model ?? DEFAULT_MODEL[provider];
  return createSdkModel({
    name: `${provider}/${modelId}`,
    place: async () => {
      if (endpoint === null) {
        throw new MemoraError(`llm.provider = "${provider}" needs llm.endpoint`, {
          code: 'CONFIG_INVALID',
          hint: 'Set llm.endpoint to the base URL of the service, as in http://127.0.0.1:8080/v1.',
        });
      }
      const place = await (await egress()).placeOf({ url: endpoint, kind: 'chat' });
      return place === 'loopback' ? 'loopback' : 'cloud-model';
    },
    model: async (exempt) => {
      const fetch = (await egress()).fetch('chat', { exempt });
      const keys = { env, isAllowed: mayGetKey(llm.endpoint, OWN_ORIGIN[provider], isNamedByUser) };
      return makeModel(provider, modelId, { baseURL: endpoint ?? '', fetch }, keys);
    },
  });
}

/** The user's keys, and whether the endpoint may get one. */
interface Keys {
  readonly env: Env;
  readonly isAllowed: boolean;
}

interface Connection {
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
}

async function makeModel(
  provider: Provider,
  modelId: string,
  connection: Connection,
  keys: Keys,
): Promise<SdkModel> {
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await loadOptional('@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
      return createAnthropic({ ...connection, apiKey: keyOf('ANTHROPIC_API_KEY', keys) })(modelId);
    }
    case 'openai': {
      const { createOpenAI } = await loadOptional('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      return createOpenAI({ ...connection, apiKey: keyOf('OPENAI_API_KEY', keys) }).chat(modelId);
    }
    default: {
      const { createOpenAICompatible } = await loadOptional(
        '@ai-sdk/openai-compatible',
        () => import('@ai-sdk/openai-compatible'),
      );
      const own = provider === 'ollama' ? 'OLLAMA_API_KEY' : 'OPENAI_API_KEY';
      const apiKey = keys.isAllowed ? keys.env[own] : undefined;
      return createOpenAICompatible({
        ...connection,
        name: provider,
        supportsStructuredOutputs: true,
        ...(apiKey ? { apiKey } : {}),
      })(modelId);
    }
  }
}

function keyOf(name: string, { env, isAllowed }: Keys): string {
  if (!isAllowed) {
    throw new MemoraError(`${name} does not go to an endpoint that the vault's config names`, {
      code: 'MODEL_KEY_WITHHELD',
      hint: 'Name the endpoint yourself: in your own config.toml, or as MEMORA_LLM_ENDPOINT.',
    });
  }
  const key = env[name];
  if (key) return key;
  throw new MemoraError(`${name} is not set`, {
    code: 'MODEL_KEY_MISSING',
    hint: `Set ${name}, or choose another llm.provider.`,
  });
}
