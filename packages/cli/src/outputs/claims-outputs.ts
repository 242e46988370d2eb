import type { IndexJson } from '@memora/engine/json';
import { claim, claimWith, quotedClaim, span } from '@memora/mcp/outputs';
import * as z from 'zod';
import { heldClaim } from './answer-outputs.ts';
import type { Declared } from './printed.ts';

const counts = () => z.record(z.string(), z.int());
const failure = () => z.strictObject({ note: z.string(), code: z.string(), reason: z.string() });
const warning = () =>
  z.strictObject({ note: z.string(), line: z.int(), code: z.string(), message: z.string() });
const segments = () =>
  z.strictObject({
    total: z.int(),
    claimed: z.int(),
    failed: z.int(),
    withheld: z.int(),
    standing: z.int(),
    gated: counts(),
  });

/** The fields of a run of the index, as `index` and `watch` give them. */
export const INDEXED = () => ({
  notes: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  removed: z.int(),
  moved: z.int(),
  claims: z.int(),
  claims_new: z.int(),
  claims_kept: z.int(),
  claims_relocated: z.int(),
  claims_retired: z.int(),
  claims_withheld: z.int(),
  contradictions: z.int(),
  stale: z.int(),
  failures: z.array(failure()),
  warnings: z.array(warning()),
  segments: segments(),
  refused: counts(),
  usage: z.record(z.string(), z.union([z.number(), z.boolean(), z.null()])).nullable(),
  vectors: z
    .strictObject({
      embedder: z.string(),
      embedded: z.int(),
      pending: z.int(),
      problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    })
    .nullable(),
  judge: z.record(z.string(), z.unknown()).nullable(),
  backups_not_cleaned: z.array(
    z.strictObject({ path: z.string(), code: z.string(), reason: z.string(), remedy: z.string() }),
  ),
  notices: z.array(z.string()),
  complete: z.boolean(),
  seconds: z.number(),
});

export const indexOutput = z.strictObject(INDEXED());

export const claimsListOutput = z.strictObject({
  claims: z.array(
    claimWith({
      relation: z.string().nullable(),
      event: z.string().nullable(),
      modality: z.string(),
      reported_by: z.string().nullable(),
      entity_id: z.string().nullable(),
      source_text: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});

const line = () =>
  z.strictObject({ note: z.string(), line: z.int().nullable(), span: span(), text: z.string().nullable() });

export const claimsShowOutput = claimWith({
  source_text: z.string().nullable(),
  edges: z.array(z.strictObject({ from: z.string(), to: z.string(), type: z.string(), weight: z.number() })),
  evidence: z.array(line()),
});

export const claimsHistoryOutput = z.strictObject({
  claim_id: z.string(),
  entries: z.array(z.strictObject({ at: z.string(), kind: z.string(), related_id: z.string().nullable() })),
});

export const claimsExtractOutput = z.strictObject({
  note: z.string(),
  claims: z.array(quotedClaim()),
  withheld: z.int(),
  segments: segments(),
  refused: counts(),
  failures: z.array(failure()),
  warnings: z.array(warning()),
  usage: z.looseObject({}).nullable(),
});

export const claimsRefusedOutput = z.strictObject({
  refused: z.array(
    z.strictObject({
      note: z.string(),
      reason: z.string(),
      quote: z.string().nullable(),
      subject: z.string().nullable(),
      relation: z.string().nullable(),
      object: z.string().nullable(),
      extractor: z.string(),
      at: z.string(),
    }),
  ),
});

export const claimsForgetOutput = z.strictObject({
  claim_id: z.string(),
  dry_run: z.boolean(),
  stale: z.array(z.strictObject({ claim_id: z.string(), path: z.array(z.string()) })),
});

export const showOutput = z.strictObject({
  note: z.string(),
  line: z.int().nullable(),
  text: z.string().nullable(),
  claims: z.array(claim()),
});

export const timelineOutput = z.union([
  z.strictObject({
    subject: z.string(),
    entries: z.array(quotedClaim()),
    mentions: z.array(claim()),
    beside: z.array(z.strictObject({ note: z.string(), title: z.string(), weight: z.number() })),
  }),
  z.strictObject({ subject: z.string(), as_of: z.string(), entries: z.array(heldClaim()) }),
]);

export const entitiesOutput = z.strictObject({
  entities: z.array(
    z.strictObject({
      entity_id: z.string(),
      name: z.string(),
      aliases: z.array(z.string()),
      claims: z.int(),
      notes: z.array(z.string()),
    }),
  ),
  /** With `--propose`: the model's proposals about names; `merge` takes one. */
  proposed: z
    .array(z.strictObject({ name: z.string(), entity: z.string(), within: z.string().nullable() }))
    .optional(),
});

export const entitiesMergeOutput = z.strictObject({
  entity_id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  within: z.string().nullable(),
});

export const entitiesSplitOutput = z.strictObject({
  entity_id: z.string(),
  name: z.string(),
  alias: z.string(),
  within: z.string().nullable(),
});

export const settledOutput = z.strictObject({
  id: z.string(),
  resolution: z.string(),
  winner: z.string().optional(),
});

export const revalidatedOutput = z.strictObject({ claim_id: z.string(), status: z.string() });

export const acknowledgedOutput = z.strictObject({ id: z.string(), acknowledged: z.boolean() });

/** One line of `export`. */
export const exportOutput = z.union([
  quotedClaim(),
  z.looseObject({ claim_id: z.string(), band: z.string() }),
]);

null as unknown as IndexJson satisfies Omit<Declared<IndexJson, typeof indexOutput>, 'segments'>;
