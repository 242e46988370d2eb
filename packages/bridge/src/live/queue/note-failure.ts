import { MemoraError } from '@memora/core';
import type { BridgeJournal, JournalLine, PendingWrite } from './open-journal.ts';

/** After this many refusals, a write waits for a person. */
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** A write that failed. */
export interface FailedWrite {
  readonly id: string;
  readonly error: unknown;
}

/** Records failed writes that ran at the same time; returns a code if nothing else should be tried now. */
export function noteFailures(
  failed: readonly FailedWrite[],
  journal: Pick<BridgeJournal, 'pending' | 'wait' | 'append'>,
  now: Date,
): string | null {
  const lines: JournalLine[] = [];
  const pauses: number[] = [];
  const codes: string[] = [];
  for (const { id, error } of failed) {
    const code = MemoraError.isInstance(error) ? error.code : 'BRIDGE_AWAY';
    // A payload that may not leave now will never be allowed to.
    if (code === 'SECRET_IN_PAYLOAD') {
      lines.push({ t: 'dead', id, code });
      continue;
    }
    if (code === 'BRIDGE_REFUSED' || code === 'BRIDGE_TIMEOUT') {
      lines.push(...laterOf(id, journal.pending.get(id), code, now));
      if (code === 'BRIDGE_TIMEOUT') codes.push(code);
      continue;
    }
    codes.push(code);
    const asked = (error as { readonly retryAfterMs?: number | null }).retryAfterMs ?? null;
    pauses.push(asked ?? pauseAfter(journal.wait().times + 1));
  }
  if (pauses.length > 0)
    lines.push({ t: 'wait', until: now.getTime() + Math.max(...pauses), n: journal.wait().times + 1 });
  journal.append(...lines);
  return codes[0] ?? null;
}

function laterOf(id: string, pending: PendingWrite | undefined, code: string, now: Date): JournalLine[] {
  const attempts = (pending?.attempts ?? 0) + 1;
  return [
    { t: 'later', id, after: now.getTime() + pauseAfter(attempts), n: attempts },
    ...(attempts >= MOST_ATTEMPTS ? [{ t: 'dead', id, code } as const] : []),
  ];
}

function pauseAfter(times: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times - 1, 20));
}
