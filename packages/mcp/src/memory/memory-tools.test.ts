import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { CLIENTS, type TestClient } from '../testing-fixtures/connect-client.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { PATIENT, serverCommand } from '../testing-fixtures/start-server.ts';

const PINNED =
  '# Memory\n\n- The team meets on Mondays.\n- <!--privacy:secret-->The safe opens with 471108.<!--/privacy-->\n';

async function call(client: TestClient, name: string, input: Record<string, unknown>) {
  const { structuredContent, isError, content } = await client.callTool(name, input);
  if (isError === true) throw new Error(content[0]?.text);
  return structuredContent as Record<string, never>;
}

describe.each(Object.entries(CLIENTS))('the memory tools by the %s', (_, connect) => {
  it('save a statement, recall it, read it in full and correct it', async () => {
    await using vault = await setupVault({ 'MEMORY.md': PINNED });
    await using client = await connect(vault.vault, vault.env, ['--tools', 'memory']);
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations !== undefined)).toBe(true);
    const saved = await call(client, 'memora_remember', {
      content: 'The relay of Harbor runs in Lisbon.',
      kind: 'knowledge',
      entity: 'Harbor',
      tags: ['network'],
    });
    expect(saved).toEqual({ decision: 'accept', id: expect.stringMatching(/^mem_/u) });
    expect(countTokens(JSON.stringify(saved))).toBeLessThanOrEqual(40);
    const id = String(saved['id']);
    expect(await call(client, 'memora_remember', { content: 'ok' })).toMatchObject({
      decision: 'reject',
      id: null,
      why: 'under 15 characters: say it in a sentence',
    });
    const found = await call(client, 'memora_recall', { query: 'Where does the relay of Harbor run?' });
    const memories = found['memories'] as unknown as string[];
    expect(memories).toEqual([`${id} The relay of Harbor runs in Lisbon.`]);
    expect(found['common']).toMatch(/since \d{4}-\d{2}-\d{2}, by agents/u);
    const none = await call(client, 'memora_recall', { query: 'capital of Australia' });
    expect(none).toEqual({
      memories: [],
      note: expect.stringMatching(/^Nothing is remembered/u),
      nearest: memories,
      common: expect.any(String),
    });
    const all = await call(client, 'memora_list', {});
    expect(all['memories']).toEqual(memories);
    const full = await call(client, 'memora_get_memories', { ids: [id, 'mem_000000000000'] });
    expect(full['memories']).toMatchObject([
      { memory_id: expect.stringContaining(id), entity: 'Harbor', tags: ['network'] },
    ]);
    const newer = await call(client, 'memora_supersede', {
      id,
      content: 'The relay of Harbor runs in Porto.',
    });
    expect(newer).toMatchObject({ decision: 'supersede', id: expect.any(String) });
    const near = await call(client, 'memora_remember', {
      content: 'The relay of Harbor is kept in Faro by Ida.',
    });
    expect(near).toMatchObject({
      decision: 'accept',
      ask: `Still so? ${newer['id']} The relay of Harbor runs in Porto.`,
    });
    expect(countTokens(JSON.stringify(near))).toBeLessThanOrEqual(40);
    const gone = await call(client, 'memora_forget', { id, reason: 'a trial' });
    expect(gone).toMatchObject({ forgotten: expect.stringContaining(id), where: 'trash', restore: true });
    const left = await call(client, 'memora_recall', { query: 'relay of Harbor Lisbon' });
    expect(JSON.stringify(left)).not.toContain(id);
    expect(String(left['memories'])).toContain('Porto');
    const refused = await client.callTool('memora_forget', {
      id: 'claim:0123456789abcdef',
      reason: 'not mine',
    });
    expect(refused.isError).toBe(true);
    const pinned = await client.readResource('memora://pinned');
    expect(pinned.contents[0]?.text).toContain('The team meets on Mondays.');
    expect(pinned.contents[0]?.text).not.toContain('471108');
    const resource = await client.readResource(`memora://memory/${newer['id']}`);
    expect(JSON.parse(resource.contents[0]?.text ?? '')).toMatchObject({
      supersedes: expect.stringContaining(id),
    });
    expect(await readFile(join(vault.vault, 'MEMORY.md'), 'utf8')).toBe(PINNED);
  });
});

