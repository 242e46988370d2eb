import { MemoraError } from '@memora/core';
import type { ScopeUpkeep, UpkeepOutcome, UpkeepRun, UpkeepScope, UpkeepTask } from '@memora/postgres';
import { placeIn, readPlainFile } from '@memora/privacy/files';
import type { LoadedConfig } from '../../config/index.ts';
import { toCitableLookup } from '../../lookup/to-citable-lookup.ts';
import { createNoteReaders } from '../../opening/create-note-readers.ts';
import { withLiveBands } from '../../privacy/live-bands.ts';
import { pagesRootOf } from '../../upkeep/consolidate/pages/pages-root-of.ts';
import { createReview } from '../../upkeep/review/create-review.ts';
import { readVaultFacts } from '../../upkeep/review/vault-facts.ts';
import { isDue } from '../../upkeep/schedule/daily-time.ts';
import { createTeamChallenge } from '../create-team-challenge.ts';

/** Milliseconds between two checks for due tasks of all scopes. */
const LOOK_EVERY = 30_000;
/** Milliseconds after which a memory that was being written is checked again. */
const LEFT_AGAIN = 3_600_000;
/** Workers in several time zones run daily tasks at different moments: a task that ran within this many milliseconds was done today. */
const SAME_DAY = 12 * 3_600_000;

/**
 * Removes memories of a scope's agents that have ended or repeat others. Its counts include `waiting` if
 * there are too many for one run.
 */
export type TidyMemories = (scope: UpkeepScope) => Promise<UpkeepOutcome>;

/**
 * The daily tasks of a worker on each scope: the challenger at `challenger.daily_at`, and the pages at `consolidation.daily_at` if `consolidation.pages` is
 * `folder` or `beside`. Pages are made from the scope alone, without a model, and contain no secrets. With `tidy`, memories are consolidated at
 * `consolidation.daily_at` if the scope has changed since, or one of them has ended.
 */
export function createScopeUpkeep({
  settings,
  tidy,
}: {
  readonly settings: LoadedConfig;
  readonly tidy?: TidyMemories | undefined;
}): ScopeUpkeep {
  const { challenger, consolidation } = settings.config;
  const writesPages = consolidation.pages === 'folder' || consolidation.pages === 'beside';
  const times: readonly (readonly [UpkeepTask, string])[] = [
    ['challenger', challenger.dailyAt],
    ...(writesPages ? [['consolidation', consolidation.dailyAt] as const] : []),
  ];
  let looked = Number.NEGATIVE_INFINITY;
  return {
    isTime: () => {
      const isLate = performance.now() - looked >= LOOK_EVERY;
      if (isLate) looked = performance.now();
      return isLate;
    },
    dueOf: (runs, now, epoch) => [
      ...times.flatMap(([task, at]) => (isTaskDue(runs[task]?.at ?? null, at, now) ? [task] : [])),
      ...(tidy !== undefined && isTidyDue(runs.memories, consolidation.dailyAt, now, epoch)
        ? ['memories' as const]
        : []),
    ],
    run: async (task, scope) => {
      if (task === 'memories') return tidy === undefined ? { pages: [], counts: {} } : runTidy(tidy, scope);
      const { challenge, previewing } = openScope(scope, settings);
      if (task === 'challenger') return { pages: [], counts: (await challenge(signalOf(scope))).counts };
      const { planPages } = await import('../../upkeep/consolidate/plan-pages.ts');
      const { pages, regions, sentences, dropped } = await planPages({
        ...previewing,
        ...signalOf(scope),
        pagesRoot: pagesRootOf(consolidation),
        standing: scope.pages,
      });
      return { pages, counts: { regions, sentences, dropped, pages: pages.length } };
    },
  };
}

function isTaskDue(ranAt: Date | null, dailyAt: string, now: Date): boolean {
  const since = ranAt === null ? SAME_DAY : now.getTime() - ranAt.getTime();
  // A run in the future means that a clock was set back, and is ignored.
  return (since < 0 || since >= SAME_DAY) && isDue(dailyAt, ranAt, now);
}

/**
 * A scope whose memories can't be read, compared or removed must not stop the work on other scopes. It is
 * tried again on the next day, if the database accepts the record of the failure. A worker that has lost the
 * scope records nothing.
 */
async function runTidy(tidy: TidyMemories, scope: UpkeepScope): Promise<UpkeepOutcome> {
  try {
    return await tidy(scope);
  } catch (error) {
    scope.signal?.throwIfAborted();
    if (MemoraError.isInstance(error) && error.code === 'TEAM_FENCED') throw error;
    return { pages: [], counts: { failed: 1 } };
  }
}

/** Memories that did not fit into one run are due at once; those that were being written are due after an hour. */
function isTidyDue(run: UpkeepRun | undefined, dailyAt: string, now: Date, epoch: number): boolean {
  if (run === undefined) return isTaskDue(null, dailyAt, now);
  const { at, counts, mark } = run;
  const isLeft = (counts['left'] ?? 0) > 0;
  if (isLeft ? now.getTime() - at.getTime() >= LEFT_AGAIN : (counts['waiting'] ?? 0) > 0) return true;
  const isSame =
    mark !== undefined &&
    mark.epoch === epoch &&
    (mark.nextEnd === null || now.getTime() < mark.nextEnd) &&
    now.getTime() >= at.getTime();
  return !isSame && isTaskDue(at, dailyAt, now);
}

function signalOf({ signal }: UpkeepScope): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** Reads the claims of a scope through its worker's folder and database. */
function openScope({ root, store, now }: UpkeepScope, settings: LoadedConfig) {
  const { privacy, retrieval } = settings.config;
  const readNote = async (path: string) => readPlainFile(placeIn(root, path));
  const { live, readBytes, readSpan } = createNoteReaders({
    root,
    store: async () => store,
    readNote,
    settings: { defaultBand: privacy.defaultNotePrivacy, detector: privacy.detector },
  });
  const claims = withLiveBands(store, live);
  const readEntries = async () => {
    const { readLedger } = await import('@memora/claims/internal');
    return store.resolveLedger((await readLedger(root)).entries);
  };
  const nothing = async (): Promise<never> => {
    throw new TypeError('a worker makes no decisions');
  };
  const review = createReview({
    vault: root,
    claims,
    readSpan,
    readEntries,
    resolveLedger: async (entries) => [...entries],
    markClaims: nothing,
    index: nothing,
  });
  const challenge = createTeamChallenge({ settings, claims, review, readNote, now: () => now, readEntries });
  const previewing = {
    claims: toCitableLookup({ store: async () => store, readBytes, live, withhold: 'standing' }),
    readNote,
    readFacts: () => readVaultFacts({ claims, review, conversations: retrieval.conversations }),
    challenge: async () => (await challenge()).items,
  };
  return { challenge, previewing };
}
