import type { Embedder } from '@memora/retrieval';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { initTeam } from '../schema/migrate.ts';
import { addUserScope } from '../team/members.ts';
import { readScopes, type ScopeKind, scopeOf } from '../team/scopes.ts';
import { openPglite } from '../testing-fixtures/open-pglite.ts';
import { WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { createScopeKeys } from './scope-keys.ts';
import { createTeamVectors } from './vectors/create-team-vectors.ts';
import { readVectorState } from './vectors/read-vector-state.ts';

const DIMENSIONS = 32;
const WANTED = 20;
const SET = 1;
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
/**
 * The number of vectors that each principal sees. At full size: 150, 10,000, 60,000 and 100,000 of 200,000.
 */
const UNIT = isWhole ? 10_000 : 200;
const QUESTIONS = isWhole ? 100 : 20;

let state = 11;
/** Pseudo-random numbers that are the same in each run. */
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
}
const CENTRES = Array.from({ length: 40 }, () => Array.from({ length: DIMENSIONS }, () => random() - 0.5));
/** A vector near one of some centres, like the vectors of texts, with whole numbers as in publications. */
function vector(): number[] {
  const centre = CENTRES[Math.floor(random() * CENTRES.length)] as number[];
  return centre.map((each) => Math.round(127 * Math.max(-1, Math.min(1, each + 0.5 * (random() - 0.5)))));
}

const questions = Array.from({ length: QUESTIONS }, () => {
  const made = vector();
  const length = Math.hypot(...made);
  return Float32Array.from(made, (each) => each / length);
});
const embedder: Embedder = {
  id: 'centres',
  version: '1',
  dimensions: DIMENSIONS,
  place: 'loopback',
  embed: async (texts) => texts.map((text) => questions[Number(text)] as Float32Array),
};

function suite(setUp: () => Promise<ConnectionSource>): void {
  let source: ConnectionSource;
  const scopeFor = (name: string, kind: ScopeKind, workspace: string) =>
    transactionAs(source, { role: 'ask', principal: { name }, workspace }, async (db) =>
      scopeOf(await readScopes(db), kind),
    );
  const fill = async (scope: number, count: number, isLarge: boolean) => {
    await transactionAs(source, { role: 'publish', scope }, async (db) => {
      await db.rows("INSERT INTO memora.vector_set VALUES ($1, $2, 'centres', '1', $3, 'ready', 0)", [
        scope,
        SET,
        DIMENSIONS,
      ]);
      await db.rows('INSERT INTO memora.vector_count VALUES ($1, $2, $3)', [scope, SET, count]);
      for (let at = 0; at < count; at += 2_000) {
        const texts = Array.from({ length: Math.min(2_000, count - at) }, () => `[${vector().join(',')}]`);
        await db.rows(
          `INSERT INTO memora.vector_near (scope, key, set_id, vector)
           SELECT $1::int, $2::int + n, $3, v::public.halfvec FROM unnest($4::text[]) WITH ORDINALITY AS t (v, n)`,
          [scope, at, SET, texts],
        );
      }
      if (isLarge) await db.rows('SELECT memora.make_graph($1, $2, $3)', [scope, SET, DIMENSIONS]);
    });
  };
  /** For every question, the nearest that the leg finds and the nearest of all visible ones. */
  const compare = (name: string, workspace: string) =>
    transactionAs(source, { role: 'ask', principal: { name }, workspace }, async (db) => {
      const scopes = await readScopes(db);
      const keys = createScopeKeys(scopes);
      let shared = 0;
      let fewest = Number.POSITIVE_INFINITY;
      for (const [i, question] of questions.entries()) {
        const { leg } = createTeamVectors({
          db,
          keys,
          embedder,
          state: await readVectorState(db),
          readKept: async () => undefined,
          passing: () => 'TRUE',
          isOut: (error) => {
            throw error;
          },
        });
        const { found } = await leg.find(String(i), {
          limit: 200,
          pass: (all) => new Map(all.map((key) => [key, {} as never])),
          gone: new Map(),
        });
        const exact: [number, number][] = await db.rows(
          `SELECT scope, key FROM memora.vector_near ORDER BY vector OPERATOR(public.<=>) $1::text::public.halfvec, scope, key LIMIT ${WANTED}`,
          [`[${[...question].join(',')}]`],
        );
        const ours = new Set(found.slice(0, WANTED).map(({ key }) => key));
        shared += exact.filter(([scope, key]) => ours.has(keys.toKey(scope, key))).length;
        fewest = Math.min(fewest, found.length);
      }
      return { recall: shared / (WANTED * questions.length), fewest };
    });

  beforeAll(async () => {
    source = await setUp();
    const ann = { source, principal: { name: 'ann' }, workspace: WORKSPACE };
    await addUserScope(ann, 'ann');
    // 150; 1 unit; 6 units, one of them small; 10 units in one graph. Each principal has as many again that
    // it can't see.
    for (const [workspace, own, count] of [
      ['few', 150, 0],
      ['some', 0, UNIT],
      ['many', UNIT, 5 * UNIT],
      ['most', 150, 10 * UNIT],
    ] as const) {
      await initTeam(source, { workspace, admin: 'ann', signingKey: TEAM_KEY });
      await addUserScope({ ...ann, workspace }, 'ann');
      if (own > 0) await fill((await scopeFor('ann', 'user', workspace)).id, own, false);
      if (count > 0) await fill((await scopeFor('ann', 'workspace', workspace)).id, count, count > UNIT);
    }
  }, 1_800_000);
  afterAll(() => source?.close());

  it.each(['few', 'some', 'many', 'most'])(
    'finds the nearest of what may be seen, where that are %s of all',
    async (workspace) => {
      const { recall, fewest } = await compare('ann', workspace);
      if (isWhole) console.log(`${workspace}: recall@${WANTED} ${recall.toFixed(3)}, fewest rows ${fewest}`);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(fewest).toBeGreaterThanOrEqual(workspace === 'few' ? 150 : 200);
    },
    600_000,
  );
}

// Full size only on a server, because a graph of 100,000 takes too long in WebAssembly.
describe.skipIf(isWhole)('the nearest vectors under row-level security in WebAssembly', () => {
  suite(async () => {
    const source = await openPglite({ hasVectors: true });
    await initTeam(source, { workspace: WORKSPACE, admin: 'ann', signingKey: TEAM_KEY });
    return source;
  });
});

const reason = whyNoServer();
const server: TestServer | null = reason === null ? await startServer() : null;
const hasVectors = server?.psql("SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'") === '1';
afterAll(() => server?.[Symbol.asyncDispose]());
describe.runIf(hasVectors)('the nearest vectors under row-level security on a real server', () => {
  suite(async () => {
    const { psql, url } = server as TestServer;
    psql('CREATE DATABASE recall');
    psql('CREATE ROLE app LOGIN NOINHERIT');
    // The administrator of the test: policies apply to it once it takes a role.
    const owner = openPool(readAddress({ url: url('recall'), from: 'flag', env: TEAM_ENV }));
    await initTeam(owner, { workspace: WORKSPACE, admin: 'ann', login: 'app', signingKey: TEAM_KEY });
    return owner;
  });
});
