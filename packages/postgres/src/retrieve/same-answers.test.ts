import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { readPublished } from '@memora/claims/internal';
import { createLexicalIndex, createRetriever, type PassageResult, type QueryResult } from '@memora/retrieval';
import { LEXICAL_TABLES } from '@memora/retrieval/internal';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { openVault } from '@memora/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { publishRows } from '../publish/publish-rows.ts';
import { openTeamReader } from '../read/open-team-reader.ts';
import { initTeam, TEAM_SCHEMA } from '../schema/migrate.ts';
import { readScopes, type ScopeKind, scopeOf } from '../team/scopes.ts';
import { countRows } from '../testing-fixtures/count-rows.ts';
import { openPglite } from '../testing-fixtures/open-pglite.ts';
import { setupTeam, type TestTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { openTeamRetriever } from './open-team-retriever.ts';

const PEOPLE = ['Maren Holt', 'Tomas Reyes', 'Leila Varga', 'Bruno Moreau', 'Priya Tanaka'];
const TOWNS = ['Aarhus', 'Brno', 'Cork', 'Delft', 'Espoo'];
const PUMPS = Array.from({ length: 60 }, (_, i) => `Pump ${i} runs at ${30 + i} Hz and weighs ${i * 3} kg.`);
const WORKSPACE_NOTES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PEOPLE.map((name, i) => [
      `people/${name}.md`,
      `# ${name}\n\n${name} lives in ${TOWNS[i]}.\n\nBorn in ${1950 + i}.\n`,
    ]),
  ),
  'kestrel.md': '# Kestrel\n\nKestrel is owned by [[Priya Tanaka]].\n\nThe red lake freezes in March.\n',
  'pumps.md': `# Pumps\n\n${PUMPS.join('\n\n')}\n`,
  'semantic/memory/pumps/pump-0123456789ab.md': 'Pump 17 was greased by crew number 3.\n',
  'semantic/memory/pumps/2026/pump-winterplan26.md': 'Pump 17 is greased by Ines.\n',
  'chat.md':
    '---\ntype: conversation\n---\n\n**Ines:** What does the crane cost?\n\n**Bruno:** Two hundred and forty.\n',
};
const QUESTIONS = [
  'where does the person responsible for Kestrel live',
  'Kestrel',
  'How fast does pump 17 run?',
  'Who lives in Brno?',
  '"red lake"',
  'kestrle owner',
  'pum*',
  'the of and',
  'what does the crane cost',
  'When was Leila Varga born?',
  'zyzzyva',
  '',
  'pump Hz kg weighs runs',
];

/** Indexes notes like a worker, and publishes them into a scope. */
async function publishNotes(
  source: ConnectionSource,
  kind: ScopeKind,
  notes: Readonly<Record<string, string>>,
  principal = 'ann',
  oneByOne = false,
) {
  const root = mkdtempSync(join(tmpdir(), 'memora-same-'));
  const store = await openClaimStore({
    path: join(root, '.memora', 'memora.db'),
    indexes: [createLexicalIndex()],
  });
  const vault = await openVault(root);
  for (const [path, text] of Object.entries(notes)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    if (oneByOne) await indexVault({ vault, store, paths: [path] });
  }
  await indexVault({ vault, store });
  const owner = { role: 'ask', principal: { name: principal }, workspace: WORKSPACE } as const;
  const { id: scope } = await transactionAs(source, owner, async (db) => scopeOf(await readScopes(db), kind));
  await transactionAs(source, { role: 'publish', scope }, (db) =>
    publishRows(db, scope, readPublished(store.database, LEXICAL_TABLES), {
      isWhole: true,
      last: async () => {
        await db.rows(
          `SELECT memora.set_epoch($1::int, fence, epoch, ${TEAM_SCHEMA}) FROM memora.hold_lease($1::int, 'test', interval '1 minute')`,
          [scope],
        );
      },
    }),
  );
  return { store, root };
}

function toShown({ hits, cut }: QueryResult) {
  return {
    cut,
    hits: hits.map(({ claim, score, why, snippet, passage }) => ({
      id: claim.id,
      score: score.toPrecision(9),
      legs: why.legs,
      ranks: why.ranks,
      coverage: why.coverage,
      path: why.path,
      snippet,
      span: passage?.span,
    })),
  };
}

function toFound({ hits }: PassageResult) {
  return hits.map(({ key: _, score, ...hit }) => ({ ...hit, score: score.toPrecision(9) }));
}

