import type { NoteVersion } from '@memora/postgres';
import { readText, usageError } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { openTeam } from '../open/open-team.ts';

/** Shows who wrote which version of a note, or restores an earlier one as the newest. */
export async function showNoteHistory(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const note = args[0] ?? '';
  const named = readText(options, 'restore');
  const version = named === undefined ? null : Number(named);
  if (version !== null && !(Number.isInteger(version) && version > 0))
    throw usageError('--restore takes the number of a version', 'See `memora team history NOTE`.');
  const found = await askFor(context, note, version);
  output.payload(found);
  if ('restored' in found) {
    output.note(`Version ${found.version} of ${note} has the bytes of version ${found.restored}.`);
    return EXIT.done;
  }
  for (const { version: each, at, author, via, isRemoval } of found.versions)
    output.line(`${String(each).padStart(4)}  ${at}  ${author}  ${via}${isRemoval ? '  removed' : ''}`);
  return EXIT.done;
}

type Found =
  | { readonly note: string; readonly versions: readonly NoteVersion[] }
  | { readonly note: string; readonly version: number; readonly restored: number };

async function askFor(context: CommandContext, note: string, version: number | null): Promise<Found> {
  await using team = await openTeam(context);
  if (version === null) return await team.ask<Found>('history', { note });
  const reached = await team.ask<{ readonly version: number }>('restore', { note, version });
  return { note, version: reached.version, restored: version };
}
