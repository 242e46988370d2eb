import type { ClaimJson } from '@memora/engine/json';
import * as z from 'zod';
import type { Given } from '../protocol/define-tool.ts';
import { unlisted } from '../protocol/fields.ts';

/** `[start, end)` in bytes of a note. */
export const span = () => z.tuple([z.int(), z.int()]);

/** The fields of a claim in any result. */
const FIELDS = () => ({
  claim_id: z.string(),
  subject: z.string(),
  predicate: z.string(),
  object: z.string().nullable(),
  kind: z.string(),
  assertion: z.string(),
  status: z.string(),
  band: z.string(),
  note: z.string(),
  note_id: z.string(),
  region: z.string(),
  span: span(),
  fingerprint: z.string().nullable(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  precision: z.string(),
  recorded_from: z.string(),
  recorded_until: z.string().nullable(),
  confidence: z.number(),
  trust: z.number(),
  extractor: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});

/** The result of `toClaimJson`. An object with a title is listed to models without its fields. */
export const claim = () => z.strictObject(FIELDS()).meta({ title: 'Claim' });

/** A claim with the text of its span. */
export const quotedClaim = () =>
  z.strictObject({ ...FIELDS(), source_text: z.string().nullable() }).meta({ title: 'QuotedClaim' });

/** A claim with additional fields. */
export const claimWith = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...FIELDS(), ...shape });

/** A claim with more fields. The tool list shows those, the claim's id and its note's id; it leaves the other fields out. */
export const briefClaimWith = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const fields = FIELDS();
  for (const [name, field] of Object.entries(fields))
    if (name !== 'claim_id' && name !== 'note_id') Object.assign(fields, { [name]: unlisted(field) });
  return z.strictObject({ ...fields, ...shape });
};

// The compiler compares the printed type with the declared one.
null as unknown as ClaimJson satisfies Given<z.input<ReturnType<typeof claim>>>;
