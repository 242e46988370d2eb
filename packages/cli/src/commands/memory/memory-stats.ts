import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Shows how much is remembered, by kind, state and folder. */
export async function memoryStats(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using agent = await openCliAgent(context);
  const { memories, held, byKind, byCategory, byStatus, bytes, oldest, newest } = await agent.stats();
  output.payload({
    memories,
    held,
    by_kind: byKind,
    by_category: byCategory,
    by_status: byStatus,
    bytes,
    oldest,
    newest,
  });
  output.line(`${memories} remembered, ${held} held`);
  for (const [kind, count] of Object.entries(byKind)) if (count > 0) output.line(`  ${kind}  ${count}`);
  return EXIT.done;
}
