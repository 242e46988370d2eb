import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** The settings of a vault. */
export const setupView = z
  .strictObject({
    vault: z.string(),
    notes: z.number(),
    /** The number of notes that could not be read. */
    failures: z.number(),
    /** The model that writes answers; null if answers are passages. */
    model: z
      .strictObject({
        provider: z.string(),
        name: z.string().nullable(),
      })
      .nullable(),
    /** The editor that opens a cited line; `none` if none was chosen. */
    editor: z.string(),
    /** The source of the model setting, if the page can't change it: a flag, a variable, or the vault's own settings. */
    setBy: z.string().nullable(),
  })
  .meta({ id: 'SetupView' });
export type SetupView = Shown<typeof setupView>;

/** A folder that the page can show. */
export const vaultChoice = z
  .strictObject({
    folder: z.string(),
    name: z.string(),
    /** True if its page is already open. */
    isOpen: z.boolean(),
    /** True for the folder of the requesting page. */
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
    /** Services whose key is in the environment. They run on other machines. */
    services: z.array(z.string()),
    /** True if requests to other machines are allowed. */
    network: z.boolean(),
  })
  .meta({ id: 'ModelChoices' });
export type ModelChoices = Shown<typeof modelChoices>;

/** What a model is good for, according to the shipped test. */
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

/** An agent that can be connected, and the time of its last call. */
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
    /** ISO 8601; null if it has never called. */
    calledAt: z.string().nullable(),
  })
  .meta({ id: 'AgentView' });
export type AgentView = Shown<typeof agentView>;
