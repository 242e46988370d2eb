import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** A decision that is written to the ledger when its time is up. */
export const pendingDecision = z
  .strictObject({
    undo: z.string(),
    card: z.string(),
    /** Milliseconds until it is written. */
    waitMs: z.number(),
  })
  .meta({ id: 'PendingDecision' });
export type PendingDecision = Shown<typeof pendingDecision>;

/** What came of a decision whose time was up. */
export const decisionOutcome = z
  .strictObject({
    undo: z.string(),
    card: z.string(),
    /** Code of what stood in the way; null if it is in the ledger. */
    fault: z.string().nullable(),
  })
  .meta({ id: 'DecisionOutcome' });
export type DecisionOutcome = Shown<typeof decisionOutcome>;
