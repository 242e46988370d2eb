import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readAddress, type TeamAddress } from '@memora/postgres';
import type { LoadedConfig } from '../config/index.ts';

/** The base of relative paths, and the environment variables. */
export interface TeamSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** The database and the workspace that settings name. */
export interface TeamPlace {
  readonly address: TeamAddress;
  /** Undefined if none is set. */
  readonly replica: TeamAddress | undefined;
  /** The database and the workspace, without the principal. */
  readonly database: string;
  readonly workspace: string;
}

/** Reads the database and workspace of the settings. Null if none is named; throws the errors of `readAddress`. */
export function readTeamPlace(
  { config, settings }: LoadedConfig,
  { env, cwd }: TeamSurroundings,
): TeamPlace | 'no database' | 'no workspace' {
  const { database: url, replica, workspace, tls } = config.team;
  if (url === null) return 'no database';
  if (workspace === null) return 'no workspace';
  const toAddress = (text: string, named: 'team.database' | 'team.replica') => {
    const layer = settings.find(({ key }) => key === named)?.layer;
    return readAddress({
      url: text,
      from: layer === 'env' ? 'environment' : layer === 'flag' ? 'flag' : 'config',
      env,
      ...(tls === null ? {} : { tls: toPath(tls, cwd) }),
    });
  };
  const address = toAddress(url, 'team.database');
  const { host, port, database } = address;
  return {
    address,
    replica: replica === null ? undefined : toAddress(replica, 'team.replica'),
    database: `${host}:${port}/${database}/${workspace}`,
    workspace,
  };
}

/** The folder of a worker: `MEMORA_TEAM_FOLDER`, or a place in the user's cache. */
export function teamWorkerFolder({ env, cwd }: TeamSurroundings): string {
  const named = env['MEMORA_TEAM_FOLDER'];
  if (named) return toPath(named, cwd);
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || '.', '.cache'), 'memora', 'team');
}

function toPath(text: string, cwd: string): string {
  return resolve(cwd, text.replace(/^~(?=$|[/\\])/, homedir()));
}
