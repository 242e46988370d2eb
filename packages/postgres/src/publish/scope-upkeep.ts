import type { SqliteClaimStore } from '@memora/claims';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import type { NoteHead } from '../notes/note-heads.ts';
import { PAGE_PATH } from '../notes/page-path.ts';
import { isSameNote, type Sealing, toBlob } from '../notes/seal-blob.ts';
import { ask, askOne } from '../queries/ask.ts';
import { callFunction } from '../queries/call-function.ts';
import type { Lease } from './hold-lease.ts';
import { type AgentMemories, openAgentMemories } from './upkeep/agent-memories.ts';
import { type ScopeMark, type StoredRuns, toRuns, type UpkeepRuns } from './upkeep/upkeep-runs.ts';

/** A daily task on a scope: its pages, its contradictions, and its agents' memories. */
export type UpkeepTask = 'consolidation' | 'challenger' | 'memories';

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
  readonly memories: Pick<AgentMemories, 'list' | 'retire'>;
  /** The server's time. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/** Decides which task is due on a scope, and computes it. The worker writes the result under its lease. */
export interface ScopeUpkeep {
  /** True if all scopes should be checked again. */
  readonly isTime: () => boolean;
  readonly dueOf: (runs: UpkeepRuns, now: Date, epoch: number) => readonly UpkeepTask[];
  readonly run: (task: UpkeepTask, scope: UpkeepScope) => Promise<UpkeepOutcome>;
}

/** What a task computed. */
export interface UpkeepOutcome {
  readonly pages: readonly PageChange[];
  readonly counts: Readonly<Record<string, number>>;
  /** Pairs of memories that may say the same, by id. */
  readonly duplicates?: readonly (readonly string[])[];
  /** When the next memory ends, in milliseconds since 1970; null if none does, 0 if not all could be read. */
  readonly nextEnd?: number | null;
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
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) => ask(db, 'upkeepOfAll'));
  return rows.flatMap(({ id, epoch, upkeep: runs, now }) =>
    upkeep.dueOf(toRuns(runs as StoredRuns), now, epoch).length > 0 ? [id] : [],
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
  const [runs, now, epoch] = await lease.within(async (db) => {
    const row = await askOne(db, 'upkeepOf', scope);
    return [
      toRuns((row?.upkeep ?? {}) as StoredRuns),
      row?.now ?? lease.at,
      row?.epoch ?? lease.epoch,
    ] as const;
  });
  const reports: UpkeepReport[] = [];
  for (const task of upkeep.dueOf(runs, now, epoch)) {
    const heads = await lease.within((db) => ask(db, 'headsNamed', scope, PAGE_PATH));
    const pages = heads.flatMap(({ path, hash }) => (hash === null ? [] : [path]));
    const memories = openAgentMemories({ ...options, lease, root });
    const done = await upkeep.run(task, { root, store, pages, memories, now, signal });
    const counts = { ...done.counts, ...memories.counts };
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
        const { hash = null, bytes = null, sealed = null, print = null } = blob ?? {};
        const page = [change.path, head.version, hash, bytes, sealed, print] as const;
        const version = await callFunction(db, 'put_page', scope, lease.fence, ...page);
        outcomes.push({ path: change.path, isWritten: version !== null });
      }
      const kept = JSON.stringify({ counts, ...toKept(done, epoch) });
      await callFunction(db, 'keep_upkeep', scope, lease.fence, task, kept);
      return outcomes;
    });
    const named = (isWritten: boolean) =>
      written.flatMap((each) => (each.isWritten === isWritten ? [each.path] : []));
    reports.push({ task, counts, pages: named(true), left: named(false) });
  }
  return reports;
}

const NO_PAGE = { version: 0, hash: null, print: null };

/** The part of a task's outcome that is stored besides its counts. */
function toKept(
  { duplicates, nextEnd }: UpkeepOutcome,
  epoch: number,
): { readonly mark?: ScopeMark; readonly duplicates?: UpkeepOutcome['duplicates'] } {
  return nextEnd === undefined ? {} : { mark: { epoch, nextEnd }, duplicates };
}

/** True if the head still has the bytes from which the page was made. */
function isAsRead(head: Omit<NoteHead, 'path'>, before: Uint8Array | null, sealing: Sealing): boolean {
  return before === null ? head.hash === null : isSameNote(head, before, sealing);
}
