import { toOneLine } from '../../output/format/format-claim.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Recalls what is remembered, and what notes and conversations say. */
export async function searchMemories(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  await using agent = await openCliAgent(context);
  const { items, more, degraded, degradedReasons } = await agent.recall(args.join(' '));
  const nameOf = await agent.memory.nameNotes(items.map(({ notePath }) => notePath));
  output.payload({
    memories: items.map(({ memoryId, claimId, notePath, span, ...rest }) => ({
      memory_id: memoryId,
      claim_id: claimId,
      ...rest,
      note: nameOf(notePath),
      span: [span.start, span.end],
    })),
    more,
    degraded,
    degraded_reasons: degradedReasons,
  });
  for (const { memoryId, line, status, from } of items)
    output.line(`${output.style('dim', memoryId ?? from)}  ${status}  ${toOneLine(line)}`);
  if (items.length === 0) output.note('Nothing is remembered about it.');
  return EXIT.done;
}
