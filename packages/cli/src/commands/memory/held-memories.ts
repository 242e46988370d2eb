import { toOneLine } from '../../output/format/format-claim.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';
import { toMemoriesJson } from './to-memory-json.ts';

/** Lists memories that wait for a person's decision. */
export async function listHeld(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using agent = await openCliAgent(context);
  const found = await agent.held();
  output.payload({ memories: await toMemoriesJson(found, agent) });
  for (const { memoryId, kind, status, text } of found)
    output.line(`${output.style('dim', memoryId)}  ${kind}  ${status}  ${toOneLine(text)}`);
  if (found.length === 0) output.note('Nothing is held.');
  return EXIT.done;
}
