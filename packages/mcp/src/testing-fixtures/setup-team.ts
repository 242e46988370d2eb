import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addMember,
  initTeam,
  type MemberRole,
  openPool,
  openTeamDatabase,
  readAddress,
} from '@memora/postgres';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import type { TeamScope } from '../team/identify.ts';
import { type ServeTeamOptions, serveTeam } from '../team/serve-team.ts';
import { addToken } from '../team/tokens/keep-tokens.ts';

export const WORKSPACE = 'acme';

/** A team's database on a test server, with a token for each of its members. */
export interface McpTeam extends AsyncDisposable {
  /** The name of the database. */
  readonly name: string;
  readonly folder: string;
  readonly tokenFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tokenOf: (
    principal: string,
    scopes?: readonly TeamScope[],
    more?: { readonly workspace?: string; readonly groups?: readonly string[] },
  ) => Promise<string>;
  /** A server of the team in this process; ended with the team, or by `end`. */
  readonly serve: (options?: Partial<ServeTeamOptions>) => Promise<ServedTeam>;
}

export interface ServedTeam {
  readonly url: string;
  readonly lines: readonly string[];
  readonly end: () => Promise<void>;
}

let made = 0;
const ROLES = { ann: 'admin', ben: 'writer', eve: 'reader' } as const;

/** A team's database. */
export async function setupTeam(
  server: TestServer,
  roles: Readonly<Record<string, MemberRole>> = ROLES,
): Promise<McpTeam> {
  const name = `served_${process.pid}_${made++}`;
  server.psql(`CREATE DATABASE ${name}`);
  server.psql(
    `DO $$ BEGIN CREATE ROLE app LOGIN NOINHERIT; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  const at = (login?: string) => readAddress({ url: server.url(name, login), from: 'flag', env: TEAM_ENV });
  const owner = openPool(at(), { connections: 1 });
  const wanted = { workspace: WORKSPACE, admin: 'ann', login: 'app', signingKey: TEAM_KEY };
  await initTeam(owner, wanted);
  await owner.close();
  const database = await openTeamDatabase(at('app'), { connections: 1 });
  const acting = { source: database.source, principal: { name: 'ann' }, workspace: WORKSPACE };
  for (const [principal, role] of Object.entries(roles))
    if (principal !== 'ann') await addMember(acting, { principal, isGroup: false, role });
  await database.close();
  const folder = mkdtempSync(join(tmpdir(), 'memora-served-'));
  const tokenFile = join(folder, 'tokens.json');
  const env = {
    ...TEAM_ENV,
    MEMORA_TEAM_DATABASE: server.url(name, 'app'),
    MEMORA_TEAM_WORKSPACE: WORKSPACE,
    MEMORA_TEAM_FOLDER: join(folder, 'worker'),
    MEMORA_CONFIG_DIR: join(folder, 'config'),
    MEMORA_EMBED_PROVIDER: 'none',
  };
  const ends: (() => Promise<void>)[] = [];
  return {
    name,
    folder,
    tokenFile,
    env,
    tokenOf: async (principal, scopes = ['memora:read', 'memora:write'], more = {}) =>
      (await addToken(tokenFile, { principal, groups: [], ...more, scopes, expires: null })).token,
    serve: async (options = {}) => {
      const ended = new AbortController();
      const lines: string[] = [];
      const listening = Promise.withResolvers<string>();
      const serving = serveTeam({
        tokenFile,
        env,
        log: (line) => lines.push(line),
        onListening: listening.resolve,
        signal: ended.signal,
        ...options,
      });
      serving.catch(listening.reject);
      const end = async () => {
        ended.abort();
        await serving;
      };
      ends.push(end);
      return { url: await listening.promise, lines, end };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(ends.map((end) => end()));
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