it('a recall costs the tokens that it was given, in any script, and the session ends a save with a sentence', async () => {
  await using vault = await setupVault({ 'tea.md': '# Tea\n\nIda drinks tea.\n' });
  await using client = await CLIENTS['v2 SDK over stdio'](vault.vault, vault.env, [
    ...['--tools', 'memory', '--names', 'memory'],
  ]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['memory_save', 'memory_search', 'memory_forget', 'memora_supersede']),
  );
  const listed = tools.map(({ outputSchema: _o, annotations: _a, ...rest }) => rest);
  expect(countTokens(JSON.stringify(listed))).toBeLessThanOrEqual(900);
  const words = [
    'レナはベルリンに住んでいます。',
    'Лена живёт в Берлине и работает.',
    'x1y2z3-a9b8c7/d6e5f4',
    'The relay hums.',
  ];
  for (const [i, word] of [...words, ...words].entries())
    await call(client, 'memory_save', {
      content: `The relay note ${i}: ${word.repeat(30)}`.slice(0, 400),
      said_by: 'own_work',
      lasts: 'always',
    });
  for (const tokens of [100, 400, 1000]) {
    const found = await call(client, 'memory_search', { query: 'relay note', tokens });
    const lines = [...(found['memories'] as unknown as string[]), String(found['common'])];
    expect(lines.length).toBeGreaterThan(1);
    expect(countTokens(lines.join('\n'))).toBeLessThanOrEqual(tokens);
  }
  await call(client, 'memory_save', { content: 'The relay is painted green.' });
  await call(client, 'memory_save', { content: 'The relay has a spare in Porto.' });
  expect(await call(client, 'memory_save', { content: 'The relay was built by Ida.' })).toMatchObject({
    decision: 'reject',
    id: null,
    why: expect.stringContaining('a later one can save it'),
  });
});

it.each(['accept', 'decline'] as const)(
  'asks the person at a client that can whether to use a rule: %s',
  async (action) => {
    await using vault = await setupVault({ 'tea.md': '# Tea\n\nIda drinks tea.\n' });
    const client = new Client({ name: 'asks', version: '1' }, { capabilities: { elicitation: {} } });
    const asked: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return action === 'accept' ? { action, content: {} } : { action };
    });
    await client.connect(
      new StdioClientTransport({ ...serverCommand(vault.vault, vault.env), stderr: 'ignore' }),
      PATIENT,
    );
    const request = {
      name: 'memora_remember',
      arguments: { content: 'Always run the tests before a commit.', kind: 'behavior' },
    };
    const { structuredContent } = await client.callTool(request, undefined, PATIENT);
    expect(asked).toEqual(['Remember: “Always run the tests before a commit.”?']);
    const { held } = structuredContent as { held?: string };
    expect(held).toBe(action === 'accept' ? undefined : 'instruction_without_user');
    const { structuredContent: found } = await client.callTool(
      { name: 'memora_recall', arguments: { query: 'run the tests before a commit' } },
      undefined,
      PATIENT,
    );
    expect(JSON.stringify(found).includes('Always run the tests')).toBe(action === 'accept');
    const report = { content: 'The user wants red buttons.', said_by: 'user' };
    await client.callTool({ name: 'memora_remember', arguments: report }, undefined, PATIENT);
    expect(asked).toHaveLength(2);
    const { structuredContent: buttons } = await client.callTool(
      { name: 'memora_recall', arguments: { query: 'red buttons' } },
      undefined,
      PATIENT,
    );
    expect(JSON.stringify(buttons)).toContain(
      action === 'accept' ? 'an agent, confirmed by the user' : 'the user, as an agent says',
    );
    await client.close();
  },
);
