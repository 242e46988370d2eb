import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { countOf } from '../output/format/count-of.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { formatTable } from '../output/terminal/format-table.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the conversations of the vault. */
export async function listConversations(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using memory = await openCliMemory(context);
  const found = await memory.conversations({ reveal: readFlag(options, 'reveal') });
  output.payload({ conversations: found });
  const rows = found.map(({ id, title, turns, begun }) => [
    output.style('dim', id),
    begun?.slice(0, 10) ?? '',
    toOneLine(title),
    countOf(turns, 'turn'),
  ]);
  for (const line of formatTable(rows, output.widthOf)) output.line(line);
  if (found.length === 0)
    output.note('No conversation is indexed. `memora conversations import` writes chats into the vault.');
  return EXIT.done;
}
