import type { Extractor } from '@memora/claims';
import type { MemoraConfig } from '../config/index.ts';
import { MemoryError } from '../memory-error.ts';
import type { ChatModel } from './chat-model.ts';
import { loadAiSdk } from './load-optional.ts';

/** The extractor of the settings; null for the offline one. Throws `CONFIG_INVALID` if it needs a model and there is none. */
export async function openExtractor(
  config: MemoraConfig,
  model: ChatModel | null,
): Promise<Extractor | null> {
  if (config.indexing.extractor === 'offline') return null;
  if (model === null) {
    throw new MemoryError('indexing.extractor = "llm" needs a model', {
      code: 'CONFIG_INVALID',
      hint: 'Set llm.provider, or index with the offline extractor.',
    });
  }
  // It loads the AI SDK, which is installed only if a model is used.
  const { createLlmExtractor, wordsOfRequests } = await loadLlm();
  return createLlmExtractor({
    model: await model.open(wordsOfRequests('claims')),
    place: await model.place(),
    policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
    modelName: model.name,
    parallelism: config.indexing.parallelism,
  });
}

async function loadLlm(): Promise<typeof import('@memora/claims/llm')> {
  await loadAiSdk();
  return import('@memora/claims/llm');
}
