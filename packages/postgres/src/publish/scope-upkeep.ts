import type { SqliteClaimStore } from '@memora/claims';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { PAGE_PATH } from '../notes/page-path.ts';
import { isSameNote, type Sealing, toBlob } from '../notes/seal-blob.ts';
import type { Lease } from './hold-lease.ts';

/** What is done on a scope every day. */
export type UpkeepTask = 'consolidation' | 'challenger';

/** When a task was last done on a scope, by whatever worker, and what came of it. */
export interface UpkeepRun {
  readonly at: Date;
  readonly counts: Readonly<Record<string, number>>;
}

export type UpkeepRuns = Readonly<Partial<Record<UpkeepTask, UpkeepRun>>>;

/** A page as it is to stand; null takes it away. */
export interface PageChange {
  readonly path: string;
  /** The bytes that were read; null where there was no page. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** A scope as its worker has it: the notes in a folder, and their claims. */
export interface UpkeepScope {
  readonly root: string;
  readonly store: SqliteClaimStore;
  /** Paths of the pages that stand. */
  readonly pages: readonly string[];
  /** The time of the server. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/** Looks after scopes: says which task is due, and does it. Nothing is written by it; the worker does that under its lease. */
export interface ScopeUpkeep {
  /** True where it is time to look at all scopes again. */
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

/** What came of a task on a scope. */
export interface UpkeepReport {
  readonly task: UpkeepTask;
  readonly counts: Readonly<Record<string, number>>;
  /** Pages that were written or taken away. */
  readonly pages: readonly string[];
  /** Pages that somebody wrote on meanwhile; they are made again the next time. */
  readonly left: readonly string[];
}

/** The scopes that were published and on which something is due. */
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

/** Does what is due on a scope, once a day whoever holds it: the lease decides, and its fence refuses whoever lost it. */
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
    // Pages and the note that they were made stand together: a worker that dies in between leaves neither.
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

/** The runs that a scope remembers; what is not readable never ran. */
export function toRuns(stored: unknown): UpkeepRuns {
  const runs: Partial<Record<UpkeepTask, UpkeepRun>> = {};
  for (const task of ['consolidation', 'challenger'] as const) {
    const run = (stored as StoredRuns | null)?.[task];
    const at = new Date(run?.at ?? Number.NaN);
    if (run !== undefined && !Number.isNaN(at.getTime())) runs[task] = { at, counts: run.counts ?? {} };
  }
  return runs;
}

/** True where the head holds the bytes that the page was made over. */
function isAsRead(head: Omit<PageHead, 'path'>, before: Uint8Array | null, sealing: Sealing): boolean {
  return before === null ? head.hash === null : isSameNote(head, before, sealing);
}
