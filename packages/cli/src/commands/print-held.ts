import type { Claim } from '@memora/claims';
import type { HeldClaim, Memory } from '@memora/engine';
import { toClaimJson } from '@memora/engine/json';
import type { Output } from '../output/create-output.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';

interface HeldOptions {
  readonly reveal: boolean;
}

/** Claims with their words, because most sentences have no separate parts. */
export async function toSpokenJson(claims: readonly Claim[], memory: Memory, { reveal }: HeldOptions) {
  const texts = await memory.readSpans(claims, { reveal });
  return claims.map((claim, i) => ({ ...toClaimJson(claim, { reveal }), source_text: texts[i] ?? null }));
}

/** Claims that held at a time, each with the claim that has replaced it since. */
export async function toHeldJson(held: readonly HeldClaim[], memory: Memory, options: HeldOptions) {
  const claims = await toSpokenJson(
    held.map(({ claim }) => claim),
    memory,
    options,
  );
  return await Promise.all(
    claims.map(async (claim, i) => ({
      ...claim,
      replaced_by: await toSpokenJson(held[i]?.replacedBy ?? [], memory, options),
    })),
  );
}

/** Prints claims that were valid at a time, each with its dates and the claim that has replaced it since. */
export async function printHeld(
  held: readonly HeldClaim[],
  memory: Memory,
  output: Output,
  { reveal }: HeldOptions,
): Promise<void> {
  for (const { claim, replacedBy } of held) {
    const until = claim.validUntil === null ? '' : ` – ${claim.validUntil}`;
    output.line(
      `${output.style('bold', `${claim.validFrom ?? '?'}${until}`)}  ${output.style('dim', claim.id)}`,
    );
    await printClaimSource(memory, claim, output, { reveal });
    for (const newer of replacedBy) {
      output.line(output.style('yellow', `  since ${newer.validFrom ?? claim.validUntil ?? '?'} instead:`));
      await printClaimSource(memory, newer, output, { reveal });
    }
  }
}
