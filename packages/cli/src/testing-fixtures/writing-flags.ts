import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect } from 'vitest';
import { done, type FlagCases, idOf, listClaims } from './flag-case.ts';
import { openJudgeServer } from './open-judge-server.ts';
import type { TestVault } from './setup-vault.ts';

const ledger = (vault: TestVault) => readFile(join(vault.vault, '_ledger.md'), 'utf8');
const contradiction = async (vault: TestVault) =>
  (await vault.json<{ contradictions: { id: string }[] }>(['contradictions'])).contradictions[0]?.id ?? '';
const missing = (path: string) =>
  stat(path).then(
    () => false,
    () => true,
  );
const challenge = (vault: TestVault, ...more: string[]) =>
  vault.json<{ items: { id: string }[] }>(['challenge', ...more]);

/** The flags of the commands that write, serve or show. */
export const WRITING_FLAGS: FlagCases = {
  'index --extractor': async (vault) => {
    await using server = await openJudgeServer(() => JSON.stringify({ claims: [] }));
    const { claims_new: made } = await vault.json<{ claims_new: number }>([
      'index',
      '--full',
      '--extractor',
      'offline',
    ]);
    expect(made).toBe(0);
    const run = await vault.run(['index', '--full', '--extractor', 'llm', ...server.settings, '--json']);
    expect(JSON.parse(run.stdout).usage).toMatchObject({ estimated: false });
    const plan = await done(vault, [
      'index',
      '--full',
      '--extractor',
      'llm',
      ...server.settings,
      '--dry-run',
    ]);
    expect(plan.stdout).toMatch(/would be asked \d+ times: ~[\d,]+ tokens/);
    expect((await vault.run(['index', '--extractor', 'llm'])).code).toBe(2);
  },
  'index --full': async (vault) => {
    expect(await vault.json(['index'])).toMatchObject({ changed: 0, unchanged: 3 });
    expect(await vault.json(['index', '--full'])).toMatchObject({ changed: 3, unchanged: 0 });
  },
  'index --no-contradict': async (vault) => {
    await vault.write(
      'plant/pump-august.md',
      '---\ndate: 2026-08-01\n---\n# Pump\n\nbuoy interval:: 20 seconds\n',
    );
    const open = async () => (await listClaims(vault, '--status', 'superseded')).length;
    await done(vault, ['index', '--no-contradict']);
    expect(await open()).toBe(1);
    await done(vault, ['index', '--full']);
    expect(await open()).toBe(2);
  },
  'index --dry-run': async (vault) => {
    await vault.write('new.md', 'The crane lifts 12 tons.\n');
    const database = join(vault.vault, '.memora', 'memora.db');
    const before = await readFile(database);
    const { stdout } = await done(vault, ['index', '--dry-run']);
    expect(stdout).toContain('Would index 4 notes');
    expect((await readFile(database)).equals(before)).toBe(true);
    expect(await readFile(join(vault.vault, 'new.md'), 'utf8')).toBe('The crane lifts 12 tons.\n');
    expect(await listClaims(vault).then((all) => all.some(({ note }) => note === 'new.md'))).toBe(false);
  },
  'index --no-write': async (vault) => {
    const text = 'The crane lifts 12 tons.\n';
    await vault.write('new.md', text);
    await done(vault, ['index', '--no-write', '--set', 'frontmatter.mode=autofill']);
    expect(await readFile(join(vault.vault, 'new.md'), 'utf8')).toBe(text);
    await done(vault, ['index', '--full', '--set', 'frontmatter.mode=autofill']);
    expect(await readFile(join(vault.vault, 'new.md'), 'utf8')).toMatch(/^---\nid: new\n/);
  },
  'claims forget --reason': async (vault) => {
    const id = await idOf(vault, '40 bar');
    await done(vault, ['claims', 'forget', id, '--reason', 'a typing mistake']);
    expect(await ledger(vault)).toMatch(
      new RegExp(`forget claim:${id} fp:[0-9a-f.]+ in:plant/pump\\.md : a typing mistake`),
    );
  },
  'claims forget --dry-run': async (vault) => {
    await done(vault, ['claims', 'forget', await idOf(vault, '40 bar'), '--dry-run']);
    expect(await missing(join(vault.vault, '_ledger.md'))).toBe(true);
    expect((await vault.run(['claims', 'forget', 'nope', '--dry-run'])).code).toBe(2);
  },
  'contradictions acknowledge --reason': async (vault) => {
    await done(vault, ['contradictions', 'acknowledge', await contradiction(vault), '--reason', 'two sites']);
    expect(await ledger(vault)).toMatch(/acknowledge .*two sites/);
    expect((await vault.run(['contradictions', 'acknowledge', 'nope'])).code).toBe(2);
  },
  'contradictions resolve --reason': async (vault) => {
    const args = ['contradictions', 'resolve', await contradiction(vault)];
    await done(vault, [...args, await idOf(vault, '30 seconds'), '--reason', 'measured']);
    expect(await ledger(vault)).toMatch(/resolve .*measured/);
    const other = await vault.run([...args, await idOf(vault, '40 bar')]);
    expect(other.code).toBe(2);
  },
  'stale revalidate --reason': async (vault) => {
    await done(vault, ['stale', 'revalidate', await idOf(vault, '40 bar'), '--reason', 'checked again']);
    expect(await ledger(vault)).toMatch(/revalidate .*checked again/);
    expect((await vault.run(['stale', 'revalidate', 'nope'])).code).toBe(2);
  },
  'privacy erase --dry-run': async (vault) => {
    const { stdout } = await done(vault, ['privacy', 'erase', 'people/ida.md', '--dry-run']);
    expect(stdout).toContain('would be erased');
    expect(await listClaims(vault, '--note', 'people/ida.md')).not.toHaveLength(0);
  },
  'privacy feedback --reset': async (vault) => {
    const env = { ...vault.env, MEMORA_RETRIEVAL_LEARN_FROM_USE: 'true' };
    {
      await using memory = await openMemory({ vault: vault.vault, env });
      for (const question of ['Who leads the project?', 'How fast does the pump run?'])
        await memory.ask(question);
    }
    const pairs = async () => (await vault.json<{ pairs: number }>(['privacy', 'feedback'], { env })).pairs;
    expect(await pairs()).toBeGreaterThan(0);
    expect((await done(vault, ['privacy', 'feedback', '--reset'])).stdout).toContain('Unlearned');
    expect(await pairs()).toBe(0);
  },
  'doctor --repair': async (vault) => {
    await writeFile(
      join(vault.vault, '.memora', 'watch.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, host: 'x' }),
    );
    await chmod(join(vault.vault, '.memora', 'memora.db'), 0o644);
    const before = await vault.run(['doctor']);
    expect(before.stdout).toContain('--repair');
    await done(vault, ['doctor', '--repair']);
    expect((await stat(join(vault.vault, '.memora', 'memora.db'))).mode & 0o77).toBe(0);
  },
  'consolidate --region': async (vault) => {
    await done(vault, ['consolidate', '--yes', '--region', 'people']);
    expect(await missing(join(vault.vault, 'plant', '_atlas.md'))).toBe(true);
    expect(await missing(join(vault.vault, 'people', '_atlas.md'))).toBe(false);
    expect((await vault.run(['consolidate', '--region', 'nowhere'])).code).toBe(2);
  },
  'consolidate --all': async (vault) => {
    const rebuilt = async (...more: string[]) =>
      (await vault.json<{ regions_rebuilt: string[] }>(['consolidate', '--yes', ...more])).regions_rebuilt;
    await rebuilt();
    expect(await rebuilt()).toEqual([]);
    expect((await rebuilt('--all')).length).toBeGreaterThan(1);
  },
  'consolidate --dry-run': async (vault) => {
    expect((await done(vault, ['consolidate', '--dry-run'])).stdout).toContain('would write');
    expect(await missing(join(vault.vault, 'world_map.md'))).toBe(true);
  },
  'consolidate --yes': async (vault) => {
    const { stdout, stderr } = await vault.run(['consolidate']);
    expect(stdout).toContain('would write');
    expect(stderr).toContain('Nothing was written');
    expect(await vault.json(['consolidate'])).toMatchObject({ written: false });
    expect(await missing(join(vault.vault, 'world_map.md'))).toBe(true);
    expect(await vault.json(['consolidate', '--yes'])).toMatchObject({ written: true });
    expect(await missing(join(vault.vault, 'people', '_atlas.md'))).toBe(false);
  },
  'notes autofill --note': async (vault) => {
    const only = ['notes', 'autofill', '--note', 'people/ida.md'];
    expect(await vault.json(only)).toMatchObject({ written: false, notes: [{ note: 'people/ida.md' }] });
    expect(await vault.json(['notes', 'autofill', '--note', 'gone.md'])).toMatchObject({
      notes: [],
      failures: [{ note: 'gone.md', code: 'NOTE_NOT_FOUND' }],
    });
  },
  'notes autofill --yes': async (vault) => {
    const note = join(vault.vault, 'people', 'ida.md');
    const before = await readFile(note, 'utf8');
    const { stdout, stderr } = await vault.run(['notes', 'autofill', '--note', 'people/ida.md']);
    expect(stdout).toMatch(/^--- people\/ida\.md\n\+\+\+ people\/ida\.md\n@@ -2,0 \+3,8 @@\n\+id: /);
    expect(stderr).toContain('Nothing was written');
    expect(await readFile(note, 'utf8')).toBe(before);
    const added = stdout.split('\n').filter((line) => /^\+(?!\+)/.test(line));
    await done(vault, ['notes', 'autofill', '--yes']);
    const after = (await readFile(note, 'utf8')).split('\n');
    expect(added.map((line) => line.slice(1))).toEqual(after.slice(2, 10));
    expect([...after.slice(0, 2), ...after.slice(10)].join('\n')).toBe(before);
    expect(await vault.json(['notes', 'autofill', '--yes'])).toMatchObject({ written: false, notes: [] });
  },
  'challenge --region': async (vault) => {
    expect((await challenge(vault)).items.length).toBeGreaterThan(0);
    expect((await challenge(vault, '--region', 'people')).items).toEqual([]);
    expect((await vault.run(['challenge', '--region', 'nowhere'])).code).toBe(2);
  },
  'challenge --all': async (vault) => {
    for (const { id } of (await challenge(vault)).items) await done(vault, ['challenge', 'acknowledge', id]);
    expect((await done(vault, ['challenge'])).stdout).toBe('');
    expect((await done(vault, ['challenge', '--all'])).stdout).toContain('acknowledged');
  },
  'challenge --dry-run': async (vault) => {
    const kept = join(vault.vault, '.memora', 'last_challenger.json');
    await done(vault, ['challenge', '--dry-run']);
    expect(await missing(kept)).toBe(true);
    await done(vault, ['challenge']);
    expect(await missing(kept)).toBe(false);
  },
  'challenge acknowledge --reason': async (vault) => {
    const [first] = (await challenge(vault)).items;
    await done(vault, ['challenge', 'acknowledge', first?.id ?? '', '--reason', 'planned for May']);
    expect(await ledger(vault)).toContain('planned for May');
    expect((await vault.run(['challenge', 'acknowledge', 'nope'])).code).toBe(2);
  },
  'restore --unknown': async (vault) => {
    const backup = join(vault.folder, 'theirs.db');
    await done(vault, ['backup', backup]);
    const config = join(vault.folder, 'config', 'installation.key');
    await writeFile(config, Buffer.alloc(32, 7));
    const refused = await vault.run(['restore', backup]);
    expect(refused.stderr).toContain('--unknown');
    expect(refused.code).toBe(2);
    await done(vault, ['restore', backup, '--unknown']);
    await done(vault, ['claims', 'list']);
  },
  'trust --yes': async (vault) => {
    const config = join(vault.vault, '.memora', 'config.toml');
    await writeFile(config, '[llm]\nprovider = "ollama"\nmodel = "m"\n');
    const asked = await vault.run(['trust']);
    expect(asked.stdout).toContain('llm.provider = "ollama"\nllm.model = "m"\n');
    expect(asked.code).toBe(1);
    const ignored = await vault.run(['claims', 'list']);
    expect(ignored.stderr).toContain('llm.provider = "ollama", llm.model = "m"; that is ignored');
    expect((await vault.run(['doctor'])).stdout).toMatch(/! trust .*llm\.provider = "ollama"/);
    await done(vault, ['trust', '--yes']);
    expect(await vault.json(['trust'])).toMatchObject({ trust: 'accepted' });
    expect((await vault.run(['claims', 'list'])).stderr).not.toContain('ignored');
    expect((await vault.run(['doctor'])).stdout).toContain('llm.provider = "ollama" (vault)');
  },
  'trust --refuse': async (vault) => {
    const config = join(vault.vault, '.memora', 'config.toml');
    await writeFile(config, '[llm]\nprovider = "ollama"\n');
    await done(vault, ['trust', '--refuse']);
    expect(await vault.json(['trust'])).toMatchObject({ trust: 'refused' });
    expect((await vault.run(['claims', 'list'])).stderr).toBe('');
    expect((await vault.run(['doctor'])).stdout).toContain('you refused it');
    expect((await vault.run(['trust', '--yes', '--refuse'])).code).toBe(2);
  },
  'capture --region': async (vault) => {
    const { path } = await vault.json<{ path: string }>([
      'capture',
      'The crane is red.',
      '--region',
      'dock/north',
    ]);
    expect(path).toMatch(/^dock\/north\//);
    const outside = await vault.run(['capture', 'x', '--region', '../out']);
    expect(outside.stderr).toMatch(/inside the vault/);
    expect(outside.code).toBe(2);
  },
  'capture --summary': async (vault) => {
    const { path } = await vault.json<{ path: string }>([
      'capture',
      'The crane is red.',
      '--summary',
      'A crane',
    ]);
    expect(await readFile(join(vault.vault, path), 'utf8')).toMatch(/summary: "?A crane"?/);
  },
  'capture --tags': async (vault) => {
    const { path } = await vault.json<{ path: string }>(['capture', 'The crane is red.', '--tags', 'a, b']);
    expect(await readFile(join(vault.vault, path), 'utf8')).toContain('tags: [a, b]');
  },
  'capture --daily': async (vault) => {
    // Without a person at the terminal, nobody can confirm that the note is theirs.
    const { code, stderr } = await vault.run(['capture', 'The crane is red.', '--daily']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Run it in a terminal.')]);
  },
  'capture --privacy': async (vault) => {
    const args = ['capture', 'The vault code is 0815.', '--privacy'];
    const { path } = await vault.json<{ path: string }>([...args, 'secret']);
    expect(await readFile(join(vault.vault, path), 'utf8')).toContain('privacy: secret');
    expect((await vault.run(['query', 'What is the vault code?'])).stdout).not.toContain('0815');
    expect((await vault.run([...args, 'hidden'])).stderr).toContain('public, private, secret');
  },
};
