import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { countOf } from '../output/format/count-of.ts';
import { formatTable } from '../output/terminal/format-table.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const REDACTED = '[redacted]';

/** Lists the sources that notes were made from. */
export async function listSources(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const listed = await memory.sources();
  const shown = await memory.nameNotes(listed.map(({ path }) => path));
  const reveal = readFlag(context.options, 'reveal');
  // The name of a secret note reveals its topic, and so does the name of its source.
  const sources = listed.map((source) =>
    reveal || shown(source.path) === source.path
      ? source
      : { ...source, id: REDACTED, path: shown(source.path), origin: REDACTED },
  );
  output.payload({
    sources: sources.map(({ goneSince, canRefresh, ...source }) => ({
      ...source,
      gone_since: goneSince,
      can_refresh: canRefresh,
    })),
  });
  const rows = sources.map(({ id, path, origin, notes, follow, goneSince, canRefresh }) => {
    const about = [
      origin,
      notes > 1 ? countOf(notes, 'note') : '',
      follow ? 'followed' : '',
      goneSince === null ? '' : `gone since ${goneSince.slice(0, 10)}`,
      canRefresh ? '' : 'name it again to refresh it',
    ];
    return [output.style('dim', id), path, about.filter((part) => part !== '').join('; ')];
  });
  for (const line of formatTable(rows, output.widthOf)) output.line(line);
  if (sources.length === 0) output.note('No note of this vault was made from a document.');
  return EXIT.done;
}
