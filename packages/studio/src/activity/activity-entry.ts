import * as z from 'zod';
import type { Shown } from '../api/shown.ts';

/** A request that left this machine or was stopped: its size and destination, never its text. */
const activityEntry = z
  .strictObject({
    /** ISO 8601. */
    at: z.string(),
    kind: z.string(),
    /** Scheme, host and port. */
    origin: z.string(),
    outcome: z.enum(['sent', 'blocked', 'refused']),
    code: z.string().optional(),
    bytes: z.number(),
    claimIds: z.array(z.string()),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = Shown<typeof activityEntry>;

/** A call by an agent: the tool it called, and how much it received. Questions are not kept. */
const agentCall = z
  .strictObject({
    /** ISO 8601. */
    at: z.string(),
    client: z.string().nullable(),
    tool: z.string(),
    /** Error code; null for a call that succeeded. */
    code: z.string().nullable(),
    /** UTF-16 units of the result. */
    size: z.number(),
    redacted: z.number(),
    /** Notes whose lines it received, at most five. Never secret ones. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'AgentCall' });

/** Requests that left this machine, and calls by agents, the newest first. */
export const activity = z
  .strictObject({
    left: z.array(activityEntry),
    calls: z.array(agentCall),
  })
  .meta({ id: 'Activity' });
export type Activity = Shown<typeof activity>;
