import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  chooseEmbedder,
  type EmbeddingsOptions,
  type EmbeddingTurn,
  initTeam,
  migrateTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  readTeamStatus,
  runEmbeddings,
  runWorkerOnce,
} from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { type LoadedConfig, loadConfig } from '../config/index.ts';
import { listAllowedEmbedders } from '../team/exits/open-embedders.ts';
import { openWorkerEmbedders } from '../team/exits/open-worker-embedders.ts';
import { openTeamMemory } from '../team/open-team-memory.ts';
import type { EmbeddingServer } from './embedding-server.ts';

const PEOPLE: Readonly<Record<string, string>> = { acme: 'ann', blue: 'bob', '@global': 'ann' };
const codec = createSecretCodec(new Uint8Array(32).fill(7));

/** Returns the table of settings of an embedder that a test serves. */
export function tableOf(name: string, { url, dimensions }: EmbeddingServer, section = `embedder.${name}`) {
  return `[${section}]\nprovider = "openai-compatible"\nendpoint = "${url}"\nmodel = "letters"\ndim = ${dimensions}\n`;
}

export type ChoosingTeam = Awaited<ReturnType<typeof openChoosingTeam>>;

/** Opens a database with the workspaces acme and blue, whose administrators choose among the embedders of settings. */
export async function openChoosingTeam(toml: string) {
  const home = mkdtempSync(join(tmpdir(), 'memora-choosing-'));
  let configs = 0;
  const configure = async (text: string): Promise<LoadedConfig> => {
    const configDir = join(home, `config-${configs++}`);
    mkdirSync(configDir);
    writeFileSync(join(configDir, 'config.toml'), text);
    return loadConfig({ configDir, env: {} });
  };
  const settings = await configure(toml);
  const hash = await loadBlake3();
  const server = await startServer();
  server.psql('CREATE DATABASE choosing');
  server.psql('CREATE ROLE app LOGIN NOINHERIT');
  const at = (login?: string) =>
    readAddress({ url: server.url('choosing', login), from: 'flag', env: TEAM_ENV });
  const owner = openPool(at());
  for (const workspace of ['acme', 'blue'])
    await initTeam(owner, {
      ...{ workspace, admin: PEOPLE[workspace] as string, login: 'app', signingKey: TEAM_KEY },
    });
  await owner.close();
  const database = await openTeamDatabase(at('app'));
  const rows = (sql: string) => server.psql(sql, 'choosing');
  const acting = (workspace = 'acme', name = PEOPLE[workspace] as string) => ({
    ...{ source: database.source, principal: { name }, workspace, database: 'choosing', hash, codec },
  });
  const names = listAllowedEmbedders(settings).map(({ name }) => name);
  /** A worker with a folder of its own, which may have other settings. */
  const working = (folder = 'worker', own = settings) => ({
    ...acting(),
    folder: join(home, folder),
    embedders: openWorkerEmbedders({ settings: own, env: {}, folder: join(home, folder) }),
  });
  const scopeOf = (workspace: string) =>
    Number(
      rows(
        `SELECT s.id FROM memora.scope s JOIN memora.workspace w ON w.id = s.workspace WHERE w.name = '${workspace}' AND s.kind IN ('workspace', 'global')`,
      ),
    );
  return {
    ...{ home, settings, configure, server, database, rows, acting, names, working, scopeOf },
    migrate: async () => {
      const owned = openPool(at());
      await migrateTeam(owned);
      await owned.close();
    },
    choose: (name: string, workspace = 'acme') => chooseEmbedder(acting(workspace), name, names),
    push: async (notes: Readonly<Record<string, string>>, workspace = 'acme') => {
      const root = join(home, workspace);
      for (const [path, text] of Object.entries(notes)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      await pushFolder({ ...acting(workspace), root });
    },
    publish: (folder?: string, own?: LoadedConfig) => runWorkerOnce(working(folder, own)),
    embed: async (
      options: Partial<EmbeddingsOptions> = {},
      folder?: string,
      own?: LoadedConfig,
    ): Promise<EmbeddingTurn[]> => {
      const turns: EmbeddingTurn[] = [];
      await runEmbeddings({ ...working(folder, own), ...options, onTurn: (turn) => turns.push(turn) });
      return turns;
    },
    ask: async (workspace = 'acme', question = 'Pump Nine', name = PEOPLE[workspace] as string) => {
      const memories = await openTeamMemory({
        ...{ database, workspace, codec, settings, env: {}, embedFolder: join(home, 'server') },
      });
      const { hits, degradedReasons } = await (await memories.as({ name })).query(question);
      return { hits, reasons: degradedReasons, legs: new Set(hits.flatMap(({ why }) => why.legs)) };
    },
    vectorsOf: async (workspace = 'acme') =>
      (await readTeamStatus(acting(workspace))).find(({ kind }) => kind === 'workspace')?.vectors,
    /** The sets of a workspace's scope: embedder, width, state, and the number of vectors. */
    setsOf: (workspace = 'acme') =>
      rows(
        `SELECT coalesce(string_agg(format('%s %s %s %s', s.embedder, s.dimensions, s.state, coalesce(c.vectors, 0)), ', ' ORDER BY s.id), '')
         FROM memora.vector_set s LEFT JOIN memora.vector_count c ON c.scope = s.scope AND c.set_id = s.id WHERE s.scope = ${scopeOf(workspace)}`,
      ),
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await server[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
