import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tidyTeamMemories } from '@memora/agent-memory/internal';
import { loadConfig } from '@memora/engine/config';
import { openTeamMemory, openTeamSealing } from '@memora/engine/team';
import {
  addMember,
  addUserScope,
  initTeam,
  openNotices,
  openPool,
  openTeamDatabase,
  readAddress,
  readTeamStatus,
  runWorkerOnce,
  type ScopeUpkeep,
  UNTRACED,
  type WorkReport,
} from '@memora/postgres';
import { readLearningLog, type ScopeKind } from '@memora/postgres/internal';
import type { SecretCodec } from '@memora/privacy';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { followScopes } from '../team/follow-scopes.ts';

const WORKSPACE = 'acme';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A worker that consolidates memories in every round. */
const TIDYING: ScopeUpkeep = {
  isTime: () => true,
  dueOf: () => ['memories'],
  run: (_, scope) => tidyTeamMemories(scope),
};

/** A worker that runs a hook between choosing the memories to remove and removing them. */
export function tidyingAfter(act: () => Promise<unknown>): ScopeUpkeep {
  return {
    ...TIDYING,
    run: (_, scope) => {
      const retire: typeof scope.memories.retire = async (retired) => {
        await act();
        await scope.memories.retire(retired);
      };
      return tidyTeamMemories({ ...scope, memories: { ...scope.memories, retire } });
    },
  };
}

interface Kept {
  readonly id: string;
  readonly path: string;
}

interface KeepOptions {
  readonly scope?: '' | '@me/';
  /** Additional lines of the frontmatter. */
  readonly lines?: readonly string[];
  readonly created?: string;
  readonly privacy?: string;
  readonly kind?: string;
}

let made = 0;

/** A team whose members' agents remember, and a worker that consolidates. Ann administers, Ben and Cal write. */
export async function setupRemembering(server: TestServer, codec?: SecretCodec) {
  const name = `remembered_${process.pid}_${made++}`;
  server.psql(`CREATE DATABASE ${name}`);
  server.psql(
    `DO $$ BEGIN CREATE ROLE app LOGIN NOINHERIT; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  const at = (login?: string) => readAddress({ url: server.url(name, login), from: 'flag', env: TEAM_ENV });
  const owner = openPool(at(), { connections: 1 });
  await initTeam(owner, { workspace: WORKSPACE, admin: 'ann', login: 'app', signingKey: TEAM_KEY });
  await owner.close();
  const database = await openTeamDatabase(at('app'), { connections: 4 });
  const { source } = database;
  const { hash } = await openTeamSealing({ env: {}, cwd: tmpdir() });
  const as = (who: string) => ({
    ...{ source, hash, codec, principal: { name: who }, workspace: WORKSPACE, database: name },
  });
  for (const principal of ['ben', 'cal'])
    await addMember(as('ann'), { principal, isGroup: false, role: 'writer' });
  for (const who of ['ann', 'ben', 'cal']) await addUserScope(as('ann'), who);
  const memories = await openTeamMemory({ database, workspace: WORKSPACE, codec });
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'memora-remembered-'));
    folders.push(made);
    return made;
  };
  const disk = folder();
  const psql = (sql: string) => server.psql(sql, name);
  const work = (more: Partial<Parameters<typeof runWorkerOnce>[0]> = {}): Promise<WorkReport[]> =>
    runWorkerOnce({ ...{ source, hash, codec, database: name, folder: disk, upkeep: TIDYING }, ...more });
  /** Runs the worker of a server, with its thread, until the work is done. */
  const follow = async (work: () => Promise<void>): Promise<string[]> => {
    const env = {
      ...TEAM_ENV,
      MEMORA_TEAM_DATABASE: server.url(name, 'app'),
      MEMORA_TEAM_WORKSPACE: WORKSPACE,
      MEMORA_TEAM_FOLDER: folder(),
      MEMORA_CONFIG_DIR: folder(),
      MEMORA_EMBED_PROVIDER: 'none',
    };
    const lines: string[] = [];
    const ended = new AbortController();
    const following = followScopes({
      ...{ open: async () => database, database: name, hash, codec, env, cwd: tmpdir(), auditDays: null },
      ...{ settings: await loadConfig({ vault: undefined, env }), tracing: UNTRACED, signal: ended.signal },
      ...{ log: (line: string) => lines.push(line), notices: openNotices(null) },
    });
    try {
      await work();
    } finally {
      ended.abort();
      await following;
    }
    return lines;
  };
  return {
    ...{ name, as, folder, disk, psql, work, source, follow },
    member: (who: string) => memories.as({ name: who }),
    /** Saves the note of a memory as a server does for an agent. */
    keep: async (who: string, text: string, options: KeepOptions = {}): Promise<Kept> => {
      const { scope = '', lines = [], created = '2026-01-01T10:00:00Z' } = options;
      const { privacy = 'private', kind = 'fact' } = options;
      const id = `mem_${Array.from({ length: 12 }, () => LETTERS[randomInt(26)]).join('')}`;
      const path = `${scope}semantic/memory/${kind}/said-${id.slice(4)}.md`;
      const head = [`id: ${id}`, 'type: semantic', `kind: ${kind}`, 'source: agent', ...lines];
      const note = `---\n${[...head, `privacy: ${privacy}`, `created: ${created}`].join('\n')}\n---\n${text}\n`;
      const learned = { operation: 'remember', memories: [id], code: 'new' };
      await (await memories.as({ name: who })).keepMemory(path, Buffer.from(note), 0, learned, {
        deadline: 0,
      });
      return { id, path };
    },
    /** Two rounds: the first publishes and consolidates, the second publishes the removals. */
    tidy: async (more: Parameters<typeof work>[0] = {}): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const { upkeep } of [...(await work(more)), ...(await work(more))])
        for (const report of upkeep)
          for (const [what, count] of Object.entries(report.counts))
            counts[what] = Math.max(counts[what] ?? 0, count);
      return counts;
    },
    log: async (who: string, scope: ScopeKind = 'workspace') =>
      (await readLearningLog(scope, { after: null }, as(who))).map(
        ({ principal, operation, memories, code }) => [...[principal, operation, code], ...memories],
      ),
    bytesOf: async (who: string, path: string): Promise<string | null> => {
      const bytes = await (await memories.as({ name: who })).readNote(path).catch(() => null);
      return bytes === null ? null : Buffer.from(bytes).toString();
    },
    status: async (who: string) =>
      (await readTeamStatus(as(who))).find(({ kind }) => kind === 'workspace')?.upkeep.memories,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    },
  };
}
