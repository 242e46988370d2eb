import { toStaleJson } from '@memora/engine/json';
import { completeClaimId, shortId } from '../input/complete-id.ts';
import { readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the claims that depend on a superseded or missing one. */
export async function listStale(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const stale = await memory.stale();
  output.payload({ claims: stale.map(toStaleJson) });
  for (const { claim, reason } of stale) {
    output.line(`${output.style('bold', shortId(claim.id))}  ${output.style('yellow', reason)}`);
    await printClaimSource(memory, claim, output);
  }
  if (stale.length === 0) output.note('Nothing is stale.');
  else output.note('\nmemora stale revalidate <claim-id> keeps one that still holds.');
  return EXIT.done;
}

/** Records that a stale claim still holds although its evidence changed. */
export async function revalidateStale(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using memory = await openCliMemory(context);
  const id = await completeClaimId(args[0] ?? '', memory);
  await memory.revalidate(id, readText(options, 'reason') ?? '');
  output.payload({ claim_id: id, status: 'current' });
  output.note('The claim is still valid. The decision is in _ledger.md.');
  return EXIT.done;
}
