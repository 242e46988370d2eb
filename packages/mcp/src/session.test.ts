import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, HTTP_CLIENTS, type TestClient, type ToolReply } from './testing-fixtures/connect-client.ts';
import { CANARY, setupVault } from './testing-fixtures/setup-vault.ts';
import { startHttpServer } from './testing-fixtures/start-server.ts';
import { toolsOf } from './tools.ts';

type Vault = Awaited<ReturnType<typeof setupVault>>;
type Http = Awaited<ReturnType<typeof startHttpServer>>;

let vault: Vault;
let http: Http;
let token: string;

beforeAll(async () => {
  vault = await setupVault();
  const tokenFile = join(vault.folder, 'token');
  http = await startHttpServer(vault.vault, vault.env, tokenFile);
  token = (await readFile(tokenFile, 'utf8')).trim();
});
afterAll(async () => {
  await http?.[Symbol.asyncDispose]();
  await vault?.[Symbol.asyncDispose]();
});

const connectors: [string, () => Promise<TestClient>][] = [
  ...Object.entries(CLIENTS).map(([name, connect]): [string, () => Promise<TestClient>] => [
    name,
    () => connect(vault.vault, vault.env),
  ]),
  ...Object.entries(HTTP_CLIENTS).map(([name, connect]): [string, () => Promise<TestClient>] => [
    name,
    () => connect(http.url, token),
  ]),
];

