import { completeClaimId } from '../input/complete-id.ts';
import { readFlag, readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { quoteClaims } from '../output/format/describe-notices.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Retracts a claim through the ledger, and lists the claims that depend on it. */
export async function claimsForget(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using memory = await openCliMemory(context);
  const id = await completeClaimId(args[0] ?? '', memory);
  const fallout = await memory.whatIfRetracted(id);
  const dryRun = readFlag(options, 'dryRun');
  if (!dryRun) await memory.forget(id, readText(options, 'reason') ?? '');
  output.payload({
    claim_id: id,
    dry_run: dryRun,
    stale: fallout.map(({ claim, path }) => ({ claim_id: claim.id, path })),
  });
  output.line(dryRun ? `${id} would be forgotten.` : `${id} is forgotten. The decision is in _ledger.md.`);
  const ids = fallout.map(({ claim }) => claim.id as string);
  const quotes = await quoteClaims(ids, memory);
  for (const { claim, reason } of fallout)
    output.line(`  becomes stale: ${quotes.get(claim.id) ?? claim.id}, ${reason}`);
  return EXIT.done;
}
