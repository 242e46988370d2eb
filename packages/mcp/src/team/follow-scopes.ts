import { setTimeout as wait } from 'node:timers/promises';
import type { Blake3 } from '@memora/core';
import { MemoraError } from '@memora/core';
import type { LoadedConfig } from '@memora/engine/config';
import {
  createScopeUpkeep,
  openWorkerEmbedder,
  startLargeRounds,
  teamWorkerFolder,
} from '@memora/engine/team';
import {
  createAuditExpiry,
  createFolderSweep,
  createKeptStores,
  createWorkerPace,
  type Notices,
  nameHolder,
  runWorkerOnce,
  type TeamDatabase,
  type Tracing,
} from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import { describeForLog } from '../protocol/to-tool-error.ts';

interface FollowScopesOptions {
  readonly open: () => Promise<TeamDatabase>;
  /** Names the database, so that no folder of another one is taken for this. */
  readonly database: string;
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly settings: LoadedConfig;
  /** Days for which the database keeps who did what; null for good. */
  readonly auditDays: number | null;
  readonly tracing: Tracing;
  readonly log: (line: string) => void;
  /** Brings notices of written notes, and sends those of what was published. */
  readonly notices: Notices;
}

/** Between two looks at what has changed where nothing is heard of; a look is one statement. */
const BETWEEN_MS = 200;
const AFTER_FAULT_MS = 2_000;
/** After which it looks at what else there is to do, whatever is due. */
const MOST_ROUNDS_MS = 60_000;

/** Indexes and publishes what members write, until the signal aborts. A scope that another worker holds is left to it. */
export async function followScopes(options: FollowScopesOptions): Promise<void> {
  const { open, database, hash, codec, settings, env, cwd, signal, tracing, log, notices } = options;
  const folder = teamWorkerFolder({ env, cwd });
  let embedder: Awaited<ReturnType<typeof openWorkerEmbedder>> | undefined;
  const upkeep = createScopeUpkeep({ settings });
  const expire = createAuditExpiry(options.auditDays);
  const sweep = createFolderSweep(folder);
  const pace = createWorkerPace();
  await using stores = createKeptStores();
  using holder = nameHolder(folder);
  const heard = notices.hear('note');
  const onRound = ({ scope }: { readonly scope: number }) => notices.tell('epoch', scope);
  await using large = startLargeRounds({
    ...{ settings, env, cwd, tracing, onRound },
    holder: `${holder.name()}-large`,
    onFault: (code) => log(`worker: ${code}`),
  });
  // Without the thread, this loop does everything.
  const part = large === null ? { upkeep } : { lane: 'quick' as const };
  let said = '';
  while (!signal.aborted) {
    try {
      const { source } = await open();
      // As `memora team worker` does: a worker without it would publish claims that have no vector.
      embedder ??= await openWorkerEmbedder({ settings, env, folder });
      await runWorkerOnce({
        ...{ source, database, folder, hash, codec, embedder, pace, stores, signal, tracing, onRound },
        ...part,
        most: MOST_ROUNDS_MS,
        holder: holder.name(),
      });
      await sweep({ source });
      await expire({ source });
      said = '';
      await heard.next(BETWEEN_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      const what = MemoraError.isInstance(error) ? error.code : describeForLog(error);
      // A fault that lasts is told once.
      if (what !== said) log(`worker: ${what}`);
      said = what;
      await wait(AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
