import type { Egress } from '@memora/privacy';
import type { Judge } from '@memora/validator/judge';
import type { LoadedConfig } from '../config/index.ts';
import { namesOwnEndpoint } from '../config/names-own-endpoint.ts';
import { TEST_VERSION } from '../model-test/test-version.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { openConfiguredModel } from '../models/open-configured-model.ts';
import { createModelJudge } from './create-model-judge.ts';
import { readJudgeRecord } from './judge-record.ts';

/** The dependencies of opening the configured judge. */
export interface VaultJudgePorts {
  readonly settings: Pick<LoadedConfig, 'config' | 'settings'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly egress: () => Promise<Egress>;
  /** The model that answers; null if there is none. */
  readonly model: ChatModel | null;
}

/** A judge, or the reason why there is none. */
interface VaultJudge {
  readonly judge: Judge | null;
  /** `judge_failed_test`: the model failed `memora model test`, and `judge.insist` is false. Null if the settings name no judge. */
  readonly reason: 'judge_failed_test' | null;
  /** True if the model that drafts answers also judges them. */
  readonly isDrafter: boolean;
  /** True if `memora model test` was never run on it at this endpoint. */
  readonly isUntested: boolean;
  /** The model's endpoint, because a model of the same name elsewhere is a different one. Null for the provider's own endpoint. */
  readonly endpoint: string | null;
}

/** Returns the model that the settings name as a judge. */
export function judgeModel({ settings, env, egress, model }: VaultJudgePorts): ChatModel | null {
  const { provider, ...named } = settings.config.judge;
  if (provider === 'chat') return model;
  const llm = { ...named, provider };
  return openConfiguredModel(llm, egress, env, namesOwnEndpoint(settings, 'judge.endpoint'));
}

/** Opens the configured judge. One that failed the test is not used unless the user insists. */
export async function openVaultJudge(ports: VaultJudgePorts): Promise<VaultJudge> {
  const { config } = ports.settings;
  const model = judgeModel(ports);
  if (model === null)
    return { judge: null, reason: null, isDrafter: false, isUntested: false, endpoint: null };
  const isDrafter = config.judge.provider === 'chat';
  const { endpoint } = isDrafter ? config.llm : config.judge;
  const record = readJudgeRecord(model.name, endpoint, TEST_VERSION, ports.env);
  if (record?.good === false && !config.judge.insist)
    return { judge: null, reason: 'judge_failed_test', isDrafter, isUntested: false, endpoint };
  return {
    judge: await createModelJudge(model),
    reason: null,
    isDrafter,
    isUntested: record === null,
    endpoint,
  };
}
