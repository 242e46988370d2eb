import { memoryInFull, span } from '@memora/mcp/outputs';
import * as z from 'zod';
import { ROLLED_BACK } from './keeping-outputs.ts';

const counts = () => z.record(z.string(), z.int());

export const memoryStatsOutput = z.strictObject({
  memories: z.int(),
  held: z.int(),
  by_kind: counts(),
  by_category: counts(),
  by_status: counts(),
  bytes: z.int(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
});

export const memoryOutput = memoryInFull();

export const memoryListOutput = z.strictObject({
  memories: z.array(memoryInFull()),
  next: z.string().nullable(),
});

export const memoryHeldOutput = z.strictObject({ memories: z.array(memoryInFull()) });

export const memorySearchOutput = z.strictObject({
  memories: z.array(
    z.strictObject({
      memory_id: z.string().nullable(),
      claim_id: z.string(),
      kind: z.string().nullable(),
      line: z.string(),
      since: z.string().nullable(),
      until: z.string().nullable(),
      status: z.string(),
      trust: z.number(),
      band: z.string(),
      verified: z.boolean(),
      from: z.string(),
      said_by: z.string().optional(),
      score: z.number(),
      evidence: z.array(z.unknown()).optional(),
      note: z.string(),
      span: span(),
    }),
  ),
  more: z.boolean(),
  degraded: z.boolean(),
  degraded_reasons: z.array(z.string()),
  external: z.array(
    z.looseObject({
      source: z.string(),
      line: z.string(),
      captured: z
        .strictObject({
          memory_id: z.string(),
          claim_id: z.string(),
          note: z.string(),
          span: span(),
          verified: z.boolean(),
        })
        .nullable(),
    }),
  ),
  external_problems: z.array(z.strictObject({ source: z.string(), code: z.string() })),
});

export const memorySupersedeOutput = z.strictObject({
  decision: z.string(),
  code: z.string(),
  memory_id: z.string().nullable(),
  target: z.string().nullable(),
  trust: z.number(),
  band: z.string(),
  held: z.string().nullable(),
  hidden: z.array(z.string()),
  reasons: z.array(z.strictObject({ code: z.string(), target: z.string().optional() })),
  similar: z.array(z.looseObject({ id: z.string() })),
  grounding: z.string(),
  saves_left: z.int().nullable(),
  ask: z.string().nullable(),
});

export const memorySaveOutput = z.union([
  memorySupersedeOutput,
  // A line of today's notes, with --lasts day.
  z.strictObject({ decision: z.string(), code: z.string(), memory_id: z.null() }),
]);

export const memoryForgetOutput = z.strictObject({
  forgotten: z.string(),
  where: z.string(),
  path: z.string().nullable(),
  falls: z.array(z.string()),
  hold_again: z.array(z.string()),
  restore: z.boolean(),
});

export const memoryRestoreOutput = z.strictObject({ restored: z.string(), path: z.string() });

export const memoryConfirmOutput = z.strictObject({ confirmed: z.string() });

export const memoryLogOutput = z.strictObject({
  entries: z.array(
    z.strictObject({
      time: z.string(),
      batch: z.string(),
      operation: z.string(),
      notes: z.array(z.string()),
      shown: z.array(z.string()),
      asked: z.string().nullable(),
      code: z.string(),
      line: z.int(),
    }),
  ),
  problems: z.array(z.looseObject({ line: z.int() })),
});

export const memoryRecordOutput = z.strictObject({ record: z.string(), retention_days: z.int() });

const step = () => z.strictObject({ pass: z.string(), code: z.string(), notes: z.array(z.string()) });

export const memoryConsolidateOutput = z.strictObject({
  batch: z.string().nullable(),
  busy: z.boolean(),
  steps: z.array(step()),
  left: z.array(step()),
  emptied: z.int(),
  asks: z.array(z.tuple([z.string(), z.string()])),
});

export const memoryImportOutput = z.union([
  z.strictObject({
    batch: z.string().nullable(),
    written: z.int(),
    same: z.int(),
    differs: z.array(z.string()),
  }),
  z.strictObject({
    batch: z.string().nullable(),
    read: z.int(),
    written: z.int(),
    held: z.int(),
    same: z.int(),
    left: counts(),
    screened: z.looseObject({ secret: z.int(), injected: z.int() }),
    problems: z.array(z.looseObject({ file: z.string(), problem: z.string() })),
    unread: z.int(),
  }),
]);

export const memorySyncOutput = z.strictObject({
  bridges: z.array(
    z.strictObject({
      name: z.string(),
      provider: z.string().nullable(),
      problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
      pulled: z.strictObject({
        batch: z.string().nullable(),
        written: z.int(),
        held: z.int(),
        same: z.int(),
        left: counts(),
      }),
      pushed: z.strictObject({ saved: z.int(), removed: z.int() }),
      pending: z.array(z.strictObject({ memory_id: z.string(), operation: z.string() })),
      dead: z.array(z.strictObject({ memory_id: z.string(), operation: z.string(), code: z.string() })),
      refused: z.array(z.strictObject({ memory_id: z.string(), code: z.string() })),
      contested: z.array(z.string()),
      doubtful: z.array(z.string()),
    }),
  ),
});

export const memoryDetectOutput = z.strictObject({
  servers: z.array(z.strictObject({ name: z.string(), clients: z.array(z.string()) })),
  others: z.int(),
  written: z.array(z.string()),
});

export const memoryRollbackOutput = z.strictObject({
  ...ROLLED_BACK(),
  batch: z.string().nullable(),
  done: z.boolean(),
});

const audited = { file: z.string(), line: z.int().nullable(), start: z.int(), end: z.int() };

export const memoryAuditOutput = z.strictObject({
  memories: z.int(),
  source_lines: z.int(),
  counts: counts(),
  findings: z.array(
    z.strictObject({
      verdict: z.string(),
      code: z.string(),
      reason: z.string(),
      provider: z.string(),
      ...audited,
      against: z.strictObject(audited).nullable(),
    }),
  ),
  problems: z.array(z.looseObject({ file: z.string(), problem: z.string() })),
});
