import { randomUUID } from 'node:crypto';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import type { DecisionOutcome, PendingDecision } from './pending-decision.ts';

const REASON = 'decided on the page';

/** Writes decisions of a person into the ledger, after a while in which they can be taken back. */
export interface Settling {
  /** `winner` null: both are right. Throws `CONTRADICTION_NOT_FOUND` for a card that is not open. */
  readonly settle: (card: string, winner: string | null) => Promise<PendingDecision>;
  /** Drops a decision that was not written yet. Throws `NOT_FOUND` for one that was. */
  readonly undo: (id: string) => void;
  /** Cards that wait to be written. */
  readonly pending: () => ReadonlySet<string>;
  /** Writes what waits. */
  readonly flush: () => Promise<void>;
}

interface Waiting {
  readonly card: string;
  readonly winner: string | null;
  readonly timer: NodeJS.Timeout;
}

interface SettlingPorts {
  readonly memory: Pick<Memory, 'resolve' | 'acknowledge' | 'contradictions'>;
  readonly waitMs: number;
  readonly tell: (outcome: DecisionOutcome) => void;
  readonly codeOf: (error: unknown) => string;
}

/** Makes the settling of one vault. */
export function createSettling({ memory, waitMs, tell, codeOf }: SettlingPorts): Settling {
  const waiting = new Map<string, Waiting>();
  let writing: Promise<void> = Promise.resolve();

  const write = (id: string): Promise<void> => {
    const decision = waiting.get(id);
    if (decision === undefined) return writing;
    const { card, winner, timer } = decision;
    clearTimeout(timer);
    waiting.delete(id);
    writing = writing.then(async () => {
      try {
        if (winner === null) await memory.acknowledge(card, REASON);
        else await memory.resolve(card, winner, REASON);
        tell({ undo: id, card, fault: null });
      } catch (error) {
        tell({ undo: id, card, fault: codeOf(error) });
      }
    });
    return writing;
  };

  return {
    settle: async (card, winner) => {
      const open = (await memory.contradictions()).find(({ id }) => id === card);
      if (open === undefined || (winner !== null && winner !== open.newer.id && winner !== open.older.id))
        throw new MemoraError('that is not open any more', {
          code: 'CONTRADICTION_NOT_FOUND',
          hint: 'Reload the page.',
        });
      const undo = randomUUID();
      waiting.set(undo, { card, winner, timer: setTimeout(() => void write(undo), waitMs) });
      return { undo, card, waitMs };
    },
    undo: (id) => {
      const decision = waiting.get(id);
      if (decision === undefined)
        throw new MemoraError('the decision is in the ledger', {
          code: 'NOT_FOUND',
          hint: 'Remove its line from _ledger.md, or decide otherwise.',
        });
      clearTimeout(decision.timer);
      waiting.delete(id);
    },
    pending: () => new Set([...waiting.values()].map(({ card }) => card)),
    flush: async () => {
      for (const id of [...waiting.keys()]) void write(id);
      await writing;
    },
  };
}
