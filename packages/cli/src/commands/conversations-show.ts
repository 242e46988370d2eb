import { MemoraError } from '@memora/core';
import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Shows a conversation turn by turn from its current notes. */
export async function showConversation(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const id = (args[0] ?? '').trim();
  await using memory = await openCliMemory(context);
  const found = await memory.conversation(id, { reveal: readFlag(options, 'reveal') });
  if (found === null) {
    throw new MemoraError(`no conversation has the id ${JSON.stringify(id)}`, {
      code: 'CONVERSATION_NOT_FOUND',
      hint: '`memora conversations list` lists the ids.',
    });
  }
  const { title, notes, turns } = found;
  output.payload({
    id,
    title,
    notes,
    turns: turns.map(({ index, role, at, name, attached, text, notePath, span }) => ({
      index,
      role,
      at,
      name,
      attached,
      text,
      note: notePath,
      span: [span.start, span.end],
    })),
  });
  output.line(output.style('bold', toOneLine(title)));
  for (const { index, role, at, name, attached, text } of turns) {
    const about = [at, name, attached ? 'attached' : null].filter((each) => each !== null).join('  ');
    const number = index === null ? '' : `#${index} `;
    output.line(`\n${output.style('cyan', `${number}${role}`)}  ${output.style('dim', toOneLine(about))}`);
    for (const line of text.split('\n')) output.line(`  ${line}`);
  }
  return EXIT.done;
}
