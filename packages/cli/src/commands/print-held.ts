import type { HeldClaim, Memory } from '@memora/engine';
import { toClaimJson } from '@memora/engine/json';
import type { Output } from '../output/create-output.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';

interface HeldOptions {
  readonly reveal: boolean;
}

/** A claim that held at a time, with what has replaced it since. */
export function toHeldJson({ claim, replacedBy }: HeldClaim, { reveal }: HeldOptions) {
  return {
    ...toClaimJson(claim, { reveal }),
    replaced_by: replacedBy.map((newer) => toClaimJson(newer, { reveal })),
  };
}

/** Prints what held at a time, each with its dates and what has replaced it since. */
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
