import type { Claim } from '@memora/claims';
import { type Memory, readSourceLines } from '@memora/engine';
import { isHidden, REDACTED } from '@memora/engine/json';
import type { Output } from './create-output.ts';
import { formatSource } from './format-source.ts';

/** Prints where a claim stands in its note, the span marked; says so where the note changed since, and hides secrets. */
export async function printClaimSource(
  memory: Memory,
  claim: Claim,
  output: Output,
  options: { readonly reveal?: boolean; readonly indent?: string } = {},
): Promise<void> {
  const { indent = '    ' } = options;
  const bytes = await memory.readNote(claim.notePath);
  const lines =
    bytes === null
      ? null
      : readSourceLines(bytes, claim.span, { ...options, detector: memory.settings.config.privacy.detector });
  if (lines === null) output.line(`${indent}${claim.notePath}: the note changed since it was indexed`);
  else if (isHidden(claim, options)) output.line(`${indent}${claim.notePath}:${lines.line}  ${REDACTED}`);
  else for (const line of formatSource(claim.notePath, lines, output)) output.line(`${indent}${line}`);
}
