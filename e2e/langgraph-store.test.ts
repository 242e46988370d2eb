import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAgentMemory } from '@memora/agent-memory';
import { MemoraStore } from '@memora/example-langchain/memora-store';
import { afterEach, beforeEach, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../examples/langchain/store.ts', import.meta.url));

let vault: string;
beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'memora-store-'));
});
afterEach(() => rm(vault, { recursive: true, force: true }));

function run(args: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  const env = { PATH: process.env['PATH'] ?? '', MEMORA_CONFIG_DIR: join(vault, '.config'), HOME: vault };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout }));
  });
}

it('keeps what a graph saves as notes, for any later process and only for its namespace', async () => {
  const question = 'Where does the relay of Harbor run?';
  const told = await run([vault, 'ida', 'The relay of Harbor runs in Lisbon.']);
  expect(told).toMatchObject({ code: 0, stdout: 'Noted.\n' });
  expect(await run([vault, 'ida', question])).toMatchObject({
    stdout: 'The relay of Harbor runs in Lisbon.\n',
  });
  expect(await run([vault, 'bob', question])).toMatchObject({ stdout: 'Nothing is remembered.\n' });
});

it('puts, gets, lists, replaces and deletes by namespace and key', async () => {
  await using agent = await openAgentMemory({ vault, agent: 'graph' });
  const store = new MemoraStore(agent);
  await store.put(['users', 'ida'], 'relay', { text: 'The relay of Harbor runs in Lisbon.' });
  await store.put(['users', 'bob'], 'boat', { text: 'Bob sails a blue boat called Wren.' });
  expect((await store.get(['users', 'ida'], 'relay'))?.value['text']).toContain('Lisbon');
  expect(await store.get(['users', 'bob'], 'relay')).toBeNull();
  expect(await store.listNamespaces({ prefix: ['users'] })).toEqual([
    ['users', 'bob'],
    ['users', 'ida'],
  ]);
  await store.put(['users', 'ida'], 'relay', { text: 'The relay of Harbor runs in Porto.' });
  expect((await store.get(['users', 'ida'], 'relay'))?.value['text']).toContain('Porto');
  expect((await store.search(['users'])).map(({ key }) => key).sort()).toEqual(['boat', 'relay']);
  await store.delete(['users', 'ida'], 'relay');
  expect(await store.get(['users', 'ida'], 'relay')).toBeNull();
  await expect(store.put(['users', 'ida'], 'short', { text: 'ok' })).rejects.toThrow('too_short');
});
