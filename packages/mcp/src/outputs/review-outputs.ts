import * as z from 'zod';
import { unlisted } from '../protocol/fields.ts';
import { briefClaimWith, claim, quotedClaim, span } from './claim-output.ts';

/** The result of `toDecisionsJson`. */
export const decisionsOutput = () =>
  z.strictObject({
    decisions: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        topic: unlisted(z.string().nullable()),
        decided_on: z.string().nullable(),
        status: z.string(),
        who: z.string().nullable(),
        claim_ids: z.array(z.string()),
        because: unlisted(z.array(z.string())),
        replaced_by: unlisted(z.string().nullable()),
      }),
    ),
    open_questions: unlisted(z.array(claim())),
  });

/** Pairs from `toContradictionJson`. */
export const contradictionsOutput = () =>
  z.strictObject({
    contradictions: z.array(
      z.strictObject({
        id: z.string(),
        newer: quotedClaim(),
        older: quotedClaim(),
        resolution: z.string(),
        reason: z.string(),
      }),
    ),
  });

/** Claims from `toStaleJson`. */
export const staleOutput = () =>
  z.strictObject({ claims: z.array(briefClaimWith({ reason: z.string(), path: z.array(z.string()) })) });

/** The result of `toChallengerJson`. */
export const challengeOutput = () =>
  z.strictObject({
    generated_at: z.string(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.string(),
        reason: unlisted(z.string()),
        thing: unlisted(z.string().nullable().optional()),
        severity: z.string(),
        impact: z.int(),
        claim_ids: z.array(z.string()),
        evidence: z.array(
          z
            .strictObject({
              claim_id: z.string().nullable(),
              note: z.string(),
              span: span().nullable(),
              text: z.string().nullable(),
            })
            .meta({ title: 'Evidence' }),
        ),
        action: z.string(),
        acknowledged: z.boolean(),
        question: unlisted(z.string().optional()),
      }),
    ),
    counts: z.record(z.string(), z.int()),
    acknowledged: unlisted(z.int()),
  });

/** The result of `toConsolidationJson`. */
export const consolidationOutput = () =>
  z.strictObject({
    regions: unlisted(z.int()),
    regions_rebuilt: z.array(z.string()),
    pages_written: unlisted(z.array(z.string())),
    pages_removed: unlisted(z.array(z.string())),
    sentences: unlisted(z.int()),
    dropped: unlisted(z.int()),
    proposals: unlisted(z.int()),
    notes_moved: z.int(),
    failures: unlisted(z.array(z.strictObject({ page: z.string(), code: z.string() }))),
  });
