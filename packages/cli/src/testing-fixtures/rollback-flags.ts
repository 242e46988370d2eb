import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import { listed, SESSION } from './memory-flags.ts';
import type { TestVault } from './setup-vault.ts';

async function savedInSession(vault: TestVault): Promise<string> {
  const asked = ['memory', 'save', 'The relay of Harbor runs in Lisbon.', '--session', SESSION];
  return (await vault.json<{ memory_id: string }>(asked)).memory_id;
}

/** Removes a memory, and restores it by undoing that. */
async function takenBack(vault: TestVault, ...target: string[]): Promise<void> {
  const id = await savedInSession(vault);
  const { batch, falls } = await vault.json<{ batch: string; falls: string[] }>([
    ...['memory', 'rollback', ...target, '--yes'],
  ]);
  expect(falls).toEqual([id]);
  expect(await listed(vault)).toEqual([]);
  await done(vault, ['memory', 'rollback', '--batch', batch, '--yes']);
  expect(await listed(vault)).toMatchObject([{ memory_id: id }]);
}

/** The flags that remove text by its source, each on a separate vault. */
export const ROLLBACK_FLAGS: FlagCases = {
  'memory rollback --batch': (vault) => takenBack(vault, '--batch', SESSION),
  'memory rollback --session': (vault) => takenBack(vault, '--session', SESSION),
  'memory rollback --conversation': (vault) => takenBack(vault, '--conversation', SESSION),
  'memory rollback --agent': (vault) => takenBack(vault, '--agent', 'cli'),
  'memory rollback --since': (vault) => takenBack(vault, '--since', '2020-01-01'),
  'memory rollback --source': (vault) => takenBack(vault, '--source', 'cli'),
  'memory rollback --turn': async (vault) => {
    const path = 'episodic/conversations/2026/11/2026-11-22-a-0123456789ab.md';
    await vault.write(
      path,
      `---\nid: ${SESSION}\ntype: episodic\nsource: conversation\nchannel: host\n---\n> [!user] 2026-11-22T14:03:05Z\n> I prefer pnpm over npm.\n\n^t1\n`,
    );
    await done(vault, ['index']);
    const asked = ['memory', 'rollback', '--turn', `${SESSION}#t1`, '--yes'];
    expect(await vault.json(asked)).toMatchObject({ turns: [`${path}#t1`], done: true });
    expect(await readFile(join(vault.vault, path), 'utf8')).not.toContain('pnpm');
  },
  'memory rollback --dry-run': async (vault) => {
    const id = await savedInSession(vault);
    const asked = ['memory', 'rollback', '--session', SESSION, '--yes', '--dry-run'];
    expect(await vault.json(asked)).toMatchObject({ falls: [id], done: false });
    expect((await done(vault, asked)).stdout).toContain(
      `To remove, because nothing else supports it:\n  ${id}\n`,
    );
    expect(await listed(vault)).toHaveLength(1);
  },
  'memory rollback --erase': async (vault) => {
    const id = await savedInSession(vault);
    await done(vault, ['memory', 'rollback', '--session', SESSION, '--yes', '--erase']);
    expect(await listed(vault)).toEqual([]);
    expect((await vault.run(['memory', 'restore', id])).code).not.toBe(0);
  },
  'memory rollback --yes': async (vault) => {
    await savedInSession(vault);
    const asked = ['memory', 'rollback', '--session', SESSION];
    expect((await vault.run(asked)).code).toBe(1);
    expect(await listed(vault)).toHaveLength(1);
    await done(vault, [...asked, '--yes']);
    expect(await listed(vault)).toEqual([]);
  },
};
