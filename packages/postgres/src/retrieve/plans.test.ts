import { toLedgerDecisions } from '@memora/claims/internal';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { searchTables } from '../erase/search-tables.ts';
import { createNoteBatches } from '../notes/create-note-batches.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { readCited } from '../notes/read-cited.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { openTeamReader } from '../read/open-team-reader.ts';
import { ALL_TABLES } from '../schema/policies.ts';
import { readAuditPage } from '../team/audit.ts';
import { countTeamNotesBehind } from '../team/count-notes-behind.ts';
import { findTeamNotesBehind } from '../team/find-notes-behind.ts';
import { readTeamStatus } from '../team/team-status.ts';
import { readEpochs } from '../team/wait-for-epochs.ts';
import { explainReads } from '../testing-fixtures/explain-lists.ts';
import { explainSource, PLANS_WRITTEN, readWrittenPlans } from '../testing-fixtures/explain-statements.ts';
import { setupTeam, type TestTeam, WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import { openTeamRetriever } from './open-team-retriever.ts';

const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
const CLAIMS_A_NOTE = 100;
/**
 * The full size is 100,000 claims. PostgreSQL reads a small table completely, so the test rules that out
 * there.
 */
const NOTES = isWhole ? 1_000 : 4;
/** A scope has only a few rows of each of these tables, and a database has few scopes. */
const SMALL = [
  'lexical_totals',
  'vector_set',
  'vector_count',
  'claim_index',
  'meta',
  'migration',
  'workspace',
  'member',
  'scope',
];
const TABLES = ALL_TABLES.filter((name) => !SMALL.includes(name));

const QUESTIONS = [
  'How fast does Pump 2x7 run?',
  'which pump is beside Room 3',
  'pum*',
  'weighs 30 kg',
  '"runs at 44"',
  'where is the lamp',
];
const OPTIONS = [{}, { asOf: { known: '2099-01-01T00:00:00Z' } }, { bands: ['public'] as const }];

/** Above this number of rows, reading a whole table is not an acceptable plan, whatever its cost. */
const LARGE = 10_000;

const noteText = (number: number) =>
  `# Room ${number}\n\n${Array.from({ length: CLAIMS_A_NOTE }, (_, i) => `- Pump ${number}x${i} runs at ${i + 30} Hz beside [[Room ${(number + i) % NOTES}]] and weighs ${i * 3} kg`).join('\n')}\n`;

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `the plans of what is asked often${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let team: TestTeam;
    let root: string;
    let disk: string;
    let ofFunctions = 0;
    /** The tables that a piece of work reads completely, with the statement and its plan. */
    const readWholeBy = async (work: (source: ConnectionSource) => Promise<unknown>) => {
      const { source, found } = explainSource(
        team.source,
        TABLES,
        isWhole ? await team.scope('workspace') : null,
      );
      const scopeOfPlans = isWhole ? await team.scope('workspace') : null;
      const from = readWrittenPlans(server.dataFolder, 'app', TABLES, scopeOfPlans, 0).bytes;
      await work(source);
      // Statements inside a function are visible only in the server's log.
      const written = readWrittenPlans(server.dataFolder, 'app', TABLES, scopeOfPlans, from);
      expect(written.statements.length).toBeGreaterThan(0);
      ofFunctions = written.statements.filter((sql) => sql.includes('json_agg')).length;
      const large = new Set(
        server
          .psql(
            `SELECT relname FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND reltuples >= ${isWhole ? LARGE : 0}`,
            team.database,
          )
          .split('\n'),
      );
      return [...found, ...written.found]
        .filter(({ table }) => large.has(table))
        .map(({ table, sql, plan }) => `${table}: ${sql}\n${plan}`);
    };
    const publish = async (source: ConnectionSource) =>
      workOnScope({ ...team.as('ben'), source, scope: await team.scope('workspace'), folder: disk });
    beforeAll(async () => {
      server = await startServer(['shared_buffers=256MB', ...PLANS_WRITTEN]);
      team = await setupTeam(server);
      // For every connection opened from now on.
      if (!isWhole) server.psql(`ALTER DATABASE ${team.database} SET enable_seqscan = off`);
      root = team.folder();
      disk = team.folder();
      for (let i = 0; i < NOTES; i++) writeNote(root, `room-${i}.md`, noteText(i));
      await pushFolder({ ...team.as('ben'), root });
      await publish(team.source);
      // A person who sees several scopes follows links between them.
      const own = team.folder({ 'users/eve/mine.md': `# Mine\n\n- The lamp stands in [[Room 3]]\n` });
      await pushFolder({ ...team.as('eve'), root: own });
      const scope = await team.scope('user', 'eve');
      await workOnScope({ ...team.as('eve'), scope, folder: team.folder() });
      server.psql('ANALYZE', team.database);
    }, 1_800_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    it.each(['eve', 'ben', 'ann'])(
      'read no table and no scope whole for questions of %s',
      async (name) => {
        const found = await readWholeBy(async (source) => {
          const asking = { source, principal: { name }, workspace: WORKSPACE };
          const retriever = openTeamRetriever(asking);
          for (const question of isWhole
            ? [...QUESTIONS.slice(0, 3), ...QUESTIONS.slice(-1)]
            : QUESTIONS.slice(0, 1))
            for (const options of isWhole ? OPTIONS : [{}, ...OPTIONS.slice(-1)]) {
              const { hits } = await retriever.query(question, options);
              const ids = hits.map(({ claim }) => claim.id);
              const paths = hits.map(({ claim }) => claim.notePath);
              const reader = await openTeamReader(asking);
              await reader.getClaims(ids);
              await readCited(ids, { ...asking, hash: team.hash, codec: undefined });
              await reader.edges({ ids });
              const readNote = createNoteBatches({ ...asking, hash: team.hash, codec: undefined });
              await Promise.all([
                ...paths.map(readNote),
                findTeamNotesBehind(paths, asking),
                readEpochs(asking),
              ]);
            }
        });
        expect(found).toEqual([]);
        expect(ofFunctions).toBeGreaterThan(10);
      },
      600_000,
    );

    it('find what cites claims, derived pages and secrets by an index of their own', async () => {
      const { source, taken } = explainReads(team.source);
      const reader = await openTeamReader({ source, principal: { name: 'eve' }, workspace: WORKSPACE });
      const decisions = toLedgerDecisions([]);
      await reader.contradictions(decisions);
      await reader.staleness(decisions);
      await reader.pages();
      await reader.holdsSecrets();
      const read = new Set(taken().flatMap(({ reads }) => reads.map((each) => each.split(' ').at(-2))));
      expect([...read]).toEqual(
        expect.arrayContaining(['edge_by_type', 'reference_of_citations', 'note_derived', 'claim_sealed']),
      );
    }, 600_000);

    it('read few rows for a list of few', async () => {
      const { source, taken } = explainReads(team.source);
      const eve = { source, principal: { name: 'eve' }, workspace: WORKSPACE };
      const reader = await openTeamReader(eve);
      server.psql(
        `INSERT INTO memora.audit (at, workspace, principal, act)
           SELECT now() - g.i * interval '1 second', w.id, 'eve', 'memora_query' FROM memora.workspace w, generate_series(1, 2000) AS g (i);
         ANALYZE memora.audit;
         INSERT INTO memora.head (scope, path, version, hash, changed)
           SELECT ${await team.scope('user', 'eve')}, 'seen-' || g.i || '.md', 1, sha256(g.i::text::bytea), '3' FROM generate_series(1, 2000) AS g (i);
         ANALYZE memora.head`,
        team.database,
      );
      const lists: Record<string, () => Promise<unknown>> = {
        contested: () => reader.listClaims({ status: 'contested' }),
        stale: () => reader.listClaims({ status: 'stale' }),
        secret: () => reader.listClaims({ bands: ['secret'], limit: 1 }),
        'nothing known so early': () =>
          reader.countClaims({ asOf: { known: '2020-01-01T00:00:00Z' }, limit: 1 }),
        'anything known by now': () =>
          reader.countClaims({ asOf: { known: '2099-01-01T00:00:00Z' }, limit: 1 }),
        'notes behind': () => countTeamNotesBehind(eve),
        audit: () => readAuditPage({ since: new Date(0), limit: 10 }, { ...eve, principal: { name: 'ann' } }),
      };
      for (const [list, read] of Object.entries(lists)) {
        taken();
        await read();
        const rows = taken().flatMap(({ reads, removed }) => [
          removed,
          ...reads.map((each) => Number(each.split(' ').at(-1))),
        ]);
        expect([list, rows.length > 0, Math.max(...rows) <= 20]).toEqual([list, true, true]);
      }
    }, 600_000);

    it('take the number of claims from the publication, without reading them', async () => {
      const { source, taken } = explainReads(team.source);
      const eve = { source, principal: { name: 'eve' }, workspace: WORKSPACE };
      const reader = await openTeamReader(eve);
      const claims = await reader.countClaims();
      taken();
      const statuses = await readTeamStatus(eve);
      expect(statuses.reduce((sum, each) => sum + each.claims, 0)).toBe(claims);
      expect((await reader.stats()).claims).toBe(claims);
      const read = taken().flatMap(({ reads }) => reads.map((each) => each.split(' ').slice(-2)));
      const ofClaims = read.filter(([name = '']) => name.startsWith('claim'));
      expect([read.length > 0, ofClaims.filter(([, rows]) => Number(rows) > 20)]).toEqual([true, []]);
      // As an earlier version left it.
      server.psql('UPDATE memora.scope SET epoch = epoch + 1 WHERE epoch > 0', team.database);
      expect((await readTeamStatus(eve)).reduce((sum, each) => sum + each.claims, 0)).toBe(claims);
      expect((await reader.stats()).claims).toBe(claims);
      server.psql('UPDATE memora.scope SET epoch = epoch - 1 WHERE epoch > 0', team.database);
    }, 600_000);

    it('count the content of a scope once for each publication', async () => {
      const { source, taken } = explainReads(team.source);
      const counts = () => taken().filter(({ sql }) => sql.includes('count(*)')).length;
      const reader = await openTeamReader({ source, principal: { name: 'eve' }, workspace: WORKSPACE });
      const first = await reader.stats();
      expect([first.claims > 0, counts() > 0]).toEqual([true, true]);
      expect([await reader.stats(), counts()]).toEqual([first, 0]);
      writeNote(root, 'hall.md', '# Hall\n\n- The hall has 3 doors.\n');
      await pushFolder({ ...team.as('ben'), root });
      await publish(team.source);
      const second = await reader.stats();
      expect([second.claims, second.notes]).toEqual([first.claims + 1, first.notes + 1]);
      // A person who may not see a scope learns no count.
      const bystander = await openTeamReader({
        source,
        principal: { name: 'nobody' },
        workspace: WORKSPACE,
      }).catch(() => null);
      expect((await bystander?.stats().catch(() => null))?.claims ?? 0).toBe(0);
    }, 600_000);

    it('look up by an index whether a stored note still stands, where an erased one is searched', async () => {
      const { source, taken } = explainReads(team.source);
      const words = ['absent', 'vanished'];
      await searchTables({ source }, await team.scope('workspace'), words);
      const [ofNotes] = taken().filter(({ sql }) => sql.includes('memora.blob as b'));
      expect(ofNotes?.reads.map((each) => each.split(' ').at(-2))).toContain('head_by_hash');
    }, 600_000);

    it('read no table and no scope whole to write a note and to publish it', async () => {
      const found = await readWholeBy(async (source) => {
        const notes = openTeamNotes({ ...team.as('ben'), source });
        const note = await notes.readNote('room-1.md');
        await notes.replaceNote(
          'room-1.md',
          Buffer.from(`${noteText(1)}\nThe hall is green.\n`),
          note?.version ?? 0,
        );
        await publish(source);
      });
      expect(found).toEqual([]);
    }, 600_000);
  },
);
