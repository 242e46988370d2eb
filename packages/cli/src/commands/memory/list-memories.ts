import { toOneLine } from '../../output/format/format-claim.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';
import { toMemoriesJson } from './to-memory-json.ts';

/** Lists what is remembered, by folder. */
export async function listMemories(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using agent = await openCliAgent(context);
  const found = (await agent.list({ limit: 1000 })).memories;
  output.payload({ memories: await toMemoriesJson(found, agent) });
  for (const { memoryId, kind, status, text } of found)
    output.line(`${output.style('dim', memoryId)}  ${kind}  ${status}  ${toOneLine(text)}`);
  if (found.length === 0) output.note('Nothing is remembered yet.');
  return EXIT.done;
}
