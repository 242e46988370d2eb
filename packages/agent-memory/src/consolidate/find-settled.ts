import type { StandingMemory } from './standing-memory.ts';

/** A dispute that a later statement settles. */
export interface Settled {
  readonly winner: StandingMemory;
  readonly over: readonly StandingMemory[];
}

/**
 * Disputes that later evidence decides: one side was stated again in another session after everything on the other side, and its trust is at least as high. All
 * other disputes stay for a person.
 */
export function findSettled(
  disputes: readonly (readonly [StandingMemory, StandingMemory])[],
  sayingTheSame: (memory: StandingMemory) => readonly StandingMemory[],
): Settled[] {
  const settled = new Map<StandingMemory, Set<StandingMemory>>();
  for (const [one, other] of disputes) {
    const [a, b] = [sayingTheSame(one), sayingTheSame(other)];
    const found = decides(a, b) ?? decides(b, a);
    if (found === null) continue;
    const over = settled.get(found) ?? new Set();
    for (const each of found === decides(a, b) ? b : a) over.add(each);
    settled.set(found, over);
  }
  return [...settled].map(([winner, over]) => ({ winner, over: [...over] }));
}

/** The last of these that was stated after all of the others; null if they do not decide. */
function decides(these: readonly StandingMemory[], others: readonly StandingMemory[]): StandingMemory | null {
  const sessions = new Set(these.map(({ note }) => note.session));
  const last = these.toSorted((a, b) => saidAt(a) - saidAt(b) || (a.note.id < b.note.id ? -1 : 1)).at(-1);
  if (last === undefined || sessions.size < 2 || last.note.supersedes !== null) return null;
  // If one is valid from a later date, relating has decided. If both are valid from the same date, the last statement counts.
  const isLater = others.every((other) => saidAt(other) < saidAt(last) && sinceOf(other) <= sinceOf(last));
  return isLater && trustOf(last) >= Math.max(...others.map(trustOf)) ? last : null;
}

function saidAt({ note }: StandingMemory): number {
  return Date.parse(note.created);
}

function sinceOf({ note }: StandingMemory): number {
  return Date.parse(note.validFrom ?? note.created);
}

function trustOf({ claims }: StandingMemory): number {
  return Math.min(1, ...claims.map(({ trust }) => trust));
}
