import type { Claim } from '@memora/claims';
import { type Memory, readSourceLines, type SourceLines } from '@memora/engine';
import { isHidden, REDACTED, showClaim } from '@memora/engine/json';
import type { Output } from '../create-output.ts';
import { formatSource } from './format-source.ts';

/** The dependencies of finding a source. */
export type SourceMemory = Pick<Memory, 'findSpan' | 'readNote' | 'settings' | 'vault'>;

/**
 * The current place of a claim's bytes in its note; null if the note no longer has them, because the text at
 * their old place has changed.
 */
export async function findSource(
  memory: SourceMemory,
  claim: Claim,
  options: { readonly reveal?: boolean } = {},
): Promise<SourceLines | null> {
  const [span, bytes] = await Promise.all([
    memory.findSpan(claim),
    memory.readNote(claim.notePath, { of: claim }),
  ]);
  if (span === null || bytes === null) return null;
  return readSourceLines(bytes, span, {
    ...options,
    detector: memory.settings.config.privacy.detector,
    defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
  });
}

/** Prints the place of a claim in its note, with the span marked; says so if the note has changed, and hides secrets. */
export async function printClaimSource(
  memory: Memory,
  claim: Claim,
  output: Output,
  options: { readonly reveal?: boolean; readonly indent?: string } = {},
): Promise<void> {
  const { indent = '    ' } = options;
  const lines = await findSource(memory, claim, options);
  const { notePath } = showClaim(claim, options);
  if (lines === null) output.line(`${indent}${notePath}: ${describeGone(claim)}`);
  else if (isHidden(claim, options)) output.line(`${indent}${notePath}:${lines.line}  ${REDACTED}`);
  else
    for (const line of formatSource(claim.notePath, lines, output, memory.vault))
      output.line(`${indent}${line}`);
}

function describeGone({ recordedUntil }: Claim): string {
  return recordedUntil === null
    ? 'changed since it was indexed, and no longer says this; `memora index` brings the claims up to date'
    : 'no longer says this';
}
