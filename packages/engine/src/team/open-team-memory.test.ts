import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  addMember,
  addUserScope,
  initTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  runWorkerOnce,
  type TeamDatabase,
} from '@memora/postgres';
import { countRounds } from '@memora/testing-fixtures/count-rounds';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoraTools, verifiedStream, withMemora } from '../ai-sdk/index.ts';
import { openMemory } from '../open-memory.ts';
import { openTeamMemory } from './open-team-memory.ts';
import type { TeamMemories } from './team-memory.ts';

const NOTES: Readonly<Record<string, string>> = {
  'pump.md':
    '---\ncreated: 2026-01-01\n---\n# Pump Nine\n\nThe capacity of Pump Nine is 30 litres.\n\nPump Nine stands in Brno.\n',
  'lake.md': '# Lake\n\nThe red lake freezes in March.\n\nKestrel is owned by [[Priya Tanaka]].\n',
  'Priya Tanaka.md': '# Priya Tanaka\n\nPriya Tanaka lives in Espoo.\n',
  'plan.md': '# Plan\n\nWe decided to use two pumps.\n',
};
const QUESTIONS = [
  'What is the capacity of Pump Nine?',
  'When does the red lake freeze?',
  'Where does the owner of Kestrel live?',
  'Who painted the old lighthouse?',
];

