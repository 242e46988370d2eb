import { MemoraError } from '@memora/core';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Releases a held memory once a person at a terminal confirms it. Agents run command lines too. */
export async function confirmMemory(context: CommandContext): Promise<ExitCode> {
  const { args, io, output } = context;
  const id = (args[0] ?? '').trim();
  if (!isPersonThere(io))
    throw usageError('only a person confirms a memory', 'Run this in a terminal; it asks you to confirm.');
  await using agent = await openCliAgent(context);
  const [detail] = await agent.get([id], { reveal: true });
  if (detail === undefined)
    throw new MemoraError('no memory has this id', {
      code: 'MEMORY_NOT_FOUND',
      hint: '`memora memory held` shows those that wait.',
    });
  if (!(await askPerson(`Remember: “${detail.text}”?`, io))) {
    output.note('It stays held.');
    return EXIT.checkFailed;
  }
  await agent.confirm(id, { reason: 'confirmed on a terminal' });
  output.payload({ confirmed: id });
  output.line(`Confirmed ${id}. Agents are shown it from now on.`);
  return EXIT.done;
}
