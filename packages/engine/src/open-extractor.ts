import type { Extractor } from '@memora/claims';
import { createLlmExtractor } from '@memora/claims/llm';
import { MemoraError } from '@memora/core';
import type { ChatModel } from './answer/chat-model.ts';
import type { MemoraConfig } from './config/index.ts';

/** The extractor that the settings name; null for the offline one. Throws `CONFIG_INVALID` where it needs a model and there is none. */
export async function openExtractor(
  config: MemoraConfig,
  model: ChatModel | null,
): Promise<Extractor | null> {
  if (config.indexing.extractor === 'offline') return null;
  if (model === null) {
    throw new MemoraError('indexing.extractor = "llm" needs a model', {
      code: 'CONFIG_INVALID',
      hint: 'Set llm.provider, or index with the offline extractor.',
    });
  }
  const { inputPrice: input, outputPrice: output } = config.llm;
  return createLlmExtractor({
    ...(input === null || output === null ? {} : { prices: { input, output } }),
    model: await model.open(),
    place: await model.place(),
    policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
    modelName: model.name,
    parallelism: config.indexing.parallelism,
  });
}
