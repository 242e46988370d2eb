import { initTeam, migrateTeam } from '@memora/postgres';
import { readFlag, readText } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openAsAdministrator } from './open-cli-team.ts';

/** Sets a database up for a team: roles, tables, policies, a workspace. */
export async function initTeamDatabase(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const { pool, workspace, principal } = await openAsAdministrator(context);
  try {
    const admin = readText(options, 'admin') ?? principal.name;
    const made = await initTeam(pool, { workspace, admin, login: readText(options, 'login') });
    output.payload({ workspace, schema: made.schema, is_new: made.isNew });
    output.note(
      made.isNew
        ? `The workspace ${workspace} stands. ${admin} administers it.`
        : `The workspace ${workspace} stood already.`,
    );
  } finally {
    await pool.close();
  }
  return EXIT.done;
}

/** Brings the schema of a team's database to this version. */
export async function migrateTeamDatabase(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const { pool } = await openAsAdministrator(context);
  try {
    const schema = await migrateTeam(pool, { repair: readFlag(options, 'repair') });
    output.payload({ schema });
    output.note(`The database has schema ${schema}.`);
  } finally {
    await pool.close();
  }
  return EXIT.done;
}
