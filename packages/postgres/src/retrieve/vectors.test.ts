import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { loadBlake3 } from '@memora/claims/internal';
import { createSecretCodec } from '@memora/privacy/keyring';
import {
  createLexicalIndex,
  createRetriever,
  createVectorIndex,
  type Embedder,
  openWordTable,
  type QueryResult,
} from '@memora/retrieval';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { onlyEmbedder } from '../embedders/embedder-book.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { runEmbeddings } from '../publish/embed/run-embeddings.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { initTeam, migrateTeam } from '../schema/migrate.ts';
import { addUserScope } from '../team/members.ts';
import { readScopes, type ScopeKind, scopeOf } from '../team/scopes.ts';
import { openPglite } from '../testing-fixtures/open-pglite.ts';
import { WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import { openTeamRetriever } from './open-team-retriever.ts';

const FACTS = ['The physician recommends rest.', 'The soup needs salt.', 'A car waits in the garage.'];
const NOTES: Readonly<Record<string, string>> = {
  'clinic.md': `# Clinic\n\n${FACTS[0]}\n\n${FACTS[1]}\n`,
  'garage.md': `# Garage\n\n${FACTS[2]}\n`,
  'hidden.md': '---\nprivacy: secret\n---\n# Hidden\n\nThe doctor keeps the code zyzzyva.\n',
  'ships.md': `# Ships\n\n${Array.from({ length: 90 }, (_, i) => `Vessel ${i} carries ${i + 2} boats.`).join('\n\n')}\n`,
};
const OWN: Readonly<Record<string, string>> = {
  'users/ann/mine.md': '# Mine\n\nThe surgeon comes on Monday.\n',
};
const QUESTIONS = [
  'doctor',
  'automobile',
  'What does the broth lack?',
  'which ships carry boats',
  'zyzzyva',
  '',
];

const CODEC = createSecretCodec(new Uint8Array(32).fill(7));

interface Place {
  readonly source: ConnectionSource;
  readonly owner: ConnectionSource;
  readonly sql: (text: string) => Promise<unknown>;
}

const made: string[] = [];
afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});
function folder(notes: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'memora-vectors-'));
  made.push(root);
  for (const [path, text] of Object.entries(notes)) writeNote(root, path, text);
  return root;
}

/** An embedder whose vectors are comparable with no other's. */
async function other(): Promise<Embedder> {
  return { ...(await openWordTable()), version: 'another' };
}

/** An embedder whose vectors are wider than an index of pgvector supports. */
async function wide(): Promise<Embedder> {
  const { embedNow: _, readerFile: __, ...table } = await openWordTable();
  const dimensions = 4_096;
  return {
    ...table,
    dimensions,
    embed: async (texts, options) =>
      (await table.embed(texts, options)).map((vector) => {
        const wider = new Float32Array(dimensions);
        wider.set(vector);
        return wider;
      }),
  };
}

