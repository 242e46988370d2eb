import type { DrainedGroup } from './drain-writes.ts';
import { type FailedWrite, noteFailures } from './note-failure.ts';
import type { BridgeJournal, JournalLine } from './open-journal.ts';

/** One write that is to be done. */
export interface ReadyWrite {
  readonly id: string;
  /** True if it was sent before and nobody knows what became of it. */
  readonly isTried: boolean;
  /** Asks what has to be known first: what is noted of it, and how it is written; no `send` where nothing is to be. */
  readonly prepare: () => Promise<{
    readonly lines: readonly JournalLine[];
    readonly send: (() => Promise<JournalLine>) | null;
  }>;
}

/** This many are noted with one flush where several are under way at once, and this many that were done with one write. */
const [NOTED_AHEAD, NOTED_DONE] = [64, 8];

/**
 * Does writes, as many at once as the other system takes. That they are tried is on disk before they are sent: one flush a round. What came of them is noted as it
 * comes, and flushed with what is noted next: where a crash of the machine loses it, the other system is asked whether it has them.
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
    // What was not begun was not tried.
    const unsent = ready.slice(begun).map(({ write }) => write);
    left.unshift(...unsent);
    came.push(...unsent.flatMap(({ id, isTried }) => (isTried ? [] : [{ t: 'unsent', id } as const])));
    if (bad.length === 0) continue;
    // What was done ends a pause, what failed begins one.
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

/** Does a task for each, in order, some at once. After one that threw none is begun any more; gives how many were. */
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
