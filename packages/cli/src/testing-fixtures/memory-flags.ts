import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import { savedBundle, savedList, savedMemory } from './saved-memories.ts';
import type { TestVault } from './setup-vault.ts';

const SERVER = fileURLToPath(
  new URL('../../../bridge/src/testing-fixtures/fake-memory-server.mjs', import.meta.url),
);

interface Synced {
  readonly bridges: readonly object[];
}

/** Names a memory server in the user's own config; `how` is the file that configures its behaviour. */
async function withBridge(vault: TestVault): Promise<{ file: string; how: string }> {
  const [file, how] = [join(vault.folder, 'other.jsonl'), join(vault.folder, 'how')];
  const command = JSON.stringify([process.execPath, SERVER, file, how]);
  const text = `[bridge.other]\ncommand = ${command}\nbands = ["public", "private"]\n`;
  await vault.write('../config/config.toml', text);
  return { file, how };
}

interface Audited {
  readonly counts: Readonly<Record<string, number>>;
}

/** What `memory list` has. */
export async function listed(vault: TestVault): Promise<readonly unknown[]> {
  return (await vault.json<{ memories: unknown[] }>(['memory', 'list'])).memories;
}

/** A session whose memories are distinguished. */
export const SESSION = 'conv_0123456789ab';

type Logged = { operation: string; notes: string[]; batch: string; code: string };

async function logged(vault: TestVault, ...options: string[]): Promise<readonly Logged[]> {
  return (await vault.json<{ entries: Logged[] }>(['memory', 'log', ...options])).entries;
}

/** Two pages with one memory each. */
async function pages(vault: TestVault): Promise<void> {
  for (const content of ['The relay of Harbor runs in Lisbon.', 'The owner of the Harbor roadmap is Ada.'])
    await done(vault, ['memory', 'save', content]);
  const page = (...after: string[]) =>
    vault.json<{ memories: { memory_id: string }[]; next: string | null }>([
      ...['memory', 'list', '--limit', '1', ...after],
    ]);
  const first = await page();
  expect(first.next).toBe(first.memories[0]?.memory_id);
  const second = await page('--after', String(first.next));
  expect(second).toMatchObject({ memories: [{}], next: null });
  expect(second.memories[0]?.memory_id).not.toBe(first.next);
}

