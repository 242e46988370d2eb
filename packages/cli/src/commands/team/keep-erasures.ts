import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KeptErasure, UserErasure } from '@memora/postgres';
import { placeAt, writeWholeFile } from '@memora/privacy/files';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { usageError } from '../../input/read-option.ts';
import { toFileError } from '../../output/to-file-error.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

/**
 * Erases a person: their own notes, their membership, and their name on notes they wrote. In a terminal, asks
 * first.
 */
export async function eraseUserOfTeam(context: CommandContext): Promise<ExitCode> {
  const { args, output, io } = context;
  const who = args[0] ?? '';
  await using team = await openTeam(context);
  if (isPersonThere(io) && !(await askPerson(`Erase ${who} and all of their own notes for good?`, io)))
    return EXIT.interrupted;
  const { notes, versions } = await team.ask<UserErasure>('erase.user', { principal: who });
  output.payload({ principal: who, notes, versions });
  output.line(
    notes === null
      ? `${who} had no scope. They are not a member, and ${versions} versions no longer name an author.`
      : `${notes} notes of ${who} are erased. They are not a member, and ${versions} versions of other notes no longer name an author.`,
  );
  output.note(
    'Workers delete the folders of this person within a minute. The audit names the person until its entries expire. Revoke their tokens.',
  );
  return EXIT.done;
}

/**
 * Writes the erasures of a workspace to a file that is stored separately from backups, and repeats them after
 * a restore.
 */
export async function keepErasures(context: CommandContext): Promise<ExitCode> {
  const { args, output, io } = context;
  const [act, name] = args;
  if (name === undefined || name === '') throw usageError('no file is given');
  const file = resolve(io.cwd, name);
  const { openCliTeam } = await import('./open-cli-team.ts');
  const { listErasures, replayErasures } = await import('@memora/postgres');
  const { team, workspace, principal } = await openCliTeam(context);
  await using _closed = team;
  const acting = { source: team.source, workspace, principal };
  if (act === 'replay') {
    const erasures = readErasureLines(
      await readFile(file, 'utf8').catch((error: unknown) => {
        throw toFileError(error, file);
      }),
    );
    const notes = await replayErasures(erasures, acting);
    output.payload({ erasures: erasures.length, notes });
    output.note(
      `${erasures.length} erasures are recorded, and ${notes} notes were erased just now. Run \`memora team worker --once\` to remove their claims.`,
    );
    return EXIT.done;
  }
  const erasures = await listErasures(acting);
  await writeWholeFile(placeAt(file), erasures.map((each) => `${JSON.stringify(each)}\n`).join(''), {
    mode: 0o600,
  });
  output.payload({ erasures: erasures.length, file });
  output.note(
    `${erasures.length} erasures are in ${file}. Keep it where a restore of the database can't overwrite it.`,
  );
  return EXIT.done;
}

function readErasureLines(text: string): KeptErasure[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as KeptErasure];
    } catch {
      throw usageError(
        `line ${i + 1} of the file is not an erasure`,
        'Name a file that `memora team erasures export` wrote.',
      );
    }
  });
}