describe.each(connectors)('a session of the %s', (_, connect) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client?.[Symbol.asyncDispose]());

  it('runs from the first question to a checked answer', async () => {
    expect(client.instructions()).toContain('memora_verify_answer');

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolsOf('all').map(({ name }) => name));
    expect(tools.every((tool) => tool.annotations !== undefined && tool.outputSchema !== undefined)).toBe(
      true,
    );

    const found = outputOf(
      await client.callTool('memora_query', { query: 'where did the gateway move?', k: 3 }),
    );
    const hits = found['hits'] as {
      claim_id: string;
      id: string;
      note: string;
      snippet: string;
      span: number[];
    }[];
    const hit = hits.find(
      ({ note, snippet }) => note === 'projects/gateway.md' && snippet.includes('Dublin'),
    );
    expect(hit).toMatchObject({ id: 'gateway', region: 'projects' });
    expect(found['regions_used']).toContain('projects');
    expect(found).not.toHaveProperty('as_of');
    const then = { query: 'where did the gateway move?', as_of: '2026-03-31' };
    expect(outputOf(await client.callTool('memora_query', then))).toMatchObject({ as_of: '2026-03-31' });

    const answer = `The gateway moved to Dublin on 2026-03-03 [claim:${hit?.claim_id}]. It serves 50 requests [claim:${hit?.claim_id}].`;
    const checked = outputOf(await client.callTool('memora_verify_answer', { text: answer }));
    expect(checked['clean_text']).toBe(`The gateway moved to Dublin on 2026-03-03 [claim:${hit?.claim_id}].`);
    expect(checked).toMatchObject({ verdict: 'partial', verified: 1 });

    const cited = outputOf(
      await client.callTool('memora_query_cited', { query: 'where did the gateway move?' }),
    );
    expect(cited['clean_text']).toContain('Dublin');
    expect(cited['degraded']).toBe(true);
    expect(cited['verified_count']).toBeGreaterThan(0);

    const claim = outputOf(await client.callTool('memora_verify_claim', { claim_id: hit?.claim_id }));
    expect(claim).toMatchObject({ exists: true, span_intact: true, superseded: false });
    expect(claim['current_text']).toContain('Dublin');

    const note = outputOf(await client.callTool('memora_get_note', { id: 'gateway' }));
    expect(note).toMatchObject({
      id: 'gateway',
      region: 'projects',
      summary: 'Where the gateway runs.',
      tags: ['infra'],
      wikilinks: ['oncall'],
      body_redacted: true,
    });
    expect(note['body']).toContain('moved to Dublin');
    expect(note['body']).toContain('[redacted]');
  });

  it('captures a note that the next question finds, in the folder it names and nowhere else', async () => {
    const word = `kestrel${client.label.replace(/\W/g, '').toLowerCase()}`;
    const note = {
      region: 'inbox',
      summary: `About ${word}`,
      body: `The ${word} nests on the tower.`,
      tags: ['birds'],
    };
    const { id, path } = outputOf(await client.callTool('memora_capture', note));
    expect(path).toMatch(/^inbox\/.+\.md$/);
    const text = await readFile(join(vault.vault, String(path)), 'utf8');
    expect(text).toContain(note.body);
    // An agent wrote it, so no part of it is its user's.
    expect(text).toMatch(/\nsource: agent\n/u);
    const found = outputOf(await client.callTool('memora_query', { query: `where does the ${word} nest?` }));
    expect(found['hits']).toEqual(expect.arrayContaining([expect.objectContaining({ id, note: path })]));
    for (const region of ['../outside', '/etc', 'a/../../b', '.memora', 'C:\\x']) {
      const refused = errorOf(await client.callTool('memora_capture', { ...note, region }));
      expect(refused).toMatchObject({ code: expect.stringMatching(/^PATH_/) });
    }
    const again = outputOf(await client.callTool('memora_capture', note));
    expect(again['path']).not.toBe(path);
    expect(await readFile(join(vault.vault, String(path)), 'utf8')).toBe(text);
  });

  it('lists and reads resources and prompts', async () => {
    const { resources } = await client.listResources();
    const names = resources.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['projects/gateway.md', 'projects/oncall.md', '東京/会議.md']),
    );
    expect(names).not.toContain('people/diary.md');
    for (const { uri } of resources) {
      const { contents } = await client.readResource(uri);
      expect(contents[0]).toMatchObject({ uri });
      // This vault has no MEMORY.md.
      if (uri === 'memora://pinned') expect(contents[0]?.text).toBe('');
      else expect(contents[0]?.text).toMatch(/\S/);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memora://note/{id}',
      'memora://claim/{id}',
      'memora://memory/{id}',
    ]);
    await expect(client.readResource('memora://note/nowhere')).rejects.toThrow();

    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'ask_with_citations',
      'review_today',
      'reflect_on_work',
      'end_session',
    ]);
    const { messages } = await client.getPrompt('ask_with_citations', { question: 'who is on call?' });
    expect(JSON.stringify(messages)).toContain('who is on call?');
  });

  it('lists the review queues', async () => {
    const { contradictions } = outputOf(await client.callTool('memora_contradictions'));
    expect(contradictions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          newer: expect.objectContaining({ note: 'plans/2026.md' }),
          older: expect.objectContaining({ note: 'plans/2025.md' }),
        }),
      ]),
    );
    const none = outputOf(await client.callTool('memora_contradictions', { subject: 'nobody' }));
    expect(none).toEqual({ contradictions: [] });
    expect(outputOf(await client.callTool('memora_stale_claims'))).toEqual({ claims: expect.any(Array) });
    const { decisions } = outputOf(await client.callTool('memora_decisions'));
    expect(decisions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: expect.stringContaining('switch to MessagePack') }),
      ]),
    );
  });

  it('answers wrong input with an error that says what to send, and goes on', async () => {
    expect(errorOf(await client.callTool('memora_query', {}))).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'query must be given',
    });
    expect(errorOf(await client.callTool('memora_get_note', { id: '../../etc/passwd' }))).toMatchObject({
      code: 'NOTE_NOT_FOUND',
    });
    expect(
      errorOf(await client.callTool('memora_query', { query: 'gateway', region: 'nowhere' })),
    ).toMatchObject({ code: 'REGION_NOT_FOUND', hint: expect.stringContaining('projects') });
    await expect(client.callTool('memora_nowhere')).rejects.toThrow();
    expect(
      outputOf(await client.callTool('memora_verify_claim', { claim_id: 'no-such-claim' })),
    ).toMatchObject({ exists: false });
  });

  it('shows no secret text through any tool or resource', async () => {
    const replies: unknown[] = [await client.listTools(), await client.listResources()];
    for (const name of ['memora_stale_claims', 'memora_contradictions', 'memora_decisions']) {
      replies.push(await client.callTool(name));
    }
    for (const query of [
      'gateway password',
      CANARY,
      `what did the doctor say about ${CANARY}?`,
      'diagnosis diary',
      'forever',
    ]) {
      // The question itself contains the token, which is removed from anything that comes back.
      replies.push(await client.callTool('memora_query', { query, k: 100 }));
      replies.push(await client.callTool('memora_query_cited', { query, k: 100 }));
    }
    const all = outputOf(
      await client.callTool('memora_query', { query: 'gateway password diagnosis doctor', k: 100 }),
    );
    for (const { claim_id, id } of all['hits'] as { claim_id: string; id: string }[]) {
      replies.push(await client.callTool('memora_verify_claim', { claim_id }));
      replies.push(await client.callTool('memora_get_note', { id }));
      replies.push(await client.readResource(`memora://claim/${claim_id}`));
      replies.push(await client.readResource(`memora://note/${encodeURIComponent(id)}`));
      replies.push(
        await client.callTool('memora_verify_answer', { text: `The password is 99 [claim:${claim_id}].` }),
      );
    }
    expect(replies.length).toBeGreaterThan(15);
    expect(JSON.stringify(replies)).not.toContain(CANARY);
  });
});

function outputOf(reply: ToolReply): Record<string, unknown> {
  expect(reply.isError ?? false).toBe(false);
  expect(JSON.parse(reply.content[0]?.text ?? '')).toEqual(reply.structuredContent);
  return reply.structuredContent ?? {};
}

function errorOf(reply: ToolReply): unknown {
  expect(reply.isError).toBe(true);
  return (JSON.parse(reply.content[0]?.text ?? '') as { error: unknown }).error;
}
