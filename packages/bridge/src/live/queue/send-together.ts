import type { DrainedGroup } from './drain-writes.ts';
import { type FailedWrite, noteFailures } from './note-failure.ts';
import type { BridgeJournal, JournalLine } from './open-journal.ts';

/** One write that is to be done. */
export interface ReadyWrite {
  readonly id: string;
  /** Asks what has to be known first: what is noted of it, and how it is written; no `send` where nothing is to be. */
  readonly prepare: () => Promise<{
    readonly lines: readonly JournalLine[];
    readonly send: (() => Promise<JournalLine>) | null;
  }>;
}

/**
 * Does writes, as many at once as the other system takes. That they are tried stands on disk before they are sent, together with what came of those before them:
 * one flush a round.
 */
export async function sendTogether(
  writes: readonly ReadyWrite[],
  atOnce: number,
  journal: Pick<BridgeJournal, 'pending' | 'wait' | 'append'>,
  { now, signal }: { readonly now: () => Date; readonly signal: AbortSignal },
): Promise<DrainedGroup> {
  let [done, failed, stopped]: [number, number, string | null] = [0, 0, null];
  let came: JournalLine[] = [];
  const flush = (...more: readonly JournalLine[]): void => {
    done += came.filter(({ t }) => t === 'done').length;
    journal.append(...came, ...more);
    came = [];
  };
  for (let at = 0; at < writes.length && stopped === null; at += atOnce) {
    if (signal.aborted) {
      stopped = 'ABORTED';
      break;
    }
    const round = writes.slice(at, at + atOnce);
    const bad: FailedWrite[] = [];
    const prepared = await settle(round, ({ prepare }) => prepare(), bad);
    const sends: { readonly id: string; readonly send: () => Promise<JournalLine> }[] = [];
    for (const {
      id,
      given: { lines, send },
    } of prepared) {
      came.push(...lines);
      if (send !== null) sends.push({ id, send });
    }
    flush(...sends.map(({ id }): JournalLine => ({ t: 'try', id })));
    came.push(...(await settle(sends, ({ send }) => send(), bad)).map(({ given }) => given));
    if (bad.length === 0) continue;
    // What was done ends a pause, what failed begins one.
    flush();
    failed += bad.length;
    stopped = noteFailures(bad, journal, now());
  }
  flush();
  return { done, failed, stopped };
}

/** What each gave; what threw goes to `bad`. */
async function settle<Each extends { readonly id: string }, Given>(
  all: readonly Each[],
  task: (each: Each) => Promise<Given>,
  bad: FailedWrite[],
): Promise<{ readonly id: string; readonly given: Given }[]> {
  const results = await Promise.allSettled(all.map(task));
  return results.flatMap((result, i) => {
    const { id } = all[i] as Each;
    if (result.status === 'fulfilled') return [{ id, given: result.value }];
    bad.push({ id, error: result.reason });
    return [];
  });
}
