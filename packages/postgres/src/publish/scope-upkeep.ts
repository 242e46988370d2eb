import type { SqliteClaimStore } from '@memora/claims';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { PAGE_PATH } from '../notes/page-path.ts';
import { isSameNote, type Sealing, toBlob } from '../notes/seal-blob.ts';
import type { Lease } from './hold-lease.ts';

/** A daily task on a scope. */
export type UpkeepTask = 'consolidation' | 'challenger';

/** The last run of a task on a scope, by any worker, and its result. */
export interface UpkeepRun {
  readonly at: Date;
  readonly counts: Readonly<Record<string, number>>;
}

export type UpkeepRuns = Readonly<Partial<Record<UpkeepTask, UpkeepRun>>>;

/** The new content of a page; null removes it. */
export interface PageChange {
  readonly path: string;
  /** The bytes that were read; null if there was no page. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** A scope as its worker sees it: the notes in a folder, and their claims. */
export interface UpkeepScope {
  readonly root: string;
  readonly store: SqliteClaimStore;
  /** Paths of the existing pages. */
  readonly pages: readonly string[];
  /** The server's time. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/** Decides which task is due on a scope, and computes it. The worker writes the result under its lease. */
export interface ScopeUpkeep {
  /** True if all scopes should be checked again. */
  readonly isTime: () => boolean;
  readonly dueOf: (runs: UpkeepRuns, now: Date) => readonly UpkeepTask[];
  readonly run: (
    task: UpkeepTask,
    scope: UpkeepScope,
  ) => Promise<{
    readonly pages: readonly PageChange[];
    readonly counts: Readonly<Record<string, number>>;
  }>;
}

/** The result of a task on a scope. */
export interface UpkeepReport {
  readonly task: UpkeepTask;
  readonly counts: Readonly<Record<string, number>>;
  /** Pages that were written or removed. */
  readonly pages: readonly string[];
  /** Pages that somebody edited in the meantime; they are generated again next time. */
  readonly left: readonly string[];
}

/** Finds the published scopes with a due task. */
export async function findUpkeep({
  source,
  upkeep,
}: {
  readonly source: ConnectionSource;
  readonly upkeep: ScopeUpkeep;
}): Promise<number[]> {
  if (!upkeep.isTime()) return [];
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<{ id: number; upkeep: StoredRuns; now: Date }>(
      'SELECT id, upkeep, clock_timestamp() AS now FROM memora.scope WHERE epoch > 0 ORDER BY id',
    ),
  );
  return rows.flatMap(({ id, upkeep: runs, now }) =>
    upkeep.dueOf(toRuns(runs), now).length > 0 ? [id] : [],
  );
}

/** Runs the due tasks of a scope, once a day in total: the lease decides who runs them, and its fence refuses whoever lost it. */
export async function keepUp(
  { lease, store, root }: { readonly lease: Lease; readonly store: SqliteClaimStore; readonly root: string },
  options: Sealing & {
    readonly scope: number;
    readonly upkeep: ScopeUpkeep;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<UpkeepReport[]> {
  const { scope, upkeep, signal } = options;
  const [runs, now] = await lease.within(async (db) => {
    const [row] = await db.query<{ upkeep: StoredRuns; now: Date }>(
      'SELECT upkeep, clock_timestamp() AS now FROM memora.scope WHERE id = $1',
      [scope],
    );
    return [toRuns(row?.upkeep ?? {}), row?.now ?? lease.at] as const;
  });
  const reports: UpkeepReport[] = [];
  for (const task of upkeep.dueOf(runs, now)) {
    const heads = await lease.within((db) =>
      db.query<PageHead>(
        'SELECT path, version, hash, print FROM memora.head WHERE scope = $1 AND path ~ $2 ORDER BY path',
        [scope, PAGE_PATH],
      ),
    );
    const pages = heads.flatMap(({ path, hash }) => (hash === null ? [] : [path]));
    const done = await upkeep.run(task, { root, store, pages, now, signal });
    const byPath = new Map(heads.map((head) => [head.path, head]));
    // Pages and their upkeep record are written together: a worker that dies in between leaves neither.
    const written = await lease.within(async (db) => {
      const outcomes: { path: string; isWritten: boolean }[] = [];
      for (const change of done.pages) {
        const head = byPath.get(change.path) ?? NO_PAGE;
        if (!isAsRead(head, change.before, options)) {
          outcomes.push({ path: change.path, isWritten: false });
          continue;
        }
        const blob = change.after === null ? null : toBlob(change.path, change.after, options);
        const [row] = await db.query<{ version: number | null }>(
          'SELECT memora.put_page($1, $2, $3, $4, $5, $6, $7, $8) AS version',
          [
            scope,
            lease.fence,
            change.path,
            head.version,
            blob?.hash ?? null,
            blob?.bytes ?? null,
            blob?.sealed ?? null,
            blob?.print ?? null,
          ],
        );
        outcomes.push({ path: change.path, isWritten: typeof row?.version === 'number' });
      }
      await db.rows('SELECT memora.keep_upkeep($1, $2, $3, $4::jsonb)', [
        scope,
        lease.fence,
        task,
        JSON.stringify(done.counts),
      ]);
      return outcomes;
    });
    const named = (isWritten: boolean) =>
      written.flatMap((each) => (each.isWritten === isWritten ? [each.path] : []));
    reports.push({ task, counts: done.counts, pages: named(true), left: named(false) });
  }
  return reports;
}

interface PageHead {
  readonly path: string;
  readonly version: number;
  readonly hash: Buffer | null;
  readonly print: Buffer | null;
}

const NO_PAGE = { version: 0, hash: null, print: null };

type StoredRuns = Partial<
  Record<UpkeepTask, { readonly at: string; readonly counts: Record<string, number> }>
>;

/** Parses a scope's recorded runs; unreadable ones count as never run. */
export function toRuns(stored: unknown): UpkeepRuns {
  const runs: Partial<Record<UpkeepTask, UpkeepRun>> = {};
  for (const task of ['consolidation', 'challenger'] as const) {
    const run = (stored as StoredRuns | null)?.[task];
    const at = new Date(run?.at ?? Number.NaN);
    if (run !== undefined && !Number.isNaN(at.getTime())) runs[task] = { at, counts: run.counts ?? {} };
  }
  return runs;
}

/** True if the head still has the bytes from which the page was made. */
function isAsRead(head: Omit<PageHead, 'path'>, before: Uint8Array | null, sealing: Sealing): boolean {
  return before === null ? head.hash === null : isSameNote(head, before, sealing);
}
