import type { SpanLike } from '@memora/core';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { readOptions, type VerificationOptions } from '../contract/verification-options.ts';
import { createEvidenceReader } from './evidence-reader.ts';

/** The current source of a claim. */
export interface SpanCheck {
  readonly claimId: string;
  /** `intact` here or elsewhere in the note, `changed`, or `gone` with its note. */
  readonly state: 'intact' | 'changed' | 'gone';
  readonly relocated: boolean;
  /** The current place of the bytes; the original place if they are not intact. */
  readonly span: SpanLike;
  readonly reason: string | null;
}

/** Re-reads and re-hashes the spans of claims, each note once, without an answer. Checks are in the order of the claims. */
export async function verifySpans(
  claims: Iterable<CitableClaim>,
  options: Omit<VerificationOptions, 'claims'>,
): Promise<SpanCheck[]> {
  const claimById = new Map<string, CitableClaim>();
  for (const claim of claims) claimById.set(claim.id, claim);
  const reader = createEvidenceReader(readOptions({ ...options, claims: async () => claimById }), 0);
  const evidenceById = await reader.read(claimById.keys());
  return [...claimById.values()].map((claim): SpanCheck => {
    const evidence = evidenceById.get(claim.id);
    if (evidence?.state === 'intact') {
      const { span, relocated } = evidence;
      return { claimId: claim.id, state: 'intact', relocated, span, reason: null };
    }
    const state = evidence?.state === 'changed' ? 'changed' : 'gone';
    const reason = evidence?.reason ?? null;
    return { claimId: claim.id, state, relocated: false, span: claim.span, reason };
  });
}
