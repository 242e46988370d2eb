import { isClaimId } from '@memora/core';
import { isHidden, REDACTED } from '@memora/engine/json';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { filled, unlisted } from '../protocol/fields.ts';
import { anchor, anchorOf } from './query.ts';

/** `memora_verify_claim`: whether a claim's bytes are still in its note. */
export const verifyClaim = defineTool({
  name: 'memora_verify_claim',
  title: 'Check a claim',
  description: 'Whether a claim exists and its note still says it: the span is re-read and re-hashed.',
  isCore: false,
  isReadOnly: true,
  example: { claim_id: '1a2b3c4d5e6f7g8h' },
  input: () => z.strictObject({ claim_id: filled() }),
  output: () =>
    z.strictObject({
      exists: z.boolean(),
      status: z.string().optional().describe('redacted: the claim is secret, and nothing is shown of it'),
      span_intact: z.boolean().nullable(),
      relocated: z.boolean().nullable(),
      current_text: z.string().nullable(),
      superseded: z.boolean().nullable(),
      valid_until: z.string().nullable(),
      body_redacted: unlisted(z.boolean().optional()),
      ...anchor(),
    }),
  run: async (memory, input, { signal }) => {
    const id = input.claim_id.trim().toLowerCase();
    const claim = isClaimId(id) ? (await memory.claims.getClaims([id])).get(id) : undefined;
    if (claim === undefined) {
      return {
        exists: false,
        span_intact: false,
        relocated: false,
        current_text: null,
        superseded: false,
        valid_until: null,
      };
    }
    if (isHidden(claim)) {
      // The same answer for every secret claim that exists.
      return {
        exists: true,
        status: 'redacted',
        span_intact: null,
        relocated: null,
        current_text: REDACTED,
        superseded: null,
        valid_until: null,
        body_redacted: true,
      };
    }
    // A statement that consists only of the citation leaves just the bytes to check.
    const report = await memory.verify(`[claim:${id}]`, { signal });
    const check = report.checks[0];
    const isIntact =
      check !== undefined && !['unverified', 'fingerprint_mismatch', 'malformed'].includes(check.status);
    // Loaded with the engine, so that it is the same instance: its reader is set when the memory is opened.
    const { readSourceLines } = await import('../engine.ts');
    const bytes = isIntact ? null : await memory.readNote(claim.notePath);
    const lines =
      bytes === null
        ? null
        : await readSourceLines(bytes, claim.span, {
            detector: memory.settings.config.privacy.detector,
            defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
          });
    const textNow = isIntact ? check.sourceText : lines?.text.slice(lines.marked.start, lines.marked.end);
    return {
      exists: true,
      span_intact: isIntact,
      relocated: check?.relocated ?? false,
      current_text: check?.status === 'redacted' ? REDACTED : (textNow ?? null),
      superseded: claim.status === 'superseded',
      valid_until: claim.validUntil,
      ...anchorOf(isIntact && check.status !== 'redacted' ? check.anchor : null),
    };
  },
});