function suite(setUp: () => Promise<Place>): void {
  let place: Place;
  let disk: string;
  let root: string;
  const ann = { principal: { name: 'ann' }, workspace: WORKSPACE };
  const scopeOfAnn = (kind: ScopeKind) =>
    transactionAs(
      place.source,
      { role: 'ask', ...ann },
      async (db) => scopeOf(await readScopes(db), kind).id,
    );
  const workingWith = async (embedder: Embedder | null) => ({
    ...{ source: place.source, folder: disk, database: 'vectors', hash: await loadBlake3(), codec: CODEC },
    embedders: onlyEmbedder(embedder),
  });
  const work = async (embedder: Embedder | null, kind: ScopeKind = 'workspace', graphFrom?: number) => {
    // The state after a choice: the first worker decides what it means.
    await place.sql('UPDATE memora.workspace SET embedder_identity = NULL');
    return workOnScope({
      ...(await workingWith(embedder)),
      ...{ scope: await scopeOfAnn(kind), graphFrom, wait: 60_000 },
    });
  };
  const push = async () =>
    pushFolder({
      source: place.source,
      ...ann,
      root,
      hash: await loadBlake3(),
      codec: CODEC,
      database: 'vectors',
    });
  const ask = (question: string, embedder: () => Promise<Embedder> = openWordTable, name = 'ann') =>
    openTeamRetriever({
      source: place.source,
      principal: { name },
      workspace: WORKSPACE,
      embedders: { names: ['default'], open: embedder },
      codec: undefined,
    }).query(question, { k: 8 });
  const snippets = ({ hits }: QueryResult) => hits.map(({ snippet }) => snippet);
  const graphsOf = (db = place.source) =>
    transactionAs(db, { role: 'ask', ...ann }, (each) =>
      each.rows<[string]>("SELECT indexdef FROM pg_indexes WHERE indexname LIKE 'near_graph_%'"),
    );

  beforeAll(async () => {
    place = await setUp();
    await addUserScope({ source: place.source, ...ann }, 'ann');
    disk = folder();
    root = folder({ ...NOTES, ...OWN });
    await push();
    await work(await openWordTable());
    await work(await openWordTable(), 'user');
    await work(await openWordTable(), 'global');
  }, 120_000);
  afterAll(async () => {
    await place?.source.close();
    await place?.owner.close();
  });

  it('finds what shares no word with the question, as SQLite does', async () => {
    await using store = await openClaimStore({
      path: join(disk, `scope-${await scopeOfAnn('workspace')}`, '.memora', 'memora.db'),
      indexes: [
        createLexicalIndex(),
        createVectorIndex({ embedder: await openWordTable(), indexFile: false }),
      ],
    });
    const vectors = createVectorIndex({ embedder: await openWordTable(), indexFile: false });
    const local = createRetriever({ store, vectors });
    const shared = openTeamRetriever({
      source: place.source,
      principal: { name: 'bea' },
      workspace: WORKSPACE,
      embedders: { names: ['default'], open: openWordTable },
    });
    await transactionAs(place.source, { role: 'admin', ...ann }, (db) =>
      db.rows(
        "INSERT INTO memora.member (workspace, principal, role) SELECT (memora.administered())[1], 'bea', 'reader' ON CONFLICT DO NOTHING",
      ),
    );
    for (const options of [{}, { bands: ['public'] as const }, { k: 100 }])
      for (const question of QUESTIONS) {
        const [here, there] = [await local.query(question, options), await shared.query(question, options)];
        expect(there.degradedReasons).toEqual(here.degradedReasons);
        const scores = ({ hits }: QueryResult) =>
          new Map(hits.map(({ claim, score }) => [claim.id as string, score]));
        const [ours, theirs] = [scores(there), scores(here)];
        expect([question, ours.size]).toEqual([question, theirs.size]);
        expect(there.hits[0]?.why.legs).toEqual(here.hits[0]?.why.legs);
        // One byte and half a byte per component: close results may swap, including the last one with the
        // next.
        const same = [...theirs].filter(([id]) => ours.has(id));
        expect(same.length).toBeGreaterThanOrEqual(theirs.size - 1);
        for (const [id, score] of same) expect(ours.get(id)).toBeCloseTo(score, 2);
      }
    expect((await shared.query('doctor')).hits[0]?.why.legs).toEqual(['vector']);
  });

  it('publishes no vector of a secret claim, and shows nobody the vectors of others', async () => {
    expect(snippets(await ask('doctor')).join()).toMatch(/surgeon/);
    expect(snippets(await ask('doctor', openWordTable, 'bea')).join()).not.toMatch(/surgeon/);
    const count = (name: string) =>
      transactionAs(place.source, { role: 'ask', principal: { name }, workspace: WORKSPACE }, (db) =>
        db.rows<[number]>('SELECT count(*)::int FROM memora.vector_near'),
      );
    const [[of], [others]] = [await count('ann'), await count('bea')];
    expect([of?.[0], others?.[0]]).toEqual([94, 93]);
  });

  it('writes only the vectors of what was edited, and those of a graph as they were', async () => {
    const before = snippets(await ask('doctor'));
    const report = await work(await openWordTable(), 'workspace', 10);
    expect(report.rows).toBe(0);
    expect(await graphsOf()).toHaveLength(1);
    writeNote(root, 'clinic.md', `${NOTES['clinic.md']}\nThe nurse recommends tea.\n`);
    await push();
    await work(await openWordTable(), 'workspace', 10);
    const [graph] = await graphsOf();
    expect(graph?.[0]).toMatch(/hnsw .* WHERE \(\(scope = \d+\) AND \(set_id = \d+\)\)/);
    const { hits, degraded } = await ask('doctor');
    expect(degraded).toBe(false);
    expect(hits.map(({ snippet }) => snippet)).toEqual(expect.arrayContaining(before.slice(0, 2)));
    const [nurse] = (await ask('The nurse')).hits;
    expect([nurse?.snippet, nurse?.why.legs]).toEqual(['The nurse recommends tea.', ['lexical', 'vector']]);
  });

  it('takes the vectors back on an empty disk without embedding again', async () => {
    const embedder = { ...(await openWordTable()), embedNow: undefined as never };
    rmSync(disk, { recursive: true });
    const { vectors, takenBack, rows } = await work(embedder);
    expect([vectors?.embedded, rows]).toEqual([0, 0]);
    expect(takenBack).toBeGreaterThan(0);
    expect(snippets(await ask('doctor'))[0]).toMatch(/physician|surgeon/);
  });

  it('leaves the leg out for whoever embeds by another, and says so', async () => {
    const { hits, degradedReasons } = await ask('soup', other);
    expect(hits[0]?.why.legs).toEqual(['lexical']);
    expect(degradedReasons).toEqual([expect.stringMatching(/^vector: EMBEDDER_CHANGED: /)]);
    const failing = await ask('soup', () => Promise.reject(new Error('no model')));
    expect(failing.degradedReasons).toEqual(['vector: failed']);
    expect(failing.hits).toHaveLength(hits.length);
  });

  it('goes over to another embedder in one publication', async () => {
    await work(await other());
    await work(await other(), 'user');
    await work(await other(), 'global');
    expect((await ask('doctor', other)).degradedReasons).toEqual([]);
    expect((await ask('doctor')).degradedReasons.join()).toMatch(/EMBEDDER_CHANGED/);
    await work(await openWordTable());
    await work(await openWordTable(), 'global');
    // Two of three scopes: the result says which were compared and which were not.
    const { hits, degradedReasons } = await ask('physician');
    expect(hits[0]?.why.legs).toContain('vector');
    expect(degradedReasons.join()).toMatch(/EMBEDDER_CHANGED: the claims of 1 scope /);
    await work(await openWordTable(), 'user');
    expect((await ask('doctor')).degradedReasons).toEqual([]);
  });

  it('compares vectors one by one that are too wide for an index', async () => {
    const embedder = await wide();
    await work(embedder, 'workspace', 10);
    await runEmbeddings({ ...(await workingWith(embedder)), graphFrom: 10 });
    const { hits } = await ask('doctor', wide);
    expect(hits[0]?.why.legs).toContain('vector');
    await work(await openWordTable());
    await runEmbeddings(await workingWith(await openWordTable()));
    expect((await ask('doctor')).degradedReasons).toEqual([]);
  });

  it('takes every vector out of the database once no embedder is named any more', async () => {
    const counts = () =>
      transactionAs(place.source, { role: 'ask', ...ann }, async (db) => {
        const { id } = scopeOf(await readScopes(db), 'workspace');
        const [near, blocks] = await Promise.all(
          ['vector_near', 'vector_block'].map((table) =>
            db.rows<[number]>(`SELECT count(*)::int FROM memora.${table} WHERE scope = $1`, [id]),
          ),
        );
        return [near?.[0]?.[0], blocks?.[0]?.[0]];
      });
    expect(await counts()).toEqual([
      expect.toSatisfy((count) => count > 0),
      expect.toSatisfy((count) => count > 0),
    ]);
    await work(null);
    expect(await counts()).toEqual([0, 0]);
    await work(await openWordTable());
    expect((await ask('doctor')).degradedReasons).toEqual([]);
  });

  it('answers by words where the extension was dropped, and compares again once it is back', async () => {
    await place.sql('DROP EXTENSION vector CASCADE');
    const { hits, degradedReasons } = await ask('soup');
    expect(hits[0]?.why.legs).toEqual(['lexical']);
    expect(degradedReasons).toEqual([expect.stringMatching(/^vector: VECTORS_EXTENSION_MISSING: /)]);
    await work(await openWordTable());
    await migrateTeam(place.owner);
    for (const kind of ['workspace', 'user', 'global'] as const) await work(await openWordTable(), kind);
    const again = await ask('doctor');
    expect([again.degradedReasons, again.hits[0]?.why.legs]).toEqual([[], ['vector']]);
  });
}

