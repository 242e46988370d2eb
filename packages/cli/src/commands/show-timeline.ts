import { toClaimJson } from '@memora/engine/json';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { printClaimSource } from '../output/print-claim-source.ts';
import { readFlag } from '../read-option.ts';

/** Shows everything ever said about a subject, oldest first. */
export async function showTimeline(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const subject = args.join(' ').trim();
  await using memory = await openCliMemory(context);
  const claims = await memory.timeline(subject);
  output.payload({ subject, entries: claims.map((claim) => toClaimJson(claim, { reveal })) });
  for (const claim of claims) {
    const until = claim.validUntil === null ? '' : ` – ${claim.validUntil}`;
    const when = claim.precision === 'unknown' ? 'undated' : `${claim.validFrom ?? '?'}${until}`;
    const state = claim.status === 'current' ? '' : ` (${claim.status})`;
    output.line(
      `${output.style('bold', when)}${output.style('yellow', state)}  ${output.style('dim', claim.id)}`,
    );
    await printClaimSource(memory, claim, output, { reveal });
  }
  if (claims.length === 0)
    output.note(
      'The notes say nothing about that subject. `memora claims list` shows the subjects there are.',
    );
  return EXIT.done;
}
