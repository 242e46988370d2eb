import type { MemoryStatus } from '@memora/agent-memory';
import { readInteger, readText } from '../../input/read-option.ts';
import { toOneLine } from '../../output/format/format-claim.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';
import { toMemoriesJson } from './to-memory-json.ts';

/** Lists the memories of agents, by folder, a page at a time. */
export async function listMemories(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const limit = readInteger(options, 'limit', 1);
  const [after, status] = [readText(options, 'after'), readText(options, 'status')];
  await using agent = await openCliAgent(context);
  const { memories, next } = await agent.list({
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { after }),
    ...(status === undefined ? {} : { status: status as MemoryStatus }),
  });
  output.payload({ memories: await toMemoriesJson(memories, agent), next });
  for (const { memoryId, kind, status: state, text } of memories)
    output.line(`${output.style('dim', memoryId)}  ${kind}  ${state}  ${toOneLine(text)}`);
  if (memories.length === 0 && after === undefined)
    output.note(status === undefined ? 'Nothing is remembered yet.' : 'No memory is in this state.');
  if (next !== null) output.note(`\nMore: --after ${next}`);
  return EXIT.done;
}
