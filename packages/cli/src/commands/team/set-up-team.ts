import { resolve } from 'node:path';
import {
  initTeam,
  listWorkspaces,
  makeSigningKey,
  migrateTeam,
  removeWorkspace,
  resealNotes,
  type TeamQuota,
} from '@memora/postgres';
import { openTeamSealing } from '@memora/postgres/internal';
import { placeAt, readPlainFile, writeWholeFile } from '@memora/privacy/files';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { readFlag, readText, usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openAsAdministrator } from './open-cli-team.ts';

/** Sets a database up for a team: roles, tables, policies, a workspace. */
export async function initTeamDatabase(context: CommandContext): Promise<ExitCode> {
  const { options, output, io } = context;
  const quota = readQuota(readText(options, 'quota') ?? '');
  const { pool, workspace, principal } = await openAsAdministrator(context);
  try {
    const admin = readText(options, 'admin') ?? principal.name;
    const signingFile = readText(options, 'signingKey');
    const made = await initTeam(pool, {
      workspace,
      admin,
      login: readText(options, 'login'),
      person: readText(options, 'person'),
      signingKey: signingFile === undefined ? undefined : await openSigningKey(resolve(io.cwd, signingFile)),
      isOnlyKey: readFlag(options, 'onlyKey'),
      quota,
      sealKey: (await openTeamSealing(io)).codec?.keyId,
    });
    output.payload({ workspace, schema: made.schema, is_new: made.isNew });
    output.note(
      made.isNew
        ? `The workspace ${workspace} is ready. ${admin} administers it.`
        : `The workspace ${workspace} existed already.`,
    );
  } finally {
    await pool.close();
  }
  return EXIT.done;
}

const QUOTAS: Readonly<Record<string, keyof TeamQuota>> = {
  notes: 'notes',
  bytes: 'bytes',
  'scope-notes': 'scopeNotes',
  'scope-bytes': 'scopeBytes',
};

/** `notes=1000,scope-bytes=5000000` as limits. */
function readQuota(given: string): Partial<TeamQuota> {
  const each = given === '' ? [] : given.split(',');
  return Object.fromEntries(
    each.map((one) => {
      const [name = '', digits = ''] = one.split('=');
      const [limit, value] = [QUOTAS[name], Number(digits)];
      if (limit !== undefined && digits !== '' && Number.isSafeInteger(value) && value >= 0)
        return [limit, value];
      throw usageError(
        '--quota is not valid',
        `Pass NAME=NUMBER, several separated by commas; names are ${Object.keys(QUOTAS).join(', ')}.`,
      );
    }),
  );
}

/** The signing key in a file, which is created if necessary. */
async function openSigningKey(path: string): Promise<string> {
  const place = placeAt(path);
  const there = readPlainFile(place, 1024);
  if (there !== null) return new TextDecoder().decode(there).trim();
  const key = makeSigningKey();
  await writeWholeFile(place, `${key}\n`, { mode: 0o600, isNew: true });
  return key;
}

/** Migrates the schema of a team's database to this version. */
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

/** Lists the workspaces of a database, and removes one with everything in it. In a terminal, asks first. */
export async function keepWorkspaces(context: CommandContext): Promise<ExitCode> {
  const { args, output, io } = context;
  const [act, name = ''] = args;
  if (act === 'remove' && name === '') throw usageError('no workspace is given');
  const { pool } = await openAsAdministrator(context);
  try {
    if (act === 'list') {
      const workspaces = await listWorkspaces(pool);
      output.payload({ workspaces });
      for (const { workspace, members, scopes, notes } of workspaces)
        output.line(`${workspace}  ${members} members, ${scopes} scopes, ${notes} notes`);
      return EXIT.done;
    }
    if (
      isPersonThere(io) &&
      !(await askPerson(`Remove the workspace ${name} with every note, member and audit entry for good?`, io))
    )
      return EXIT.interrupted;
    const notes = await removeWorkspace(pool, name);
    output.payload({ workspace: name, removed: notes !== null, notes: notes ?? 0 });
    output.note(
      notes === null
        ? `There is no workspace ${name}.`
        : `The workspace ${name} is removed, with ${notes} notes. Revoke its tokens. A backup of the database still contains it: after a restore, remove it again.`,
    );
    return notes === null ? EXIT.checkFailed : EXIT.done;
  } finally {
    await pool.close();
  }
}

/** Seals a team's secret notes with the key of `MEMORA_TEAM_KEY_FILE` if an older key sealed them. */
export async function resealTeamNotes(context: CommandContext): Promise<ExitCode> {
  const { options, output, io } = context;
  const old = readText(options, 'oldKey');
  if (old === undefined) throw usageError('no old key is given: pass its file with --old-key');
  const { hash, codec: to } = await openTeamSealing(io);
  if (to === undefined) throw usageError('no new key is given', 'Name its file in MEMORA_TEAM_KEY_FILE.');
  const { codec: from } = await openTeamSealing({ ...io, env: { ...io.env, MEMORA_TEAM_KEY_FILE: old } });
  if (from === undefined) throw usageError('--old-key is not a file');
  const { pool, workspace, principal } = await openAsAdministrator(context);
  try {
    const { resealed, others } = await resealNotes({ source: pool, workspace, principal, hash, from, to });
    output.payload({ workspace, from: from.keyId, to: to.keyId, resealed, others });
    output.note(`${resealed} secret texts are now sealed with the key ${to.keyId}.`);
    if (others > 0) output.note(`${others} are sealed with neither key. They were left as they are.`);
    return others > 0 ? EXIT.checkFailed : EXIT.done;
  } finally {
    await pool.close();
  }
}
