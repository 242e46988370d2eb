import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** How a vault is set up. */
export const setupView = z
  .strictObject({
    vault: z.string(),
    notes: z.number(),
    /** Notes that could not be read. */
    failures: z.number(),
    /** The model that writes answers; null if they are passages of notes. */
    model: z
      .strictObject({
        provider: z.string(),
        name: z.string().nullable(),
      })
      .nullable(),
    /** The editor that opens a cited line; `none` where none was chosen. */
    editor: z.string(),
    /** What sets the model where the page can't: a flag, a variable, or the vault's own settings. */
    setBy: z.string().nullable(),
  })
  .meta({ id: 'SetupView' });
export type SetupView = Shown<typeof setupView>;

/** A folder that the page can show. */
export const vaultChoice = z
  .strictObject({
    folder: z.string(),
    name: z.string(),
    /** True if its page is open already. */
    isOpen: z.boolean(),
    /** True for the one whose page asks. */
    isHere: z.boolean(),
  })
  .meta({ id: 'VaultChoice' });
export type VaultChoice = Shown<typeof vaultChoice>;

/** Models that can be chosen. */
export const modelChoices = z
  .strictObject({
    servers: z.array(
      z.strictObject({
        name: z.string(),
        provider: z.string(),
        endpoint: z.string(),
        state: z.enum(['running', 'off', 'unreadable', 'not-local']),
        models: z.array(z.string()),
      }),
    ),
    /** Services whose key is in the environment. They are on other machines. */
    services: z.array(z.string()),
    /** True if requests to other machines are allowed. */
    network: z.boolean(),
  })
  .meta({ id: 'ModelChoices' });
export type ModelChoices = Shown<typeof modelChoices>;

/** What a model is good for, as the shipped test found. */
export const modelTestView = z
  .strictObject({
    model: z.string(),
    parts: z.array(
      z.strictObject({
        name: z.string(),
        good: z.boolean(),
        figures: z.string(),
        seconds: z.number(),
      }),
    ),
  })
  .meta({ id: 'ModelTestView' });
export type ModelTestView = Shown<typeof modelTestView>;

/** An agent that can be connected, and when it called last. */
export const agentView = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    state: z.enum(['connected', 'absent', 'unreadable']),
    edits: z.array(
      z.strictObject({
        file: z.string(),
        lines: z.array(z.string()),
      }),
    ),
    /** ISO 8601; null if it has not called yet. */
    calledAt: z.string().nullable(),
  })
  .meta({ id: 'AgentView' });
export type AgentView = Shown<typeof agentView>;
