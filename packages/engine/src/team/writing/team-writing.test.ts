import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  addMember,
  auditWithin,
  initTeam,
  openPool,
  openTeamDatabase,
  readAddress,
  readAudit,
  runWorkerOnce,
  type TeamDatabase,
} from '@memora/postgres';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTeamMemory } from '../open-team-memory.ts';
import type { TeamMemories } from '../team-memory.ts';

const reason = whyNoServer();
describe.skipIf(reason !== null)(`writing to a team's memory${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let database: TeamDatabase;
  let memories: TeamMemories;
  let folder: string;
  let working: Promise<void>;
  const ended = new AbortController();
  const acting = (name: string) => ({ source: database.source, principal: { name }, workspace: 'acme' });

  beforeAll(async () => {
    server = await startServer();
    server.psql('CREATE DATABASE written');
    server.psql('CREATE ROLE app LOGIN NOINHERIT');
    const at = (login?: string) =>
      readAddress({ url: server.url('written', login), from: 'flag', env: TEAM_ENV });
    const owner = openPool(at());
    await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
    await owner.close();
    database = await openTeamDatabase(at('app'));
    await addMember(acting('ann'), { principal: 'ben', isGroup: false, role: 'writer' });
    await addMember(acting('ann'), { principal: 'eve', isGroup: false, role: 'reader' });
    folder = mkdtempSync(join(tmpdir(), 'memora-written-'));
    const hash = await loadBlake3();
    working = (async () => {
      while (!ended.signal.aborted) {
        await runWorkerOnce({ source: database.source, database: 'written', folder, hash, codec: undefined });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    memories = await openTeamMemory({
      database,
      workspace: 'acme',
      env: { MEMORA_EMBED_PROVIDER: 'none' },
      audit: (db, { version, scope }) =>
        auditWithin(db, [{ act: 'written', detail: { outcome: 'ok', version, scope } }]),
    });
  }, 120_000);
  afterAll(async () => {
    ended.abort();
    await working;
    await database?.close();
    await server?.[Symbol.asyncDispose]();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  const PATIENT = { deadline: 60_000 };
  const note = (summary: string, body: string) => ({ region: 'ops', summary, body });

  it('writes into one’s own scope, which the first note makes, and tells the claims once they are published', async () => {
    const [ben, eve] = [await memories.as({ name: 'ben' }), await memories.as({ name: 'eve' })];
    const written = await ben.capture(note('Harbor', 'The harbor master is Ada Quill.'), PATIENT);
    expect(written).toMatchObject({
      path: '@me/ops/Harbor.md',
      version: 1,
      indexed: true,
      isRepeated: false,
    });
    expect(written.claimIds.length).toBeGreaterThan(0);
    const { cleanText, report } = await ben.ask('Who is the harbor master?');
    expect([cleanText.includes('Ada Quill'), report.checks[0]?.status]).toEqual([true, 'verified']);
    expect((await eve.ask('Who is the harbor master?')).cleanText).not.toContain('Ada');
    await expect(eve.capture(note('Mine', 'The kite is red.'), PATIENT)).resolves.toMatchObject({
      path: '@me/ops/Mine.md',
    });
    await expect(
      eve.capture(note('Ours', 'The kite is blue.'), { ...PATIENT, scope: 'workspace' }),
    ).rejects.toMatchObject({ code: 'TEAM_RIGHTS_MISSING' });
  });

  it('makes a call that is repeated under its key one note, at once too', async () => {
    const ben = await memories.as({ name: 'ben' });
    const once = note('Tide', 'The tide gate opens at noon.');
    const asked = { scope: 'workspace', key: 'k-1', ...PATIENT } as const;
    const all = await Promise.all(Array.from({ length: 8 }, () => ben.capture(once, asked)));
    expect(new Set(all.map(({ path, version }) => `${path} ${version}`))).toEqual(new Set(['ops/Tide.md 1']));
    expect(all.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect(await ben.capture(once, asked)).toMatchObject({ isRepeated: true, path: 'ops/Tide.md' });
    await expect(ben.capture({ ...once, body: 'Another.' }, asked)).rejects.toMatchObject({
      code: 'CALL_KEY_REUSED',
    });
    expect(await ben.capture(once, { scope: 'workspace', ...PATIENT })).toMatchObject({
      path: 'ops/Tide 2.md',
    });
  });

  it('leaves a credential out of a note of an agent, and says which', async () => {
    const ben = await memories.as({ name: 'ben' });
    const key = 'AKIAQ3EGRHTY5ZB6LMNO';
    const asked = note('Store', `The store opens with ${key}.`);
    const { hidden, path } = await ben.capture({ ...asked, source: 'agent' }, PATIENT);
    expect(hidden).toEqual(['AWS access key']);
    expect(Buffer.from((await ben.readNote(path)) ?? []).toString()).not.toContain(key);
    expect((await ben.capture({ ...asked, summary: 'Own store' }, PATIENT)).hidden).toEqual([]);
  });

  it('refuses a write over a version that was not seen, with both', async () => {
    const ben = await memories.as({ name: 'ben' });
    const { path, version } = await ben.capture(note('Crane', 'The crane lifts 4 tons.'), PATIENT);
    expect(await ben.versionOf(path)).toBe(version);
    await ben.replaceNote(path, 'The crane lifts 5 tons.\n', version, PATIENT);
    await expect(ben.replaceNote(path, 'The crane lifts 6 tons.\n', version)).rejects.toMatchObject({
      code: 'NOTE_CHANGED',
      cause: { seen: 1, current: 2 },
    });
    expect((await ben.ask('How much does the crane lift?')).cleanText).toContain('5 tons');
  });

  it('promotes a note of one’s own, and says where it came from', async () => {
    const [ben, eve] = [await memories.as({ name: 'ben' }), await memories.as({ name: 'eve' })];
    const own = await ben.capture(note('Lock', 'The lock closes at 22:00.'), PATIENT);
    expect((await eve.ask('When does the lock close?')).abstained).toBe(true);
    const shared = await ben.promote(own.path, { version: own.version, ...PATIENT });
    expect([shared.path, shared.indexed]).toEqual(['ops/Lock.md', true]);
    expect(Buffer.from((await eve.readNote(shared.path)) ?? []).toString()).toContain(
      'promoted_from: "ops/Lock.md, version 1, by ben"',
    );
    expect((await eve.ask('When does the lock close?')).cleanText).toContain('22:00');
    await expect(ben.promote(own.path, { version: 7 })).rejects.toMatchObject({
      cause: { seen: 7, current: 1 },
    });
    await eve.capture(note('Kite', 'The kite is red.'), PATIENT);
    await expect(eve.promote('ops/Kite.md')).rejects.toMatchObject({ code: 'TEAM_RIGHTS_MISSING' });
  });

  it('decides in the ledger of the scope of a claim, where that is said', async () => {
    const [ann, ben] = [await memories.as({ name: 'ann' }), await memories.as({ name: 'ben' })];
    const said = await ben.capture(note('Beacon', 'The beacon is green.'), {
      scope: 'workspace',
      ...PATIENT,
    });
    const id = said.claimIds.at(-1) ?? '';
    const decision = { verb: 'forget', id, reason: 'it was sold' } as const;
    await expect(ben.decide(decision)).rejects.toMatchObject({ code: 'SCOPE_NOT_SAID' });
    const written = await ben.decide(decision, { scope: 'workspace', ...PATIENT });
    expect(written).toMatchObject({ path: '_ledger.md', version: 1, indexed: true });
    expect((await ann.ask('What colour is the beacon?')).cleanText).not.toContain('green');
    await expect(
      ben.decide(
        { verb: 'forget', id: said.claimIds[0] ?? '', reason: 'x' },
        { scope: 'workspace', version: 0 },
      ),
    ).rejects.toMatchObject({ code: 'NOTE_CHANGED', cause: { seen: 0, current: 1 } });
    const entries = await readAudit({ since: new Date(0) }, acting('ann'));
    expect(entries.length).toBeGreaterThan(8);
    expect(JSON.stringify(entries)).not.toMatch(/beacon|green|crane/iu);
    await expect(readAudit({ since: new Date(0) }, acting('ben'))).rejects.toMatchObject({
      code: 'TEAM_RIGHTS_MISSING',
    });
  });

  it('says what to wait for where nobody publishes', async () => {
    ended.abort();
    await working;
    const ben = await memories.as({ name: 'ben' });
    const late = await ben.capture(note('Late', 'The ferry leaves at 06:10.'), {
      scope: 'workspace',
      deadline: 0,
    });
    expect(late).toMatchObject({ indexed: false, claimIds: [] });
    const asked = { waitFor: late.waitFor, deadline: 1 };
    expect((await ben.ask('When does the ferry leave?', asked)).degradedReasons).toEqual([
      'no_model',
      'index: BEHIND: the workspace scope by 1 notes',
    ]);
    await runWorkerOnce({
      ...{ source: database.source, database: 'written', folder },
      ...{ hash: await loadBlake3(), codec: undefined },
    });
    expect((await ben.ask('When does the ferry leave?', { waitFor: late.waitFor })).cleanText).toContain(
      '06:10',
    );
  });
});
