import type { TeamErasure } from '@memora/postgres';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

/**
 * Erases a note of a team for good, and lists the copies that disappear only with time. In a terminal, asks
 * first. Paths and ids only.
 */
export async function eraseNoteOfTeam(context: CommandContext): Promise<ExitCode> {
  const { args, output, io } = context;
  const note = args[0] ?? '';
  await using team = await openTeam(context);
  if (isPersonThere(io) && !(await askPerson(`Erase every version of ${note} for good?`, io)))
    return EXIT.interrupted;
  const { path, paths, versions, claimIds, epoch, found, goneBy } = await team.ask<TeamErasure>('erase', {
    note,
  });
  output.payload({ note: path, paths, versions, claim_ids: claimIds, epoch, found, gone_by: goneBy });
  output.line(
    `${versions} versions and ${claimIds.length} claims of ${path} are erased. Epoch ${epoch} no longer has them.`,
  );
  for (const { table, rows, paths: of } of found)
    output.line(`Still there: ${rows} rows of ${table}${of.length > 0 ? ` (${of.join(', ')})` : ''}`);
  output.note(
    goneBy === null
      ? 'Its bytes remain in the log, in replicas and in backups of the database until those are gone. Set [team] backup_horizon to see the date.'
      : `Its bytes remain in the log, in replicas and in backups of the database until ${goneBy.slice(0, 10)}.`,
  );
  return found.length === 0 ? EXIT.done : EXIT.checkFailed;
}
