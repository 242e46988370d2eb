import { isHidden } from '@memora/engine/json';
import { completeClaimId } from '../input/complete-id.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Events about the text of its note, or decisions. For a secret claim nothing else is shown, because the rest depends on its content. */
const OF_THE_NOTE = new Set(['recorded', 'retired', 'restored', 'forgotten', 'remembered']);

/** Shows the history of a claim, entry by entry. */
export async function claimsHistory(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  await using memory = await openCliMemory(context);
  const id = await completeClaimId(args[0] ?? '', memory);
  const claim = (await memory.claims.getClaims([id])).get(id as never);
  const isTold = (kind: string) => claim === undefined || !isHidden(claim) || OF_THE_NOTE.has(kind);
  const entries = (await memory.history(id)).filter(({ kind }) => isTold(kind));
  output.payload({
    claim_id: id,
    entries: entries.map(({ at, kind, relatedId }) => ({ at, kind, related_id: relatedId })),
  });
  if (claim !== undefined) await printClaimSource(memory, claim, output);
  for (const { at, kind, relatedId } of entries) {
    output.line(`${output.style('dim', at)}  ${kind}${relatedId === null ? '' : `  ${relatedId}`}`);
  }
  return EXIT.done;
}
