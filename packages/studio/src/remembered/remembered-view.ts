import * as z from 'zod';
import type { Shown } from '../api/shown.ts';

/** What an agent remembered. Secret text is `[redacted]`. */
const rememberedItem = z
  .strictObject({
    id: z.string(),
    text: z.string(),
    kind: z.string(),
    status: z.string(),
    /** Why it waits for a person's confirmation; null if it does not. */
    held: z.string().nullable(),
    created: z.string(),
    /** The turn that it is based on: its speaker and its words. */
    said: z
      .strictObject({
        by: z.string(),
        quote: z.string(),
        intact: z.boolean(),
      })
      .nullable(),
    path: z.string(),
  })
  .meta({ id: 'RememberedItem' });
export type RememberedItem = Shown<typeof rememberedItem>;

/** What was remembered in one session, the newest first. */
export const rememberedSession = z
  .strictObject({
    session: z.string().nullable(),
    agent: z.string().nullable(),
    newest: z.string(),
    items: z.array(rememberedItem),
  })
  .meta({ id: 'RememberedSession' });
export type RememberedSession = Shown<typeof rememberedSession>;

/** The context for an agent's next prompt. */
export const nextPrompt = z
  .strictObject({
    prefix: z.string(),
    turn: z.string(),
    tokens: z.strictObject({
      prefix: z.number(),
      turn: z.number(),
    }),
  })
  .meta({ id: 'NextPrompt' });
export type NextPrompt = Shown<typeof nextPrompt>;

/** The result of an edit: the memory that replaced the old one, or why there is none. */
export const editedMemory = z
  .strictObject({
    decision: z.string(),
    id: z.string().nullable(),
  })
  .meta({ id: 'EditedMemory' });
export type EditedMemory = Shown<typeof editedMemory>;