const reason = whyNoServer();
const server: TestServer | null = reason === null ? await startServer() : null;
const hasVectors = server?.psql("SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'") === '1';
afterAll(() => server?.[Symbol.asyncDispose]());

// Debian 12's server has no pgvector. `.ci/install-pgvector` builds it, or MEMORA_TEST_POSTGRES names one
// that has it.
describe.runIf(hasVectors)('vectors on a real server', () => {
  suite(async () => {
    const { psql, url } = server as TestServer;
    psql('CREATE DATABASE vectors');
    psql('CREATE ROLE app LOGIN NOINHERIT');
    const at = (login?: string) => readAddress({ url: url('vectors', login), from: 'flag', env: TEAM_ENV });
    const owner = openPool(at());
    await initTeam(owner, { workspace: WORKSPACE, admin: 'ann', login: 'app', signingKey: TEAM_KEY });
    return {
      source: openPool(at('app')),
      owner,
      sql: (text) => owner.withConnection((db) => db.run(text)),
    };
  });
});

// The same without a server that has the extension. If one is available, this runs only with
// `MEMORA_TEST_WHOLE=1`.
if (isWhole || !hasVectors)
  describe('vectors in PostgreSQL in WebAssembly', () => {
    suite(async () => {
      const source = await openPglite({ hasVectors: true });
      await initTeam(source, { workspace: WORKSPACE, admin: 'ann', signingKey: TEAM_KEY });
      const owner = { ...source, close: async () => undefined };
      return { source, owner, sql: (text) => source.withConnection((db) => db.run(text)) };
    });
  });

// If a server has the extension, this runs only with `MEMORA_TEST_WHOLE=1`. The test above covers questions
// after the extension was dropped.
if (isWhole || !hasVectors)
  describe('a server without pgvector', () => {
    it('gives answers by words, and lacks nothing', async () => {
      const source = await openPglite();
      await initTeam(source, { workspace: WORKSPACE, admin: 'ann', signingKey: TEAM_KEY });
      const as = { source, principal: { name: 'ann' }, workspace: WORKSPACE, codec: CODEC };
      const hash = await loadBlake3();
      await pushFolder({ ...as, hash, root: folder(NOTES), database: 'plain' });
      const scope = await transactionAs(source, { role: 'ask', ...as }, async (db) =>
        scopeOf(await readScopes(db), 'workspace'),
      );
      const embedders = onlyEmbedder(await openWordTable());
      await workOnScope({ ...as, scope: scope.id, folder: folder(), database: 'plain', hash, embedders });
      const found = await openTeamRetriever({ ...as, embedders }).query('soup');
      // The global scope is not behind either: it has no notes and was never published.
      expect([found.degradedReasons, found.hits[0]?.why.legs]).toEqual([[], ['lexical']]);
      await source.close();
    });
  });