const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
const reason = whyNoServer();
describe.skipIf(reason !== null)(`a team's memory${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let database: TeamDatabase;
  let memories: TeamMemories;
  const folders: string[] = [];
  const folder = (notes: Readonly<Record<string, string>> = {}) => {
    const root = mkdtempSync(join(tmpdir(), 'memora-asked-'));
    folders.push(root);
    for (const [path, text] of Object.entries(notes)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  };
  const at = (login?: string) =>
    readAddress({ url: server.url('asked', login), from: 'flag', env: TEAM_ENV });
  const acting = (name: string, workspace = 'acme') => ({
    source: database.source,
    principal: { name },
    workspace,
    database: 'asked',
  });
  const publish = async (workspace?: string) => {
    const hash = await loadBlake3();
    await runWorkerOnce({ ...acting('ann', workspace), hash, codec: undefined, folder: worker });
  };
  const initTeamOf = async (workspace: string) => {
    const owner = openPool(at());
    await initTeam(owner, { workspace, admin: 'ann', login: 'app', signingKey: TEAM_KEY });
    await owner.close();
  };
  let root = '';
  let worker = '';

  beforeAll(async () => {
    server = await startServer();
    server.psql('CREATE DATABASE asked');
    server.psql('CREATE ROLE app LOGIN NOINHERIT');
    await initTeamOf('acme');
    database = await openTeamDatabase(at('app'));
    await addMember(acting('ann'), { principal: 'ben', isGroup: false, role: 'writer' });
    await addUserScope(acting('ann'), 'ben');
    root = folder({ ...NOTES, 'users/ben/mine.md': 'The capacity of Pump Nine is 60 litres.\n' });
    worker = folder();
    await pushFolder({ ...acting('ben'), hash: await loadBlake3(), codec: undefined, root });
    await publish();
    memories = await openTeamMemory({ database, workspace: 'acme', env: { MEMORA_EMBED_PROVIDER: 'none' } });
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await server?.[Symbol.asyncDispose]();
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });

  it('answers a member as the same notes on a disk answer, citation for citation', async () => {
    const { 'users/ben/mine.md': _, ...shared } = { ...NOTES, 'users/ben/mine.md': '' };
    await using local = await openMemory({ vault: folder(shared), env: { MEMORA_EMBED_PROVIDER: 'none' } });
    await local.index();
    const ann = await memories.as({ name: 'ann' });
    for (const question of QUESTIONS) {
      const [ours, theirs] = [await ann.ask(question), await local.ask(question)];
      expect([question, ours.cleanText, ours.abstained]).toEqual([
        question,
        theirs.cleanText,
        theirs.abstained,
      ]);
      expect(ours.report.checks).toEqual(theirs.report.checks);
      expect(ours.degradedReasons).toEqual(theirs.degradedReasons);
      expect(ours.hits.map(({ claim, score }) => [claim.id, score.toPrecision(9)])).toEqual(
        theirs.hits.map(({ claim, score }) => [claim.id, score.toPrecision(9)]),
      );
      expect([ours.epochs.workspace, ours.notices.behind]).toEqual([1, []]);
    }
  });

  it('shows what is a member’s own to that member alone', async () => {
    const [ann, ben] = [await memories.as({ name: 'ann' }), await memories.as({ name: 'ben' })];
    const asked = 'capacity of Pump Nine';
    const pathsOf = ({ hits }: Awaited<ReturnType<typeof ann.query>>) =>
      hits.map(({ claim }) => claim.notePath);
    expect(pathsOf(await ben.query(asked))).toContain('@me/mine.md');
    expect(pathsOf(await ann.query(asked))).not.toContain('@me/mine.md');
    expect(JSON.stringify(await ann.ask(asked))).not.toContain('60 litres');
    await expect(memories.as({ name: 'mallory' })).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
  });

  it('tells a member what of its own contradicts what is shared, and nobody else', async () => {
    const [ann, ben] = [await memories.as({ name: 'ann' }), await memories.as({ name: 'ben' })];
    const asked = 'capacity of Pump Nine';
    const { hits, contested } = await ben.query(asked);
    const idOf = (path: string, text: string) =>
      hits.find(({ claim, snippet }) => claim.notePath === path && snippet.includes(text))?.claim.id;
    const yours = [
      { claim: idOf('pump.md', '30 litres'), by: idOf('@me/mine.md', '60 litres'), reason: 'number' },
    ];
    expect(contested).toEqual({ yours });
    expect((await ben.ask(asked)).contested).toEqual({ yours });
    expect((await ben.passages(asked)).contested).toEqual({ yours });
    expect((await ben.query('When does the red lake freeze?')).contested.yours).toEqual([]);
    expect((await ann.query(asked)).contested).toEqual({ yours: [] });
  });

  it('asks an engine of its own for each member, and shows nobody what it names of others', async () => {
    const mine = (await (await memories.as({ name: 'ben' })).claims.listClaims({ notePath: '@me/mine.md' }))
      .claims;
    const named = mine.map(({ id }) => ({ id, score: 1 }));
    const asked: string[] = [];
    const retriever = ({ name }: { readonly name: string }) => ({
      find: async () => {
        asked.push(name);
        return named;
      },
    });
    const own = await openTeamMemory({
      database,
      workspace: 'acme',
      env: { MEMORA_EMBED_PROVIDER: 'none' },
      retriever,
    });
    const pathsOf = async (name: string) =>
      (await (await own.as({ name })).query('zebra')).hits.map(({ claim }) => claim.notePath).slice(0, 1);
    expect([await pathsOf('ben'), await pathsOf('ann'), asked]).toEqual([
      ['@me/mine.md'],
      [],
      ['ben', 'ann'],
    ]);
  });

  it('takes few round trips to the server', async () => {
    const { source, take } = countRounds(database.source);
    const counted = await openTeamMemory({
      database: { ...database, source },
      workspace: 'acme',
      env: { MEMORA_EMBED_PROVIDER: 'none' },
    });
    const ann = await counted.as({ name: 'ann' });
    const roundsOf = async (work: () => Promise<unknown>) => {
      take();
      await work();
      return take().length;
    };
    // Connections are opened on first use.
    const { draft } = await ann.ask('When does the red lake freeze?');
    for (const question of QUESTIONS) {
      expect(await roundsOf(() => ann.query(question))).toBeLessThanOrEqual(7);
    }
    expect(await roundsOf(() => ann.ask('What is the capacity of Pump Nine?'))).toBeLessThanOrEqual(11);
    expect(draft).toContain('[claim:');
    expect(await roundsOf(() => ann.verify(draft))).toBe(1);
  });

  it('reads the claims of a page from the notes that the question read', async () => {
    const { source, take } = countRounds(database.source);
    const counted = await openTeamMemory({
      database: { ...database, source },
      workspace: 'acme',
      env: { MEMORA_EMBED_PROVIDER: 'none' },
    });
    const ben = await counted.as({ name: 'ben' });
    const bands = ['public', 'private'] as const;
    await ben.passages('Who?');
    for (const question of QUESTIONS) {
      take();
      const { hits } = await ben.passages(question, { bands });
      const begun = take()
        .flat()
        .filter((sql) => sql.startsWith('BEGIN'));
      expect(begun.length).toBeLessThanOrEqual(6);
      const texts = await ben.readSpans(hits.map(({ claim }) => claim));
      expect(hits.map(({ snippet }) => snippet)).toEqual(texts.map((text) => text?.replace(/\s+/gu, ' ')));
    }
  });

  it('waits for a publication no longer than it was told to, and says by how much it is behind', async () => {
    writeFileSync(join(root, 'new.md'), '# Otter\n\nOtter Seven weighs 12 tons.\n');
    await pushFolder({ ...acting('ben'), hash: await loadBlake3(), codec: undefined, root });
    const ann = await memories.as({ name: 'ann' });
    const { epochs } = await ann.query('Otter Seven');
    const wanted = { workspace: (epochs.workspace ?? 0) + 1 };
    const early = await ann.query('Otter Seven', { waitFor: wanted, deadline: 0 });
    expect(early.degradedReasons).toEqual(['index: BEHIND: the workspace scope by 1 notes']);
    const later = ann.ask('How much does Otter Seven weigh?', { waitFor: wanted, deadline: 60_000 });
    await publish();
    expect(await later).toMatchObject({ degradedReasons: ['no_model'], epochs: wanted });
    expect((await later).cleanText).toContain('12 tons');
  });

  it('verifies what was known then by the bytes of then', async () => {
    const ben = await memories.as({ name: 'ben' });
    const { draft } = await ben.ask('How much does Otter Seven weigh?');
    const isVerified = ({ checks }: Awaited<ReturnType<typeof ben.verify>>) =>
      checks.length > 0 && checks.every(({ status }) => status === 'verified');
    expect(isVerified(await ben.verify(draft))).toBe(true);
    const known = new Date().toISOString();
    writeFileSync(join(root, 'new.md'), '# Otter\n\nNothing is known of it any more.\n');
    await pushFolder({ ...acting('ben'), hash: await loadBlake3(), codec: undefined, root });
    await publish();
    expect(isVerified(await ben.verify(draft))).toBe(false);
    const then = await ben.verify(draft, { asOf: { known } });
    expect(isVerified(then)).toBe(true);
    const before = await ben.verify(draft, { asOf: { known: '2020-01-01T00:00:00Z' } });
    expect(isVerified(before)).toBe(false);
  });

  it('is given to the AI SDK as a memory on disk is: in a prompt, by tools, and in a stream', async () => {
    const ann = await memories.as({ name: 'ann' });
    const { hits } = await ann.query('When does the red lake freeze?');
    const cited = `The red lake freezes in March [claim:${hits[0]?.claim.id}].`;
    const prompts: string[] = [];
    const model = new MockLanguageModelV4({
      doGenerate: async ({ prompt }) => {
        prompts.push(JSON.stringify(prompt));
        return {
          content: [{ type: 'text', text: `${cited} It was painted green.` }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
          warnings: [],
        };
      },
    });
    const { text, sources } = await generateText({
      model: withMemora(model, ann),
      prompt: 'When does the red lake freeze?',
    });
    expect([text, sources]).toEqual([cited, [expect.objectContaining({ filename: 'lake.md' })]]);
    expect([prompts[0]?.includes('freezes in March'), prompts[0]?.includes('60 litres')]).toEqual([
      true,
      false,
    ]);
    const { memora_query: find, memora_query_cited: ask, memora_verify_answer: verify } = memoraTools(ann);
    const call = { toolCallId: '1', messages: [], context: {} } as never;
    const query = 'When does the red lake freeze?';
    expect(JSON.stringify(await find?.execute?.({ query }, call))).toContain('lake.md');
    expect(JSON.stringify(await ask?.execute?.({ query }, call))).toContain('March');
    expect(await verify?.execute?.({ text: `${cited} It is deep.` }, call)).toMatchObject({
      clean_text: cited,
    });
    const written = new ReadableStream<string>({
      start: (controller) => {
        for (const piece of [cited.slice(0, 9), cited.slice(9), ' It is deep.']) controller.enqueue(piece);
        controller.close();
      },
    });
    let shown = '';
    for await (const part of verifiedStream(written, ann)) if (part.type === 'text') shown += part.text;
    expect(shown.trim()).toBe(cited);
  });

  it('gives the verdicts of the same notes on a disk, one by one, over lies and truths', async () => {
    const cases = ['lies.txt', 'truths.txt'].flatMap((name) =>
      readFileSync(new URL(`../../../validator/src/testing-fixtures/${name}`, import.meta.url), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('|').slice(-2) as [evidence: string, statement: string]),
    );
    const chosen = isWhole ? cases : cases.filter((_, i) => i % 8 === 0);
    const said = Object.fromEntries(chosen.map(([evidence], i) => [`told/${i}.md`, `${evidence}\n`]));
    const told = folder(said);
    await using local = await openMemory({ vault: told, env: { MEMORA_EMBED_PROVIDER: 'none' } });
    await local.index();
    await initTeamOf('verdicts');
    await pushFolder({
      ...acting('ann', 'verdicts'),
      hash: await loadBlake3(),
      codec: undefined,
      root: told,
    });
    await publish('verdicts');
    const ann = await (await openTeamMemory({ database, workspace: 'verdicts', env: {} })).as({
      name: 'ann',
    });
    const { claims } = await local.claims.listClaims();
    const byNote = Map.groupBy(claims, ({ notePath }) => notePath);
    let verified = 0;
    for (const [i, [, statement]] of chosen.entries()) {
      const markers = (byNote.get(`told/${i}.md`) ?? []).map(({ id }) => `[claim:${id}]`).join(' ');
      const answer = statement.replace(/([.!?。！？।]?)$/u, ` ${markers}$1`);
      const [ours, theirs] = [await ann.verify(answer), await local.verify(answer)];
      expect([answer, ours.cleanText, ours.checks]).toEqual([answer, theirs.cleanText, theirs.checks]);
      verified += ours.checks.filter(({ status }) => status === 'verified').length;
    }
    expect([verified > 0, verified < claims.length]).toEqual([true, true]);
  }, 300_000);

  it('verifies nothing whose span or fingerprint somebody changed in the database', async () => {
    const ann = await memories.as({ name: 'ann' });
    const { hits } = await ann.query('When does the red lake freeze?');
    const id = hits[0]?.claim.id;
    const statusOf = async () =>
      (await ann.verify(`The red lake freezes in March [claim:${id}].`)).checks.map(({ status }) => status);
    expect(await statusOf()).toEqual(['verified']);
    for (const [change, back] of [
      ['span_start = span_start + 4', 'span_start = span_start - 4'],
      ['span_end = span_end - 7', 'span_end = span_end + 7'],
      [
        'fingerprint = set_byte(fingerprint, 0, (get_byte(fingerprint, 0) + 1) % 256)',
        'fingerprint = set_byte(fingerprint, 0, (get_byte(fingerprint, 0) + 255) % 256)',
      ],
      [
        "note = (SELECT key FROM memora.note n WHERE n.scope = claim.scope AND path = 'plan.md')",
        "note = (SELECT key FROM memora.note n WHERE n.scope = claim.scope AND path = 'lake.md')",
      ],
    ]) {
      server.psql(`UPDATE memora.claim SET ${change} WHERE id = '${id}'`, 'asked');
      expect([change, await statusOf()]).toEqual([change, [expect.not.stringMatching(/^verified$/)]]);
      server.psql(`UPDATE memora.claim SET ${back} WHERE id = '${id}'`, 'asked');
    }
    expect(await statusOf()).toEqual(['verified']);
  });

  it('answers nothing from bytes that somebody changed in the database, and says so', async () => {
    server.psql(
      "UPDATE memora.blob SET bytes = bytes || 'x'::bytea WHERE encode(bytes, 'escape') LIKE '%Espoo%'",
      'asked',
    );
    const ann = await memories.as({ name: 'ann' });
    const answer = await ann.ask('Where does Priya Tanaka live?');
    expect(answer.cleanText).not.toContain('Espoo');
    expect(answer.degradedReasons).toContain('notes: TEAM_BLOB_ALTERED: 1 of them');
    expect((await ann.ask('When does the red lake freeze?')).cleanText).toContain('March');
  });
});
