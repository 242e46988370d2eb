import { userInfo } from 'node:os';
import { type Blake3, MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { type LoadedConfig, loadConfig } from '@memora/engine/config';
import { openTeamSealing, readTeamPlace, type TeamPlace, teamWorkerFolder } from '@memora/engine/team';
import { openPool, openTeamDatabase, type TeamDatabase } from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import { readFlags } from '../../input/read-flags.ts';
import { usageError } from '../../input/read-option.ts';
import { resolveVault } from '../../input/resolve-vault.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { auditReads } from './audit-reads.ts';

/** The team of a command line: its database, its workspace, and the principal. */
interface CliTeam extends TeamPlace {
  readonly principal: { readonly name: string };
  readonly settings: LoadedConfig;
}

/** Reads the database, the workspace and the principal of a command. Throws `USAGE` if no database is named. */
async function readCliTeam({ options, io }: Pick<CommandContext, 'options' | 'io'>): Promise<CliTeam> {
  const vault = await resolveVault({ options, io }).catch(() => null);
  const settings = await loadConfig({ vault: vault?.path, env: io.env, flags: readFlags(options) });
  const place = readTeamPlace(settings, io);
  if (typeof place === 'string')
    throw usageError(
      place === 'no database' ? 'no database is given' : 'no workspace is given',
      'Set MEMORA_TEAM_DATABASE and MEMORA_TEAM_WORKSPACE, or [team] database and workspace in the config.',
    );
  const principal = { name: io.env['MEMORA_TEAM_PRINCIPAL'] || `local:${userInfo().username}` };
  return { ...place, principal, settings };
}

/** Opens the database of a command line and checks it; the caller closes it. */
export async function openCliTeam(
  context: Pick<CommandContext, 'options' | 'io'>,
): Promise<CliTeam & { readonly team: TeamDatabase }> {
  const read = await readCliTeam(context);
  return { ...read, team: await openTeamDatabase(read.address, { replica: read.replica }) };
}

/** The database for its administrator: unchecked, because it may need setup or repair. */
export async function openAsAdministrator(context: Pick<CommandContext, 'options' | 'io'>) {
  const read = await readCliTeam(context);
  return { ...read, pool: openPool(read.address) };
}

/**
 * The codec that hashes and seals notes, with the key of `MEMORA_TEAM_KEY_FILE`; without the file, there is
 * no key. The key of a vault belongs to one person: nobody else of the team could open notes sealed with it,
 * so a push of a secret note without the team's key is refused.
 */
export function openSealing({
  io,
}: Pick<CommandContext, 'io'>): Promise<{ readonly hash: Blake3; readonly codec: SecretCodec | undefined }> {
  return openTeamSealing(io);
}

/** Opens the part of a team's memory that the principal may read, with the interface of a vault's memory. */
export async function openCliTeamMemory(context: Pick<CommandContext, 'options' | 'io'>): Promise<Memory> {
  const { openTeamMemory } = await import('@memora/engine/team');
  const { team, workspace, principal, settings } = await openCliTeam(context);
  try {
    const { codec } = await openSealing(context);
    const memories = await openTeamMemory({
      database: team,
      workspace,
      settings,
      codec,
      env: context.io.env,
      folder: workerFolder(context),
    });
    const memory = await memories.as(principal);
    const acting = { source: team.source, workspace, principal };
    const shared = auditReads(memory as unknown as Memory, acting);
    return new Proxy({ ...shared, [Symbol.asyncDispose]: team.close } as Memory, {
      get: (target, name) => {
        if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name);
        throw new MemoraError(`a shared memory has no ${name}`, {
          code: 'TEAM_READ_ONLY_MEMORY',
          hint: 'Use the command without --team on a working copy, then run `memora team push`.',
        });
      },
    });
  } catch (error) {
    await team.close();
    throw error;
  }
}

/** The folder of a worker. */
export function workerFolder({ io }: Pick<CommandContext, 'io'>): string {
  return teamWorkerFolder(io);
}
