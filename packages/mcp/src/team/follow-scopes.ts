import { setTimeout as wait } from 'node:timers/promises';
import type { Blake3 } from '@memora/core';
import { MemoraError } from '@memora/core';
import type { LoadedConfig } from '@memora/engine/config';
import { createScopeUpkeep, followUploads, openWorkerEmbedders, teamWorkerFolder } from '@memora/engine/team';
import {
  createAuditExpiry,
  createEmbeddingPace,
  createFolderSweep,
  createKeptStores,
  createWorkerPace,
  type Notices,
  nameHolder,
  runEmbeddings,
  runWorkerOnce,
  type TeamDatabase,
  type Tracing,
} from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import { describeForLog } from '../protocol/to-tool-error.ts';

interface FollowScopesOptions {
  readonly open: () => Promise<TeamDatabase>;
  /** Identifies the database, so that no folder of another one is used. */
  readonly database: string;
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly settings: LoadedConfig;
  /** Days that the database keeps the audit; null keeps it permanently. */
  readonly auditDays: number | null;
  readonly tracing: Tracing;
  readonly log: (line: string) => void;
  /** Receives notices of written notes, and sends notices of publications. */
  readonly notices: Notices;
}

/** The time between two checks for changes without a notice; a check is one statement. */
const BETWEEN_MS = 200;
const AFTER_FAULT_MS = 2_000;
/** The time after which it checks for other work, whatever is due. */
const MOST_ROUNDS_MS = 60_000;
/** The time between two checks for embedding, if one loop has to do everything. */
const MOST_EMBEDDING_MS = 1_000;

/** Indexes and publishes what members write, until the signal aborts. Skips a scope that another worker holds. */
export async function followScopes(options: FollowScopesOptions): Promise<void> {
  const { open, database, hash, codec, settings, env, cwd, signal, tracing, log, notices } = options;
  const folder = teamWorkerFolder({ env, cwd });
  const embedders = openWorkerEmbedders({ settings, env, folder });
  // Loaded here: a server without a worker does not need it before the first memory.
  const { startTeamRounds, tidyTeamMemories } = await import('@memora/agent-memory/internal');
  const upkeep = createScopeUpkeep({ settings, tidy: tidyTeamMemories });
  const expire = createAuditExpiry(options.auditDays);
  const sweep = createFolderSweep(folder);
  const pace = createWorkerPace();
  const embeddingPace = createEmbeddingPace();
  await using stores = createKeptStores();
  using holder = nameHolder(folder);
  const heard = notices.hear('note');
  const onRound = ({ scope }: { readonly scope: number }) => notices.tell('epoch', scope);
  await using large = startTeamRounds({
    ...{ settings, env, cwd, tracing, onRound, onTurn: onRound },
    holder: `${holder.name()}-large`,
    onFault: (code) => log(`worker: ${code}`),
  });
  const uploads = followUploads({
    ...{ open, hash, codec, signal },
    onUpload: ({ scope, code }) => {
      notices.tell('note', scope);
      if (code !== null) log(`documents: ${code}`);
    },
    onFault: (code) => log(`documents: ${code}`),
  });
  await using _uploads = { [Symbol.asyncDispose]: () => uploads };
  // Without the thread, this loop does everything.
  const part = large === null ? { upkeep } : { lane: 'quick' as const };
  let said = '';
  while (!signal.aborted) {
    try {
      const { source } = await open();
      const working = {
        ...{ source, database, folder, hash, codec, embedders, stores, signal, tracing },
        holder: holder.name(),
      };
      await runWorkerOnce({ ...working, ...part, pace, onRound, most: MOST_ROUNDS_MS });
      if (large === null)
        await runEmbeddings({ ...working, pace: embeddingPace, onTurn: onRound, most: MOST_EMBEDDING_MS });
      await sweep({ source });
      await expire({ source });
      said = '';
      await heard.next(BETWEEN_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      const what = MemoraError.isInstance(error) ? error.code : describeForLog(error);
      // A lasting fault is logged once.
      if (what !== said) log(`worker: ${what}`);
      said = what;
      await wait(AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
