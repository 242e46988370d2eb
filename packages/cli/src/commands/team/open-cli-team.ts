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

/** What a command line says of a team: its database, its workspace, and who asks. */
interface CliTeam extends TeamPlace {
  readonly principal: { readonly name: string };
  readonly settings: LoadedConfig;
}

/** Reads which database and workspace a command means, and who asks. Throws `USAGE` where none is named. */
async function readCliTeam({ options, io }: Pick<CommandContext, 'options' | 'io'>): Promise<CliTeam> {
  const vault = await resolveVault({ options, io }).catch(() => null);
  const settings = await loadConfig({ vault: vault?.path, env: io.env, flags: readFlags(options) });
  const place = readTeamPlace(settings, io);
  if (typeof place === 'string')
    throw usageError(
      place === 'no database' ? 'which database? None is named' : 'which workspace? None is named',
      'Set MEMORA_TEAM_DATABASE and MEMORA_TEAM_WORKSPACE, or [team] database and workspace in the config.',
    );
  const principal = { name: io.env['MEMORA_TEAM_PRINCIPAL'] || `local:${userInfo().username}` };
  return { ...place, principal, settings };
}

/** Opens the database of a command line, checked; closed by whoever asked. */
export async function openCliTeam(
  context: Pick<CommandContext, 'options' | 'io'>,
): Promise<CliTeam & { readonly team: TeamDatabase }> {
  const read = await readCliTeam(context);
  return { ...read, team: await openTeamDatabase(read.address, { replica: read.replica }) };
}

/** The database as its administrator opens it: unchecked, to be set up or repaired. */
export async function openAsAdministrator(context: Pick<CommandContext, 'options' | 'io'>) {
  const read = await readCliTeam(context);
  return { ...read, pool: openPool(read.address) };
}

/**
 * What hashes and seals notes: the key of `MEMORA_TEAM_KEY_FILE`, else none. The key of a vault is one person's own: what it sealed, nobody else of the team could
 * open, and a push of a secret note without the team's key is refused instead.
 */
export function openSealing({
  io,
}: Pick<CommandContext, 'io'>): Promise<{ readonly hash: Blake3; readonly codec: SecretCodec | undefined }> {
  return openTeamSealing(io);
}

/** Opens what the principal may read of a team's memory, as the commands of a vault read theirs. */
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

/** Where a worker keeps its folders. */
export function workerFolder({ io }: Pick<CommandContext, 'io'>): string {
  return teamWorkerFolder(io);
}
