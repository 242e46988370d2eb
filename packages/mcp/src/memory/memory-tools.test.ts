import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { CLIENTS, type TestClient } from '../testing-fixtures/connect-client.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const PINNED =
  '# Memory\n\n- The team meets on Mondays.\n- <!--privacy:secret-->The safe opens with 4711.<!--/privacy-->\n';

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
    expect(saved).toMatchObject({ decision: 'accept', code: 'new', trust: 0.7, held: null, saves_left: 9 });
    const id = String(saved['memory_id']);
    expect(await call(client, 'memora_remember', { content: 'ok' })).toMatchObject({
      decision: 'reject',
      code: 'too_short',
      memory_id: null,
    });
    const found = await call(client, 'memora_recall', { query: 'Where does the relay of Harbor run?' });
    const memories = found['memories'] as unknown as Record<string, unknown>[];
    expect(memories[0]).toMatchObject({ memory_id: id, kind: 'fact', status: 'current', verified: true });
    for (const memory of memories) expect(countTokens(JSON.stringify(memory))).toBeLessThanOrEqual(100);
    const full = await call(client, 'memora_get_memories', { ids: [id, 'mem_000000000000'] });
    expect(full['memories']).toMatchObject([{ memory_id: id, entity: 'Harbor', tags: ['network'] }]);
    const newer = await call(client, 'memora_supersede', {
      id,
      content: 'The relay of Harbor runs in Porto.',
    });
    expect(newer['memory_id']).not.toBeNull();
    const pinned = await client.readResource('memora://pinned');
    expect(pinned.contents[0]?.text).toContain('The team meets on Mondays.');
    expect(pinned.contents[0]?.text).not.toContain('4711');
    const resource = await client.readResource(`memora://memory/${id}`);
    expect(JSON.parse(resource.contents[0]?.text ?? '')).toMatchObject({ memory_id: id });
    expect(await readFile(join(vault.vault, 'MEMORY.md'), 'utf8')).toBe(PINNED);
  });
});

it('a recalled line of any script costs at most a hundred tokens', async () => {
  await using vault = await setupVault({ 'tea.md': '# Tea\n\nIda drinks tea.\n' });
  await using client = await CLIENTS['v2 SDK over stdio'](vault.vault, vault.env);
  const words = [
    'レナはベルリンに住んでいます。',
    'Лена живёт в Берлине и работает.',
    'x1y2z3-a9b8c7/d6e5f4',
    'The relay hums.',
  ];
  for (const word of words)
    await call(client, 'memora_remember', {
      content: `The relay note: ${word.repeat(30)}`.slice(0, 900),
      kind: 'procedure',
    });
  const { memories } = await call(client, 'memora_recall', { query: 'relay note', limit: 50 });
  for (const memory of memories as unknown as object[])
    expect(countTokens(JSON.stringify(memory))).toBeLessThanOrEqual(100);
});