async function agree(source: ConnectionSource): Promise<void> {
  const { store, root } = await publishNotes(source, 'workspace', WORKSPACE_NOTES);
  const local = createRetriever({ store });
  const asking = { source, principal: { name: 'ann' }, workspace: WORKSPACE };
  const shared = openTeamRetriever(asking);
  for (const options of [
    {},
    { conversations: true, k: 3 },
    { bands: ['public'] as const },
    { memories: false },
    { asOf: { known: '2099-01-01T00:00:00Z' } },
  ])
    for (const question of QUESTIONS)
      expect([question, options, toShown(await shared.query(question, options))]).toEqual([
        question,
        options,
        toShown(await local.query(question, options)),
      ]);
  for (const options of [{}, { bands: ['public'] as const }, { conversations: true, words: 'pump harbour' }])
    for (const question of QUESTIONS)
      expect([question, toFound(await shared.passages(question, options))]).toEqual([
        question,
        toFound(await local.passages(question, options)),
      ]);
  const [ours, theirs] = [(await local.query('pump 17')).hits[0], (await shared.query('pump 17')).hits[0]];
  const [here, there] = [ours, theirs].map((hit) => (hit?.passage === undefined ? [] : [hit.passage]));
  expect([...(await shared.claimsIn(there ?? [])).values()]).toEqual([
    ...(await local.claimsIn(here ?? [])).values(),
  ]);
  await store.close();
  rmSync(root, { recursive: true });
}

const reason = whyNoServer();

// The same without a server. If a server is available, this runs only with `MEMORA_TEST_WHOLE=1`.
if (isWhole || reason !== null)
  describe('PostgreSQL in WebAssembly', () => {
    let source: ConnectionSource;
    beforeAll(async () => {
      source = await openPglite();
      await initTeam(source, { workspace: WORKSPACE, admin: 'ann', signingKey: TEAM_KEY });
    });
    afterAll(() => source?.close());
    it('gives a question the answer that SQLite gives', () => agree(source));
  });

