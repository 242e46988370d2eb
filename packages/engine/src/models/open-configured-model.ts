import type { SdkModel } from '@memora/core';
import type { Egress } from '@memora/privacy';
import type { MemoraConfig } from '../config/index.ts';
import { mayGetKey } from '../config/names-own-endpoint.ts';
import { MemoryError } from '../memory-error.ts';
import type { ChatModel } from './chat-model.ts';
import { loadOptional } from './load-optional.ts';
import { createSdkModel } from './open-sdk-model.ts';
import { keyFor, PROVIDERS, type ProviderRow } from './providers.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Provider = Exclude<MemoraConfig['llm']['provider'], 'none'>;

/**
 * The chat model of a config. Each request passes the egress; null for `provider = "none"`. The user's key goes to the provider's own origin, or with
 * `isNamedByUser` to the endpoint. Its address decides whether it is local, never the name of its provider.
 */
export function openConfiguredModel(
  llm: MemoraConfig['llm'],
  egress: () => Promise<Egress>,
  env: Env,
  isNamedByUser = false,
): ChatModel | null {
  if (llm.provider === 'none') return null;
  const { provider } = llm;
  const row: ProviderRow = PROVIDERS[provider];
  const endpoint = llm.endpoint ?? row.endpoint;
  const modelId = llm.model ?? row.chatModel;
  return createSdkModel({
    name: `${provider}/${modelId}`,
    place: async () => {
      if (endpoint === null) {
        throw new MemoryError(`llm.provider = "${provider}" needs llm.endpoint`, {
          code: 'CONFIG_INVALID',
          hint: 'Set llm.endpoint to the base URL of the service, as in http://127.0.0.1:8080/v1.',
        });
      }
      const place = await (await egress()).placeOf({ url: endpoint, kind: 'chat' });
      return place === 'loopback' ? 'loopback' : 'cloud-model';
    },
    model: async (exempt) => {
      const fetch = (await egress()).fetch('chat', { exempt });
      const isAllowed = row.key === null || mayGetKey(llm.endpoint, row.key.service, isNamedByUser);
      const key = { row, isAllowed, value: keyFor(row, env, llm.endpoint, isNamedByUser) };
      return makeModel(provider, modelId, { baseURL: endpoint ?? '', fetch }, key);
    },
  });
}

/** The user's key for the provider, and whether the endpoint may get it. */
interface Key {
  readonly row: ProviderRow;
  readonly isAllowed: boolean;
  readonly value: string | undefined;
}

interface Connection {
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
}

async function makeModel(
  provider: Provider,
  modelId: string,
  connection: Connection,
  key: Key,
): Promise<SdkModel> {
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await loadOptional('@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
      return createAnthropic({ ...connection, apiKey: required(key) })(modelId);
    }
    case 'openai': {
      const { createOpenAI } = await loadOptional('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      return createOpenAI({ ...connection, apiKey: required(key) }).chat(modelId);
    }
    default: {
      const { createOpenAICompatible } = await loadOptional(
        '@ai-sdk/openai-compatible',
        () => import('@ai-sdk/openai-compatible'),
      );
      return createOpenAICompatible({
        ...connection,
        name: provider,
        supportsStructuredOutputs: true,
        ...(key.value === undefined ? {} : { apiKey: key.value }),
      })(modelId);
    }
  }
}

function required({ row, isAllowed, value }: Key): string {
  if (value !== undefined) return value;
  const name = row.key?.variable ?? 'a key';
  if (!isAllowed) {
    throw new MemoryError(`${name} is not sent to an endpoint that the vault's config names`, {
      code: 'MODEL_KEY_WITHHELD',
      hint: 'Name the endpoint yourself: in your own config.toml, or as MEMORA_LLM_ENDPOINT.',
    });
  }
  throw new MemoryError(`${name} is not set`, {
    code: 'MODEL_KEY_MISSING',
    hint: `Set ${name}, or choose another llm.provider.`,
  });
}
