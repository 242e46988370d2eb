import { endOfPeriod } from '@memora/claims/internal';
import { toInstant } from '@memora/core';
import type { MemoryNote } from '../note/memory-note.ts';
import type { StandingMemory } from './standing-memory.ts';

const DAY_MS = 86_400_000;
/** Days that a held memory waits for a person's confirmation. */
const HELD_DAYS = 90;

/** Why a memory has ended: its own end date passed, or it was held and nobody confirmed it. Null if it has not ended. */
export function endOf({ note }: Pick<StandingMemory, 'note'>, now: Date): 'ended' | 'unconfirmed' | null {
  const end = note.validUntil === null ? null : endOfPeriod(note.validUntil);
  if (end !== null && end <= now.getTime()) return 'ended';
  const since = toInstant(note.created);
  const isOld = since !== null && since + HELD_DAYS * DAY_MS <= now.getTime();
  return note.held !== null && isOld ? 'unconfirmed' : null;
}

/** When a memory expires, in milliseconds; null if it does not. */
export function endsAt({ validUntil, created, held }: MemoryNote): number | null {
  const since = held === null ? null : toInstant(created);
  const ends = [
    validUntil === null ? null : endOfPeriod(validUntil),
    since === null ? null : since + HELD_DAYS * DAY_MS,
  ].filter((end) => end !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}
