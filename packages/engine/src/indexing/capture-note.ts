import { setTimeout as wait } from 'node:timers/promises';
import type { IndexReport } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { NewNote } from '@memora/vault';
import type { CaptureResult, IndexOptions } from '../memory.ts';
import { type IndexPorts, indexMemory } from './index-memory.ts';
import { withoutCredentials } from './without-credentials.ts';

/** How long a capture waits, all in all, for other processes to let it write. */
const PATIENCE_MS = 60_000;

/**
 * Writes a new note, never over another, and indexes it. Where nothing is indexed yet, everything is: an index
 * that holds the new note alone would pass for the whole vault. While other processes write, it waits its turn: the note is
 * on disk already, and its claims belong with it.
 */
export async function captureNote(
  note: NewNote,
  options: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ports: IndexPorts,
): Promise<CaptureResult> {
  const { note: written, hidden } = withoutCredentials(note);
  const captured = await ports.vault.captureNote(written);
  const [failed] = await indexNotes([captured.path], options, ports);
  const failure = failed === undefined ? null : { code: failed.code, reason: failed.reason };
  return { ...captured, hidden, failure };
}

/** Brings the claims of these notes up to date, of all notes where nothing is indexed yet, and gives what of them failed. Waits its turn. */
export async function indexNotes(
  paths: readonly string[],
  options: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ports: IndexPorts,
): Promise<IndexReport['failures']> {
  const only = (await ports.store.exists()) ? { paths } : {};
  const { report } = await whileBusy(() => indexMemory({ ...options, ...only }, ports), options.signal);
  return report.failures.filter(({ note }) => paths.includes(note));
}

/** Tries again while the database is busy; the last failure is thrown. */
export async function whileBusy<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 20; ; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await task();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
    }
    // Uneven pauses, or those who collided once collide again.
    await wait(pause * (0.5 + Math.random()), undefined, signal === undefined ? {} : { signal });
  }
}

/** Also as SQLite says it itself: not every statement of a run is one of the store's. */
function isBusy(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return code.startsWith('SQLITE_BUSY') || (MemoraError.isInstance(error) && code === 'DATABASE_BUSY');
}
