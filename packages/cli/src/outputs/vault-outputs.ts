import { consolidationOutput, span } from '@memora/mcp/outputs';
import * as z from 'zod';
import { answer } from './answer-outputs.ts';
import { INDEXED } from './claims-outputs.ts';

const note = () => z.strictObject({ note: z.string(), code: z.string() });

export const initOutput = z.strictObject({
  vault: z.string(),
  created: z.array(z.string()),
  existing: z.array(z.string()),
});

const connectOutput = z.strictObject({
  vault: z.string(),
  written: z.boolean(),
  notes: z.int().optional(),
  claims: z.int().optional(),
  clients: z.array(
    z.strictObject({
      client: z.string(),
      part: z.string(),
      file: z.string(),
      status: z.string(),
      backup: z.string().nullable().optional(),
      code: z.string().optional(),
    }),
  ),
  question: z.string().nullable().optional(),
  answer: answer().nullable(),
});

/** `setup --remove`. */
const disconnectOutput = z.strictObject({
  removed: z.boolean(),
  files: z.array(
    z.strictObject({
      client: z.string(),
      file: z.string(),
      status: z.string().optional(),
      code: z.string().optional(),
    }),
  ),
});

export const setupOutput = z.union([connectOutput, disconnectOutput]);

export const vaultsOutput = z.strictObject({
  vaults: z.array(z.strictObject({ name: z.string(), folder: z.string(), state: z.string() })),
});

export const namedVaultOutput = z.strictObject({ name: z.string(), folder: z.string() });

export const autofillOutput = z.strictObject({
  written: z.boolean(),
  notes: z.array(
    z.strictObject({
      note: z.string(),
      line: z.int(),
      added: z.array(z.string()),
      lines: z.array(z.string()),
    }),
  ),
  complete: z.int(),
  failures: z.array(note()),
});

/** A line of `watch`. */
export const watchOutput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('indexed'), ...INDEXED() }),
  z.strictObject({ type: z.literal('changed'), kind: z.string(), note: z.string() }),
  z.strictObject({ type: z.literal('consolidated'), ...consolidationOutput().shape }),
  z.strictObject({
    type: z.literal('challenged'),
    items: z.int(),
    counts: z.record(z.string(), z.int()),
  }),
  z.strictObject({
    type: z.literal('kept'),
    batch: z.string().nullable(),
    steps: z.int(),
    emptied: z.int(),
  }),
  z.strictObject({
    type: z.literal('refreshed'),
    notes: z.int(),
    updated: z.int(),
    problems: z.int(),
  }),
  z.strictObject({ type: z.literal('problem'), note: z.string(), code: z.string(), reason: z.string() }),
]);

const serving = () => z.strictObject({ type: z.literal('serving'), url: z.string() });
const problem = () => z.strictObject({ type: z.literal('problem'), code: z.string() });

/** A line of `open`. */
export const openOutput = z.discriminatedUnion('type', [serving(), problem()]);

export const reportOutput = z.union([
  z.strictObject({
    path: z.string(),
    bytes: z.int(),
    share: z.boolean(),
    generated_at: z.string(),
    notes: z.int(),
    claims: z.int(),
    claims_shown: z.int(),
    contradictions: z.int(),
    stale: z.int(),
    intact: z.int(),
    relocated: z.int(),
    changed: z.int(),
    gone: z.int(),
  }),
  serving(),
  problem(),
]);

export const consolidateOutput = z.strictObject({
  written: z.boolean(),
  ...consolidationOutput().shape,
});

export const captureOutput = z.strictObject({
  id: z.string().optional(),
  path: z.string(),
  hidden: z.array(z.string()).optional(),
  not_indexed: z.string().optional(),
  failure: z.strictObject({ note: z.string(), code: z.string(), reason: z.string() }).optional(),
});

export const ingestOutput = z.strictObject({
  dry_run: z.boolean(),
  documents: z.array(
    z.strictObject({
      id: z.string(),
      path: z.string(),
      original: z.string().nullable(),
      status: z.string(),
      edits: z.int(),
      conflicts: z.int(),
      title: z.string().nullable(),
      format: z.string(),
      sealed: z.int(),
      anchors: z.int(),
      notices: z.array(z.string()),
      origin: z.string(),
      left_out: z.strictObject({
        invisible: z.int(),
        active: z.int(),
        words: z.int(),
        markers: z.int(),
      }),
    }),
  ),
  problems: z.array(
    z.strictObject({
      source: z.string(),
      problem: z.string(),
      message: z.string(),
      hint: z.string().optional(),
    }),
  ),
});

export const ingestListOutput = z.strictObject({
  sources: z.array(
    z.strictObject({
      id: z.string(),
      path: z.string(),
      origin: z.string(),
      kind: z.string(),
      notes: z.int(),
      follow: z.boolean(),
      seen: z.string().nullable(),
      gone_since: z.string().nullable(),
      can_refresh: z.boolean(),
    }),
  ),
});

export const ingestRemoveOutput = z.strictObject({
  dry_run: z.boolean(),
  origin: z.string(),
  notes: z.array(z.string()),
  notes_removed: z.boolean(),
});

export const conversationsImportOutput = z.strictObject({
  dry_run: z.boolean(),
  conversations: z.array(
    z.strictObject({
      id: z.string(),
      path: z.string(),
      added: z.int(),
      known: z.int(),
      sealed: z.int(),
    }),
  ),
  problems: z.array(z.looseObject({ file: z.string().optional(), problem: z.string(), message: z.string() })),
  turns_added: z.int(),
  turns_known: z.int(),
  turns_sealed: z.int(),
});

export const conversationsListOutput = z.strictObject({
  conversations: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      band: z.string(),
      notes: z.array(z.string()),
      turns: z.int(),
      begun: z.string().nullable(),
    }),
  ),
});

export const conversationsShowOutput = z.strictObject({
  id: z.string(),
  title: z.string(),
  notes: z.array(z.string()),
  turns: z.array(
    z.strictObject({
      index: z.int(),
      role: z.string(),
      at: z.string().nullable(),
      name: z.string().nullable(),
      attached: z.boolean(),
      text: z.string(),
      note: z.string(),
      span: span(),
    }),
  ),
});
