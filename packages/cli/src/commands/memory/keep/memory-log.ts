import type { LearningOperation } from '@memora/agent-memory';
import { readText } from '../../../input/read-option.ts';
import { countOf } from '../../../output/format/count-of.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { openCliAgent } from '../open-cli-agent.ts';

/** Shows the changes to agent memory: ids and codes. */
export async function memoryLog(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const asked = { batch: readText(options, 'batch'), note: readText(options, 'memory') };
  const operation = readText(options, 'operation') as LearningOperation | undefined;
  await using agent = await openCliAgent(context);
  const { entries, problems } = await agent.log({
    ...(asked.batch === undefined ? {} : { batch: asked.batch }),
    ...(asked.note === undefined ? {} : { note: asked.note }),
    ...(operation === undefined ? {} : { operation }),
  });
  output.payload({
    entries: entries.map(({ sum: _, ...entry }) => entry),
    problems,
  });
  for (const { time, batch, operation: done, notes, code } of entries)
    output.line(`${time}  ${output.style('dim', batch)}  ${done}  ${notes.join(' ')}  ${code}`);
  if (entries.length === 0) output.note('Nothing is in the log.');
  if (problems.length > 0)
    output.note(
      `${countOf(problems.length, 'line')} of _learning.md can't be read: ${problems.map(({ line }) => line).join(', ')}.`,
    );
  return EXIT.done;
}