/** The flags about what agents remember, each on a separate vault. */
export const MEMORY_FLAGS: FlagCases = {
  'memory show --reveal': async (vault) => {
    await vault.write(
      'semantic/memory/fact/memory-k3f9q2x7m1ab.md',
      '---\nid: mem_k3f9q2x7m1ab\ntype: semantic\nkind: fact\nsource: agent\nprivacy: secret\n---\nThe word is heliotrope.\n',
    );
    await done(vault, ['index']);
    const asked = ['memory', 'show', 'mem_k3f9q2x7m1ab'];
    expect((await done(vault, asked)).stdout).not.toContain('heliotrope');
    expect((await done(vault, [...asked, '--reveal'])).stdout).toContain('heliotrope');
  },
  'memory search --limit': async (vault) => {
    for (const content of ['The relay of Harbor runs in Lisbon.', 'The relay of Atlas runs in Oslo.'])
      await done(vault, ['memory', 'save', content]);
    const found = (limit: string) =>
      vault.json<{ memories: unknown[]; more: boolean }>(['memory', 'search', 'relay', '--limit', limit]);
    expect(await found('1')).toMatchObject({ memories: [{}], more: true });
    expect((await found('2')).memories).toHaveLength(2);
  },
  'memory search --min-score': async (vault) => {
    await done(vault, ['memory', 'save', 'The relay of Harbor runs in Lisbon.']);
    const found = (score: string) =>
      vault.json<{ memories: unknown[] }>(['memory', 'search', 'relay', '--min-score', score]);
    expect((await found('0')).memories).toHaveLength(1);
    expect((await found('1000')).memories).toHaveLength(0);
    expect((await vault.run(['memory', 'search', 'relay', '--min-score', 'high'])).code).toBe(2);
  },
  'memory list --status': async (vault) => {
    await savedMemory(vault);
    await done(vault, ['memory', 'save', 'Always deploy on Fridays after lunch.', '--kind', 'procedure']);
    const { memories } = await vault.json<{ memories: { status: string }[] }>([
      ...['memory', 'list', '--status', 'held'],
    ]);
    expect(memories.map(({ status }) => status)).toEqual(['held']);
  },
  'memory list --limit': (vault) => pages(vault),
  'memory list --after': (vault) => pages(vault),
  'memory save --kind': async (vault) => {
    await done(vault, ['memory', 'save', 'Rosa was in Lisbon on 3 May 2026.', '--kind', 'event']);
    expect((await listed(vault))[0]).toMatchObject({ kind: 'event' });
  },
  'memory save --entity': async (vault) => {
    await done(vault, ['memory', 'save', 'The relay of Harbor runs in Lisbon.', '--entity', 'Harbor']);
    expect((await listed(vault))[0]).toMatchObject({
      entity: 'Harbor',
      path: expect.stringMatching(/^semantic\/memory\/harbor\//u),
    });
  },
  'memory save --supersedes': async (vault) => {
    const id = await savedMemory(vault);
    const asked = ['memory', 'save', 'The relay of Harbor runs in Oslo.', '--supersedes', id];
    expect(await vault.json(asked)).toMatchObject({ decision: 'supersede', code: 'explicit', target: id });
  },
  'memory save --session': async (vault) => {
    const save = (content: string) =>
      vault.json<{ saves_left: number }>(['memory', 'save', content, '--session', 'conv_0123456789ab']);
    const first = await save('The relay of Harbor runs in Lisbon.');
    const second = await save('The owner of the Harbor roadmap is Ada.');
    expect(second.saves_left).toBe(first.saves_left - 1);
  },
  'memory save --quote': async (vault) => {
    await vault.write(
      'episodic/conversations/2026/11/2026-11-22-a-0123456789ab.md',
      '---\nid: conv_0123456789ab\ntype: episodic\nsource: conversation\nchannel: host\n---\n> [!user] 2026-11-22T14:03:05Z\n> I prefer pnpm over npm.\n\n^t1\n',
    );
    await done(vault, ['index']);
    const save = (quote: string) =>
      vault.json([
        ...['memory', 'save', 'I prefer pnpm over npm.', '--session', 'conv_0123456789ab'],
        ...['--quote', quote],
      ]);
    // No recorded turn supports it, so it is stored as the agent's own statement.
    expect(await save('I prefer yarn over npm.')).toMatchObject({ decision: 'accept', trust: 0.7 });
    expect(await save('I prefer pnpm over npm.')).toMatchObject({ grounding: 'quoted', trust: 1 });
  },
  'memory save --lasts': async (vault) => {
    const asked = ['memory', 'save', 'The relay of Harbor is down for lunch.', '--json', '--lasts'];
    const moment = await vault.run([...asked, 'moment']);
    expect(JSON.parse(moment.stdout)).toMatchObject({ decision: 'reject', code: 'transient' });
    expect(moment.code).toBe(1);
    expect(await listed(vault)).toEqual([]);
    await done(vault, [...asked, 'day']);
    expect(await listed(vault)).toEqual([]);
    const [today] = await readdir(join(vault.vault, 'episodic', 'daily'));
    expect(await readFile(join(vault.vault, 'episodic', 'daily', String(today)), 'utf8')).toContain(
      'The relay of Harbor is down for lunch.',
    );
    await done(vault, [...asked, 'always']);
    expect(await listed(vault)).toHaveLength(1);
    expect((await vault.run([...asked, 'forever'])).code).toBe(2);
  },
  'memory save --said-by': async (vault) => {
    const save = (text: string, who: string) => vault.json(['memory', 'save', text, '--said-by', who]);
    expect(await save('The relay of Harbor runs in Oslo.', 'tool:chat')).toMatchObject({ trust: 0.3 });
    // It never raises the trust of an agent's statement.
    expect(await save('The owner of the roadmap is Ada.', 'user')).toMatchObject({ trust: 0.7 });
  },
  'memory save --valid-until': async (vault) => {
    const asked = ['memory', 'save', 'Rosa leads the Harbor project.', '--valid-until'];
    await done(vault, [...asked, '2099-12-24']);
    expect(await listed(vault)).toMatchObject([{ valid_until: '2099-12-24' }]);
    expect((await vault.run([...asked, 'someday'])).code).toBe(2);
  },
  'memory save --privacy': async (vault) => {
    await done(vault, ['memory', 'save', 'The word of the vault is heliotrope.', '--privacy', 'secret']);
    expect((await listed(vault))[0]).toMatchObject({ band: 'secret', text: '[redacted]' });
  },
  'memory log --batch': async (vault) => {
    const id = await savedMemory(vault);
    const [entry] = await logged(vault);
    expect(entry).toMatchObject({ operation: 'remember', notes: [id], code: 'new' });
    expect(await logged(vault, '--batch', String(entry?.batch))).toHaveLength(1);
    expect(await logged(vault, '--batch', 'conv_000000000000')).toEqual([]);
  },
  'memory log --memory': async (vault) => {
    const id = await savedMemory(vault);
    expect(await logged(vault, '--memory', id)).toHaveLength(1);
    expect(await logged(vault, '--memory', 'mem_000000000000')).toEqual([]);
  },
  'memory log --operation': async (vault) => {
    await savedMemory(vault);
    expect(await logged(vault, '--operation', 'remember')).toHaveLength(1);
    expect(await logged(vault, '--operation', 'merge')).toEqual([]);
  },
  'memory consolidate --dry-run': async (vault) => {
    for (const session of [SESSION, 'conv_ba9876543210'])
      await done(vault, ['memory', 'save', 'Atlas supports offline sync.', '--session', session]);
    const asked = ['memory', 'consolidate'];
    const { steps } = await vault.json<{ steps: readonly unknown[] }>([...asked, '--dry-run']);
    expect(steps).toMatchObject([{ pass: 'merge', code: 'merged' }]);
    expect(await listed(vault)).toHaveLength(2);
    expect(await vault.json(asked)).toMatchObject({ steps, busy: false });
    expect(await listed(vault)).toHaveLength(1);
  },
  'memory export --format': async (vault) => {
    const id = await savedMemory(vault);
    const as = async (format: string) => (await done(vault, ['memory', 'export', '--format', format])).stdout;
    expect(JSON.parse(await as('json'))).toMatchObject([
      { id, type: 'fact', content: 'The relay of Harbor runs in Lisbon.', access_count: 0, trust_score: 0.7 },
    ]);
    expect(await as('markdown')).toMatch(/^## fact\n\n- The relay of Harbor runs in Lisbon\. \(/u);
    expect(JSON.parse(await as('pam'))).toMatchObject({
      schema: 'portable-ai-memory',
      memories: [{ id, type: 'fact' }],
    });
    expect(await as('bundle')).toContain('"format":"memora-bundle"');
  },
  'memory export --public': async (vault) => {
    const id = await savedMemory(vault);
    const asked = ['memory', 'export', '--public'];
    const { stdout } = await done(vault, [...asked, '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual([{ id, privacy: 'private', blake3: expect.any(String) }]);
    expect((await vault.run(asked)).code).toBe(2);
  },
  'memory export --reveal': async (vault) => {
    await done(vault, [
      'memory',
      'save',
      'The card of Harbor is 4111 1111 1111 1111 for Ada.',
      '--privacy',
      'secret',
    ]);
    for (const format of ['bundle', 'json']) {
      const asked = ['memory', 'export', '--format', format];
      expect((await done(vault, asked)).stdout).not.toContain('4111 1111 1111 1111');
      expect((await done(vault, [...asked, '--reveal'])).stdout).toContain('4111 1111 1111 1111');
    }
  },
  'memory import --yes': async (vault) => {
    const path = await savedBundle(vault);
    const [{ memory_id: id } = { memory_id: '' }] = (await listed(vault)) as { memory_id: string }[];
    await done(vault, ['memory', 'rollback', '--agent', 'cli', '--yes', '--erase']);
    expect((await vault.run(['memory', 'import', path])).code).toBe(1);
    expect(await listed(vault)).toEqual([]);
    expect(await vault.json(['memory', 'import', path, '--yes'])).toMatchObject({ differs: [] });
    expect(await listed(vault)).toMatchObject([{ memory_id: id }]);
  },
  'memory sync --dry-run': async (vault) => {
    const { file } = await withBridge(vault);
    await savedMemory(vault);
    const planned = await vault.json<Synced>(['memory', 'sync', 'other', '--dry-run']);
    expect(planned.bridges).toMatchObject([{ name: 'other', problem: null, pushed: { saved: 0 } }]);
    expect(existsSync(file)).toBe(false);
    const done = await vault.json<Synced>(['memory', 'sync']);
    expect(done.bridges).toMatchObject([{ provider: 'mem0', problem: null, pushed: { saved: 1 } }]);
    expect(readFileSync(file, 'utf8')).toContain('The relay of Harbor');
    expect((await vault.run(['memory', 'sync', 'nobody'])).code).toBe(2);
  },
  'memory sync --retry': async (vault) => {
    const { file, how } = await withBridge(vault);
    await savedMemory(vault);
    await writeFile(how, 'refuse');
    for (let tries = 0; tries < 6; tries++) await vault.run(['memory', 'sync']);
    await writeFile(how, '');
    const { code, stdout } = await vault.run(['memory', 'sync', '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ bridges: [{ dead: [{ code: 'BRIDGE_REFUSED' }] }] });
    const done = await vault.json<Synced>(['memory', 'sync', '--retry']);
    expect(done.bridges).toMatchObject([{ pushed: { saved: 1 }, dead: [] }]);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  },
  'memory audit --against': async (vault) => {
    const path = await savedList(vault);
    expect((await vault.json<Audited>(['memory', 'audit', path])).counts).toMatchObject({ grounded: 0 });
    const asked = ['memory', 'audit', path, '--against', vault.vault];
    expect((await vault.json<Audited>(asked)).counts).toMatchObject({ grounded: 1 });
  },
  'memory audit --folder': async (vault) => {
    const path = join(vault.vault, '..', 'rules.txt');
    await writeFile(path, 'The tests run with `npm run nothing`.\n');
    await writeFile(join(vault.vault, '..', 'package.json'), '{"scripts":{"nothing":"true"}}');
    await vault.write('package.json', '{"scripts":{}}');
    const stale = async (folder: string) =>
      (await vault.json<Audited>(['memory', 'audit', path, '--folder', folder])).counts['stale_reference'];
    expect(await stale(vault.vault)).toBe(1);
    expect(await stale(join(vault.vault, '..'))).toBe(0);
  },
  'memory audit --format': async (vault) => {
    const path = await savedList(vault);
    const as = async (format: string) =>
      (await done(vault, ['memory', 'audit', path, '--format', format])).stdout;
    expect(JSON.parse(await as('sarif'))).toMatchObject({ version: '2.1.0' });
    expect(await as('junit')).toContain('<testsuite name="memora memory audit" tests="2" failures="0">');
    expect(await as('html')).toContain('<section id="ungrounded">');
  },
  'memory audit --fail-on': async (vault) => {
    const path = await savedList(vault);
    await done(vault, ['memory', 'audit', path, '--fail-on', 'none']);
    await done(vault, ['memory', 'audit', path, '--fail-on', 'secret,ungrounded'], 1);
    expect((await vault.run(['memory', 'audit', path, '--fail-on', 'nothing'])).code).toBe(2);
  },
  'memory forget --reason': async (vault) => {
    const id = await savedMemory(vault);
    await done(vault, ['memory', 'forget', id, '--reason', 'it moved away']);
    expect(await readFile(join(vault.vault, '_ledger.md'), 'utf8')).toContain('it moved away');
    expect((await vault.json<{ memories: unknown[] }>(['memory', 'list'])).memories).toEqual([]);
    await done(vault, ['memory', 'restore', id]);
    expect((await vault.json<{ memories: unknown[] }>(['memory', 'list'])).memories).toHaveLength(1);
  },
};
