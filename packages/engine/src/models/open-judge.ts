import type { Claim, PredicateSettings, SqliteClaimStore } from '@memora/claims';
import type { JudgeReport } from '@memora/claims/llm';
import { MemoraError } from '@memora/core';
import type { MemoraConfig } from '../config/index.ts';
import type { ChatModel } from './chat-model.ts';
import { loadAiSdk } from './load-optional.ts';

/** A judge that has to be asked, ready for a run. */
export interface OpenJudge {
  readonly label: string;
  readonly run: (
    store: SqliteClaimStore,
    predicates: PredicateSettings,
    wanted: { readonly paths?: readonly string[]; readonly signal?: AbortSignal },
  ) => Promise<JudgeReport>;
}

/** What opening the judge needs of a memory. */
export interface JudgePorts {
  readonly config: MemoraConfig;
  readonly model: ChatModel | null;
  /** The words of a claim's span as they are on disk; null where they are gone. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
}

/** The judge that the settings name; null for the rules. Throws `CONFIG_INVALID` where it needs a model and there is none. */
export async function openJudge({ config, model, readSpan }: JudgePorts): Promise<OpenJudge | null> {
  if (config.claims.judge === 'rules') return null;
  if (model === null) {
    throw new MemoraError('claims.judge = "llm" needs a model', {
      code: 'CONFIG_INVALID',
      hint: 'Set llm.provider, or claims.judge to "rules".',
    });
  }
  // It loads the AI SDK, which only somebody who asks a model has installed.
  await loadAiSdk();
  const { judgeConflicts, judgeLabel } = await import('@memora/claims/llm');
  return {
    label: judgeLabel(model.name),
    run: async (store, predicates, { paths, signal }) =>
      judgeConflicts(store, {
        ...predicates,
        model: await model.open(),
        place: await model.place(),
        policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
        modelName: model.name,
        textOf: readSpan,
        ...(paths === undefined ? {} : { paths }),
        ...(signal === undefined ? {} : { signal }),
      }),
  };
}
