import type { Claim, ClaimReader } from '@memora/claims';
import type { Door } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import type { ChatModel } from './answer/chat-model.ts';
import { openConfiguredModel } from './answer/open-configured-model.ts';
import { createSdkModel } from './answer/open-sdk-model.ts';
import type { LoadedConfig } from './config/index.ts';
import { lazily } from './lazily.ts';
import type { OpenMemoryOptions } from './memory.ts';

/** What choosing a model needs. */
export interface ModelPorts {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: OpenMemoryOptions;
  readonly vault: Vault;
  readonly claims: ClaimReader;
  readonly readSpan: (claim: Claim) => Promise<string | null>;
}

/** The model that answers: the caller's own, else the configured one, else none. */
export function openAnswerModel({ settings, env, options, vault, claims }: ModelPorts): ChatModel | null {
  const { model } = options;
  if (model !== undefined) {
    // Where somebody else's model object sends its requests can't be seen from here, so it counts as a cloud.
    const place = options.modelIsLocal === true ? 'loopback' : 'cloud-model';
    const name = typeof model === 'string' ? model : `${model.provider}/${model.modelId}`;
    return createSdkModel({ name, place: async () => place, model: () => model });
  }
  const { config } = settings;
  const door = lazily<Door>(async () => {
    const { openVaultDoor } = await import('./privacy/open-vault-door.ts');
    return openVaultDoor({ root: vault.root, vault, claims, config, env });
  });
  return openConfiguredModel(config.llm, door, env);
}
