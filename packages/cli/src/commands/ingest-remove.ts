import { readFlag, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Forgets the place of a source, and deletes its notes with `--notes`. */
export async function removeSource(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const [withNotes, dryRun] = [readFlag(options, 'notes'), readFlag(options, 'dryRun')];
  await using memory = await openCliMemory(context);
  const removed = await memory.removeSource(args[0] ?? '', { withNotes, dryRun });
  if (removed === null)
    throw usageError('no source with that id can be forgotten', 'See them with: memora ingest list');
  const { origin, notes } = removed;
  output.payload({ dry_run: dryRun, origin, notes, notes_removed: withNotes && !dryRun });
  output.line(`${dryRun ? 'Would forget' : 'Forgot'} ${origin}`);
  for (const path of notes)
    output.line(`${withNotes ? (dryRun ? 'would delete' : 'deleted') : 'stays'}  ${path}`);
  return EXIT.done;
}
