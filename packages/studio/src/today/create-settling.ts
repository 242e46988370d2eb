import { randomUUID } from 'node:crypto';
import { StudioError } from '../studio-error.ts';
import type { DecisionOutcome, PendingDecision } from './pending-decision.ts';

/** Writes a person's decisions after a delay in which they can be undone. */
export interface Settling {
  readonly settle: (card: string, write: () => Promise<void>) => PendingDecision;
  /** Cancels a decision that is not written yet. Throws `NOT_FOUND` if it is. */
  readonly undo: (id: string) => void;
  /** Cards whose decision waits to be written. */
  readonly pending: () => ReadonlySet<string>;
  /** Writes all waiting decisions. */
  readonly flush: () => Promise<void>;
}

interface Waiting {
  readonly card: string;
  readonly write: () => Promise<void>;
  readonly timer: NodeJS.Timeout;
}

interface SettlingPorts {
  readonly waitMs: number;
  readonly tell: (outcome: DecisionOutcome) => void;
  readonly codeOf: (error: unknown) => string;
}

/** Makes the settling of one vault. */
export function createSettling({ waitMs, tell, codeOf }: SettlingPorts): Settling {
  const waiting = new Map<string, Waiting>();
  let writing: Promise<void> = Promise.resolve();

  const write = (id: string): Promise<void> => {
    const decision = waiting.get(id);
    if (decision === undefined) return writing;
    clearTimeout(decision.timer);
    waiting.delete(id);
    writing = writing.then(async () => {
      const fault = await decision.write().then(() => null, codeOf);
      tell({ undo: id, card: decision.card, fault });
    });
    return writing;
  };

  return {
    settle: (card, act) => {
      const undo = randomUUID();
      waiting.set(undo, { card, write: act, timer: setTimeout(() => void write(undo), waitMs) });
      return { undo, card, waitMs };
    },
    undo: (id) => {
      const decision = waiting.get(id);
      if (decision === undefined)
        throw new StudioError('the decision is in the ledger', {
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
