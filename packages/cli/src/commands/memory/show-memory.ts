import { MemoraError } from '@memora/core';
import { readFlag } from '../../input/read-option.ts';
import { toOneLine } from '../../output/format/format-claim.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';
import { toMemoriesJson } from './to-memory-json.ts';

/** Shows one memory in full, with the turn that supports it. */
export async function showMemory(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using agent = await openCliAgent(context);
  const found = await agent.get([(args[0] ?? '').trim()], { reveal: readFlag(options, 'reveal') });
  const [detail] = found;
  if (detail === undefined)
    throw new MemoraError('no memory has this id', {
      code: 'MEMORY_NOT_FOUND',
      hint: '`memora memory list` lists the ids.',
    });
  output.payload((await toMemoriesJson(found, agent))[0]);
  const { text, kind, status, trust, created, held, evidence } = detail;
  output.line(toOneLine(text));
  output.line(`${kind}  ${status}  trust ${trust}  ${created}${held === null ? '' : `  held: ${held}`}`);
  for (const { role, turn, quote, intact } of evidence)
    output.line(`${role} ${turn}${intact ? '' : ' (changed since)'}: ${toOneLine(quote)}`);
  return EXIT.done;
}
