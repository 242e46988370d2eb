import { challengeOutput, span } from '@memora/mcp/outputs';
import * as z from 'zod';

export const fileOutput = z.strictObject({ path: z.string() });

export const todayOutput = z.strictObject({ ...challengeOutput().shape, more: z.int() });

const place = () => z.strictObject({ line: z.int(), turn: z.unknown().optional(), span: span() });

export const auditOutput = z.strictObject({
  ok: z.boolean(),
  secret: z.array(z.strictObject({ note: z.string(), reason: z.string(), spans: z.array(place()) })),
  suggestions: z.array(
    z.strictObject({
      note: z.string(),
      line: z.int(),
      turn: z.unknown().optional(),
      kind: z.string(),
      class: z.string(),
      reason: z.string(),
    }),
  ),
  diagnostics: z.array(z.looseObject({})),
  unread: z.array(z.strictObject({ path: z.string(), why: z.string(), holds: z.unknown() })),
  egress: z.array(
    z.strictObject({
      at: z.string(),
      kind: z.string(),
      origin: z.string(),
      outcome: z.string(),
      code: z.string().nullable(),
      bytes: z.int(),
      claim_ids: z.array(z.string()),
    }),
  ),
  would_leave: z
    .strictObject({
      exact: z.boolean(),
      requests: z.array(z.looseObject({ claim_ids: z.array(z.string()) })),
    })
    .optional(),
});

/** The changes of a rollback. */
export const ROLLED_BACK = () => ({
  falls: z.array(z.string()),
  stands: z.array(z.string()),
  returns: z.array(z.string()),
  touched: z.array(z.string()),
  daily_lines: z.int(),
  turns: z.array(z.unknown()),
});

const found = () => z.array(z.strictObject({ file: z.string(), what: z.string() }));

export const eraseOutput = z.strictObject({
  dry_run: z.boolean(),
  kind: z.string(),
  claims: z
    .array(z.strictObject({ claim_id: z.string(), note: z.string(), band: z.string(), reason: z.string() }))
    .optional(),
  notes: z.array(z.string()).optional(),
  still_said_in: z.array(z.string()).optional(),
  also_said: z.array(z.string()).optional(),
  pages: z.array(z.string()).optional(),
  ledger_entries: z.int().optional(),
  backups: z.array(z.looseObject({ path: z.string(), outcome: z.string() })).optional(),
  files: z.array(z.string()).optional(),
  proof: z
    .strictObject({
      files: z.int().optional(),
      bytes: z.int().optional(),
      words: z.int().optional(),
      hashes: z.int().optional(),
      found: found(),
    })
    .nullable()
    .optional(),
  memories: z
    .strictObject({ ...ROLLED_BACK(), proof: z.strictObject({ found: found() }).optional() })
    .optional(),
});

export const feedbackOutput = z.strictObject({
  enabled: z.boolean(),
  claims: z.int(),
  pairs: z.int(),
  unlearned: z.int().nullable(),
});

const value = () =>
  z
    .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.record(z.string(), z.unknown())])
    .nullable();

export const doctorOutput = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: z.string(),
      detail: z.string(),
      remedy: z.string().nullable(),
      lines: z.array(z.string()).optional(),
    }),
  ),
  settings: z
    .array(
      z.strictObject({
        key: z.string(),
        value: value(),
        layer: z.string(),
        overruled: z.array(z.strictObject({ value: value(), layer: z.string() })),
      }),
    )
    .optional(),
  repairs: z.array(z.strictObject({ name: z.string(), done: z.boolean(), detail: z.string() })).optional(),
});

export const keyRotateOutput = z.strictObject({
  replaced: z.string(),
  key_id: z.string(),
  secrets: z.int(),
  backups: z.array(z.strictObject({ path: z.string(), outcome: z.string() })),
});

export const trustOutput = z.strictObject({
  vault: z.string(),
  wants: z.array(z.looseObject({ key: z.string() })),
  trust: z.string().nullable(),
});

export const completionOutput = z.strictObject({ shell: z.string(), script: z.string() });

export const scheduleOutput = z.strictObject({ system: z.string(), text: z.string() });

const schema = () => z.record(z.string(), z.unknown());

export const operationsOutput = z.strictObject({
  operations: z.array(
    z.strictObject({
      name: z.string(),
      summary: z.string(),
      cli: z.string().nullable(),
      mcp: z.string().nullable(),
      team: z.string().nullable(),
      redacted: z.string().nullable(),
      differs: z.record(z.string(), z.string()),
      input: schema(),
      output: schema().nullable(),
      cli_output: schema().nullable(),
    }),
  ),
});

export const modelListOutput = z.strictObject({
  servers: z.array(
    z.strictObject({
      name: z.string(),
      endpoint: z.string(),
      state: z.string(),
      models: z.array(z.string()),
    }),
  ),
  keys: z.array(z.string()),
  chat: z.looseObject({}).nullable(),
  judge: z.strictObject({ provider: z.string(), model: z.string().nullable() }),
});

export const modelUseOutput = z.strictObject({
  section: z.string(),
  provider: z.string(),
  model: z.string(),
  endpoint: z.string().nullable(),
  insist: z.boolean(),
  overruled_by: z.string().nullable(),
});

const figures = (...names: readonly string[]) =>
  z.strictObject({
    ...Object.fromEntries(names.map((name) => [name, z.number()])),
    good: z.boolean(),
    calls: z.int(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    seconds: z.number(),
  });

export const modelTestOutput = z.strictObject({
  model: z.string(),
  place: z.string(),
  judging: figures('true_kept', 'lies_kept', 'sentences', 'not_judged'),
  answering: figures('right', 'questions', 'refused'),
  rewriting: figures('found', 'questions', 'unreadable'),
  extracting: figures('found', 'facts', 'claims', 'refused'),
});
