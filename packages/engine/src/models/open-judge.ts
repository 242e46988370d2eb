import type { DetectBand, SqliteClaimStore } from '@memora/claims';
import type { JudgeReport } from '@memora/claims/llm';
import type { Vault } from '@memora/vault';
import type { MemoraConfig } from '../config/index.ts';
import { MemoryError } from '../memory-error.ts';
import type { ChatModel } from './chat-model.ts';
import { loadAiSdk } from './load-optional.ts';

/** A judge that is ready for a run. */
export interface OpenJudge {
  readonly label: string;
  readonly run: (store: SqliteClaimStore, wanted: JudgeRun) => Promise<JudgeReport>;
}

interface JudgeRun {
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
  /** Tightens bands according to the text of the claims. */
  readonly detect?: DetectBand;
}

/** The dependencies of opening the judge. */
interface JudgePorts {
  readonly config: MemoraConfig;
  readonly model: ChatModel | null;
  readonly vault: Vault;
}

/** Maximum number of concurrent requests, which equals the number of notes that may be read at once. */
const MOST_AT_ONCE = 4;

/**
 * The judge of changes that the settings name; null if only the rules decide. Throws `CONFIG_INVALID` if it
 * needs a model and there is none.
 */
export async function openJudge({ config, model, vault }: JudgePorts): Promise<OpenJudge | null> {
  if (config.claims.judge === 'rules') return null;
  if (model === null) {
    throw new MemoryError('claims.judge = "llm" needs a model', {
      code: 'CONFIG_INVALID',
      hint: 'Set llm.provider, or claims.judge to "rules".',
    });
  }
  // It loads the AI SDK, which is installed only if a model is used.
  await loadAiSdk();
  const { judgeChanges, judgeLabel, wordsOfRequests } = await import('@memora/claims/llm');
  const { openOlderSearch } = await import('@memora/retrieval/internal');
  return {
    label: judgeLabel(model.name),
    run: async (store, { paths, signal, detect }) =>
      judgeChanges(store, {
        vault,
        defaultBand: config.privacy.defaultNotePrivacy,
        detect,
        openSearch: openOlderSearch(store.database),
        model: await model.open(wordsOfRequests('changes')),
        place: await model.place(),
        policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
        modelName: model.name,
        parallelism: Math.min(MOST_AT_ONCE, config.indexing.parallelism),
        paths,
        signal,
      }),
  };
}