describe.skipIf(reason !== null)(`a real server${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let team: TestTeam;
  beforeAll(async () => {
    server = await startServer();
    team = await setupTeam(server);
  });
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  it('gives a question the answer that SQLite gives', () => agree(team.source));

  it('keeps its order, whichever note was there first', async () => {
    const listed = Object.entries(WORKSPACE_NOTES).map(
      ([path, text], i) => [path, `---\nid: note-${i}\n---\n${text.replace('---\n', '')}`] as const,
    );
    const told: unknown[] = [];
    for (const order of [listed, listed.toReversed(), [...listed.slice(3), ...listed.slice(0, 3)]]) {
      const { store, root } = await publishNotes(
        team.source,
        'workspace',
        Object.fromEntries(order),
        'ann',
        true,
      );
      await store.close();
      rmSync(root, { recursive: true });
      const retriever = openTeamRetriever({ ...team.as('eve') });
      const found: unknown[] = [];
      for (const question of QUESTIONS) {
        const ask = () => retriever.query(question, { k: 20 });
        const [first, again] = [await ask(), await ask()];
        expect(again).toEqual(first);
        found.push([question, ...first.hits.map(({ claim, score }) => [claim.id, score.toPrecision(9)])]);
      }
      told.push(found);
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });

  it('is changed in nothing by what others keep in scopes that are not visible', async () => {
    const ask = async (name: string) => {
      const { source, fetched } = countRows(team.source);
      const retriever = openTeamRetriever({ source, principal: { name }, workspace: WORKSPACE });
      const answers: QueryResult[] = [];
      for (const question of QUESTIONS) answers.push(await retriever.query(question));
      // Identical to the byte, with every score and reason, and the same number of rows in each statement.
      return { answers: JSON.stringify(answers), fetched };
    };
    const before = await ask('eve');
    const others = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `n${i}.md`,
        `# Kestrel ${i}\n\nKestrel lives in Brno. Pump 17 runs at ${i} Hz. The red lake is owned by [[Priya Tanaka]].\n`,
      ]),
    );
    const { store, root } = await publishNotes(team.source, 'user', others, 'ben');
    await store.close();
    rmSync(root, { recursive: true });
    expect(await ask('eve')).toEqual(before);
    const own = await openTeamRetriever({
      source: team.source,
      principal: { name: 'ben' },
      workspace: WORKSPACE,
    }).query('Kestrel in Brno', { k: 20 });
    expect(own.hits.some(({ claim }) => claim.notePath.startsWith('@me/'))).toBe(true);
    expect(own.hits.some(({ claim }) => !claim.notePath.startsWith('@me/'))).toBe(true);
  });

  it('reads no row twice for a principal until a scope is published anew, and nothing that another has read', async () => {
    const { source, fetched } = countRows(team.source);
    const ask = async (name: string, question: string, from: ConnectionSource = source) => {
      fetched.length = 0;
      const retriever = openTeamRetriever({ source: from, principal: { name }, workspace: WORKSPACE });
      const found = await retriever.query(question, { conversations: true });
      return {
        found: toShown(found),
        epochs: found.epochs,
        rows: fetched.reduce((sum, each) => sum + each, 0),
      };
    };
    // None of them has notes of its own.
    const first = await ask('eve', 'How fast does pump 17 run?');
    await ask('eve', 'How fast does pump 17 run?');
    const again = await ask('eve', 'How fast does pump 17 run?');
    expect(again.found).toEqual(first.found);
    expect(again.rows).toBeLessThan(first.rows / 2);
    expect((await ask('ann', 'How fast does pump 17 run?')).rows).toBe(first.rows);
    // After any publication, a principal with a cache gets the same answer as one without.
    const texts = [
      { 'pumps.md': '# Pumps\n\nPump 17 runs at 90 Hz.\n' },
      { 'pumps.md': '---\nprivacy: secret\n---\n\n# Pumps\n\nPump 17 runs at 91 Hz.\n' },
      { 'other.md': 'Pump 18 runs at 92 Hz, and Leila lives in Brno.\n' },
      WORKSPACE_NOTES,
    ];
    for (const notes of texts) {
      const { store, root } = await publishNotes(team.source, 'workspace', notes);
      await store.close();
      rmSync(root, { recursive: true });
      for (const question of ['How fast does pump 17 run?', 'Who lives in Brno?', 'pum*'])
        for (const name of ['eve', 'eve', 'ann']) {
          const told = await ask(name, question);
          const anew = await ask(name, question, { ...team.source });
          expect([name, told.found, told.epochs]).toEqual([name, anew.found, anew.epochs]);
        }
    }
    server.psql("UPDATE memora.member SET principal = 'gone' WHERE principal = 'eve'", team.database);
    await expect(ask('eve', 'How fast does pump 17 run?')).rejects.toMatchObject({
      code: 'TEAM_NOT_A_MEMBER',
    });
    server.psql("UPDATE memora.member SET principal = 'eve' WHERE principal = 'gone'", team.database);
  });

  it('reads a claim of a scope that another server has made since', async () => {
    const member = `SELECT id, 'dan', 'writer' FROM memora.workspace WHERE name = '${WORKSPACE}'`;
    server.psql(`INSERT INTO memora.member (workspace, principal, role) ${member}`, team.database);
    const asking = { source: team.source, principal: { name: 'dan' }, workspace: WORKSPACE };
    const reader = await openTeamReader(asking);
    server.psql(
      `INSERT INTO memora.scope (workspace, kind, owner) SELECT id, 'user', 'dan' FROM memora.workspace WHERE name = '${WORKSPACE}'`,
      team.database,
    );
    const { store, root } = await publishNotes(
      team.source,
      'user',
      { 'own.md': 'The kite is red.\n' },
      'dan',
    );
    await store.close();
    rmSync(root, { recursive: true });
    const { hits } = await openTeamRetriever(asking).query('kite', { k: 1 });
    const id = hits[0]?.claim.id ?? '';
    expect([...(await reader.getClaims([id])).keys()]).toEqual([id]);
    expect((await reader.getClaims(['nothing'])).size).toBe(0);
  });

  it('follows a link into another scope for whoever sees both, and past what may not be seen', async () => {
    const publish = async (kind: ScopeKind, notes: Readonly<Record<string, string>>, principal?: string) => {
      const { store, root } = await publishNotes(team.source, kind, notes, principal);
      await store.close();
      rmSync(root, { recursive: true });
    };
    const reached = async (name: string, question: string) => {
      const retriever = openTeamRetriever({ source: team.source, principal: { name }, workspace: WORKSPACE });
      const { hits } = await retriever.query(question, { k: 20 });
      return hits.filter(({ why }) => why.legs.includes('graph')).map(({ claim }) => claim.notePath);
    };
    server.psql('UPDATE memora.scope SET epoch = 1', team.database);
    const before = await reached('eve', 'crane');
    await publish('global', { 'orchard/pears.md': '# Ripe pears\n\nThey are picked in autumn.\n' });
    await publish('user', { 'mine.md': '# Mine\n\nThe tractor wants what [[ripe pears]] need.\n' }, 'eve');
    // A note with that name and a shorter path that eve can't see.
    await publish('user', { 'p.md': '---\naliases: [ripe pears]\n---\n\nThe vault is yellow.\n' }, 'ben');
    expect(await reached('eve', 'tractor')).toContain('@global/orchard/pears.md');
    expect(await reached('eve', 'picked in autumn')).toContain('@me/mine.md');
    expect(await reached('ben', 'picked in autumn')).not.toContain('@me/mine.md');
    expect(await reached('eve', 'crane')).toEqual(before);
    // A note in its own scope has priority over all others.
    await publish(
      'user',
      {
        'mine.md': '# Mine\n\nThe tractor wants what [[ripe pears]] need.\n',
        'a/long/way/pears.md': '# Ripe pears\n\nMine are blue.\n',
      },
      'eve',
    );
    expect(await reached('eve', 'tractor')).toContain('@me/a/long/way/pears.md');
    expect(await reached('eve', 'tractor')).not.toContain('@global/orchard/pears.md');
  });
});
