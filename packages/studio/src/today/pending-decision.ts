import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** A decision that is written to the ledger when its undo time is over. */
export const pendingDecision = z
  .strictObject({
    undo: z.string(),
    card: z.string(),
    /** Milliseconds until it is written. */
    waitMs: z.number(),
  })
  .meta({ id: 'PendingDecision' });
export type PendingDecision = Shown<typeof pendingDecision>;

/** The outcome of a decision whose undo time was over. */
export const decisionOutcome = z
  .strictObject({
    undo: z.string(),
    card: z.string(),
    /** The error code; null if it is in the ledger. */
    fault: z.string().nullable(),
  })
  .meta({ id: 'DecisionOutcome' });
export type DecisionOutcome = Shown<typeof decisionOutcome>;
