import type { SqliteClaimStore } from '@memora/claims';
import type { FeedbackStore } from '@memora/retrieval';
import type { Answer } from '../../answer/answer.ts';
import { lazily } from '../../concurrency/lazily.ts';
import { type OwnDatabase, setDatabaseAside } from '../../store/own-database.ts';

/** The figures of a memory's feedback. */
export interface FeedbackStatus {
  /** `retrieval.learn_from_use` of the config. */
  readonly enabled: boolean;
  /** Claims that lead to another, and pairs of them. */
  readonly claims: number;
  readonly pairs: number;
}

/** The feedback of an open memory. Its file is opened only if it exists or learning is on. */
export interface LearnedFeedback {
  /** For the retriever; undefined if learning is off. */
  readonly memory: () => Promise<FeedbackStore | undefined>;
  /** Records the proven citations of an answer. Never fails, because an answer does not depend on it. */
  readonly learn: (answer: Answer) => Promise<void>;
  /** Forgets what was learned about claims that no longer exist, even if learning is off now. */
  readonly forgetGone: (store: SqliteClaimStore) => Promise<void>;
  readonly status: () => Promise<FeedbackStatus>;
  /** Deletes everything learned; returns how many pairs there were. */
  readonly reset: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export function createLearnedFeedback({
  path,
  enabled,
  own,
}: {
  readonly path: string;
  readonly enabled: boolean;
  readonly own: OwnDatabase;
}): LearnedFeedback {
  const open = lazily(async () => {
    const standing = await own.standing(path);
    if (standing === 'unknown') setDatabaseAside(path);
    if (standing !== 'ours') await own.markNew(path);
    const { openFeedbackStore } = await import('@memora/retrieval');
    return openFeedbackStore({ path });
  });
  const known = async () => ((await own.standing(path)) === 'ours' ? open() : null);
  return {
    memory: async () => (enabled ? open().catch(() => undefined) : undefined),
    async learn(answer) {
      if (!enabled) return;
      try {
        (await open()).record(citedIn(answer), { chosen: answer.writtenBy === 'model' });
      } catch {
        // Nothing is learned this time if the disk is full or the folder is read-only.
      }
    },
    async forgetGone(store) {
      const use = await known();
      const ids = use?.ids() ?? [];
      if (use === null || ids.length === 0) return;
      const claimById = await store.getClaims(ids);
      use.forget(ids.filter((id) => claimById.get(id)?.recordedUntil !== null));
    },
    status: async () => {
      const use = await known();
      return { enabled, claims: use?.ids().length ?? 0, pairs: use?.size() ?? 0 };
    },
    reset: async () => (await known())?.reset() ?? 0,
    close: () => open.close(async (use) => use.close()),
  };
}

/** The claims with valid citations, in the order of the answer. */
function citedIn({ report, hits }: Answer) {
  const claimById = new Map<string, Answer['hits'][number]['claim']>(
    hits.map(({ claim }) => [claim.id, claim]),
  );
  return report.checks
    .filter(({ status }) => status === 'verified')
    .flatMap(({ claimId }) => claimById.get(claimId) ?? []);
}
