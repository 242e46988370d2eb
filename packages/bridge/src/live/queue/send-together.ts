import type { DrainedGroup } from './drain-writes.ts';
import { type FailedWrite, noteFailures } from './note-failure.ts';
import type { BridgeJournal, JournalLine } from './open-journal.ts';

/** One write to perform. */
export interface ReadyWrite {
  readonly id: string;
  /** True if it was sent before and the outcome is unknown. */
  readonly isTried: boolean;
  /** Prepares the write: the lines to record, and how to send it; no `send` if there is nothing to do. */
  readonly prepare: () => Promise<{
    readonly lines: readonly JournalLine[];
    readonly send: (() => Promise<JournalLine>) | null;
  }>;
}

/** How many attempts are recorded with one flush when several run at once, and how many results with one write. */
const [NOTED_AHEAD, NOTED_DONE] = [64, 8];

/**
 * Performs writes, as many at once as the remote system takes. Attempts are on disk before they are sent, with one flush per round. Results are recorded as
 * they arrive and flushed with the next record: if a crash of the machine loses them, the remote system is asked whether it has the memories.
 */
export async function sendTogether(
  writes: readonly ReadyWrite[],
  atOnce: number,
  journal: Pick<BridgeJournal, 'pending' | 'wait' | 'append' | 'note'>,
  { now, signal }: { readonly now: () => Date; readonly signal: AbortSignal },
): Promise<DrainedGroup> {
  let [done, failed, stopped]: [number, number, string | null] = [0, 0, null];
  let came: JournalLine[] = [];
  const take = (...lines: readonly JournalLine[]): void => {
    done += lines.filter(({ t }) => t === 'done').length;
    came.push(...lines);
  };
  const flush = (...more: readonly JournalLine[]): void => {
    journal.append(...came, ...more);
    came = [];
  };
  for (let left = [...writes]; left.length > 0 && stopped === null; ) {
    if (signal.aborted) {
      stopped = 'ABORTED';
      break;
    }
    const round = left.splice(0, atOnce === 1 ? 1 : NOTED_AHEAD);
    const bad: FailedWrite[] = [];
    const prepared: (Ready | null)[] = [];
    const looked = await inTurns(round, atOnce, signal, bad, async (write, i) => {
      const { lines, send } = await write.prepare();
      take(...lines);
      prepared[i] = send === null ? null : { write, id: write.id, send };
    });
    left.unshift(...round.slice(looked));
    const ready = prepared.filter((each) => each != null);
    flush(...ready.map(({ id }): JournalLine => ({ t: 'try', id })));
    const begun = await inTurns(ready, atOnce, signal, bad, async ({ send }) => {
      take(await send());
      if (came.length < NOTED_DONE) return;
      journal.note(...came);
      came = [];
    });
    // A write that was not started was not tried.
    const unsent = ready.slice(begun).map(({ write }) => write);
    left.unshift(...unsent);
    came.push(...unsent.flatMap(({ id, isTried }) => (isTried ? [] : [{ t: 'unsent', id } as const])));
    if (bad.length === 0) continue;
    // A success ends a pause; a failure starts one.
    flush();
    failed += bad.length;
    stopped = noteFailures(bad, journal, now());
  }
  flush();
  return { done, failed, stopped };
}

interface Ready {
  readonly write: ReadyWrite;
  readonly id: string;
  readonly send: () => Promise<JournalLine>;
}

/** Runs a task for each item, in order, several at once. Starts no more after one threw; returns the number started. */
async function inTurns<Each extends { readonly id: string }>(
  all: readonly Each[],
  atOnce: number,
  signal: AbortSignal,
  bad: FailedWrite[],
  task: (each: Each, i: number) => Promise<void>,
): Promise<number> {
  let next = 0;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (next < all.length && !isStopped && !signal.aborted) {
      const i = next++;
      const each = all[i] as Each;
      try {
        await task(each, i);
      } catch (error) {
        isStopped = true;
        bad.push({ id: each.id, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, run));
  return next;
}
