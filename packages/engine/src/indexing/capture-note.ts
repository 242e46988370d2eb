import { setTimeout as wait } from 'node:timers/promises';
import type { IndexReport } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { NewNote } from '@memora/vault';
import type { CaptureResult, IndexOptions } from '../memory.ts';
import { type IndexPorts, indexMemory } from './index-memory.ts';
import { withoutCredentials } from './without-credentials.ts';

/** Maximum total wait of a capture for other processes, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Writes a new note without overwriting one, and indexes it. If nothing is indexed yet, the whole vault is: an index with only the new note would look
 * complete. While other processes write, it waits: the note is on disk already, and its claims must follow.
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

/** Updates the claims of these notes, or of all notes if nothing is indexed yet, and returns the failures among them. Waits for other processes. */
export async function indexNotes(
  paths: readonly string[],
  options: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ports: IndexPorts,
): Promise<IndexReport['failures']> {
  const only = (await ports.store.exists()) ? { paths } : {};
  const { report } = await whileBusy(() => indexMemory({ ...options, ...only }, ports), options.signal);
  return report.failures.filter(({ note }) => paths.includes(note));
}

/** Retries while the database is busy; throws the last failure. */
export async function whileBusy<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 20; ; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await task();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
    }
    // Random pauses prevent repeated collisions.
    await wait(pause * (0.5 + Math.random()), undefined, signal === undefined ? {} : { signal });
  }
}

/** Also checks SQLite's own code: not every statement of a run belongs to the store. */
function isBusy(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return code.startsWith('SQLITE_BUSY') || (MemoraError.isInstance(error) && code === 'DATABASE_BUSY');
}
