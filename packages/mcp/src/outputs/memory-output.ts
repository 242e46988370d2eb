import type { MemoryJson } from '@memora/agent-memory';
import * as z from 'zod';
import type { Given } from '../protocol/define-tool.ts';

/** The result of `toMemoryJson`. */
export const memoryInFull = () =>
  z
    .strictObject({
      memory_id: z.string(),
      kind: z.string(),
      text: z.string(),
      path: z.string(),
      entity: z.string().nullable(),
      tags: z.array(z.string()),
      source: z.string(),
      said_by: z.string().optional(),
      agent: z.string().nullable(),
      session: z.string().nullable(),
      created: z.string(),
      valid_from: z.string().nullable(),
      valid_until: z.string().nullable(),
      status: z.string(),
      held: z.string().nullable(),
      trust: z.number(),
      band: z.string(),
      imported: z
        .strictObject({ id: z.string(), details: z.record(z.string(), z.unknown()).nullable() })
        .nullable(),
      quoted_by_agent: z.string().nullable(),
      evidence: z.array(z.looseObject({ note: z.string(), turn: z.string(), quote: z.string() })),
      history: z.array(
        z.strictObject({ at: z.string(), kind: z.string(), related_id: z.string().nullable() }),
      ),
      supersedes: z.string().nullable(),
      superseded_by: z.array(z.string()),
      said_again: z.array(z.string()),
    })
    .meta({ title: 'Memory' });

// The compiler compares the printed type with the declared one.
null as unknown as Omit<MemoryJson, 'evidence' | 'imported'> satisfies Omit<
  Given<z.input<ReturnType<typeof memoryInFull>>>,
  'evidence' | 'imported'
>;
