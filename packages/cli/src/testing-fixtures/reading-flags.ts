import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

/** The flags of the other commands that read. */
export const READING_FLAGS: FlagCases = {
  'query --claims': async (vault) => {
    const { stdout } = await done(vault, ['query', 'How fast does the pump run?', '--claims']);
    expect(stdout).toMatch(/^plant\/pump\.md\n(?: {2}[0-9a-z]{16} {2}\d\.\d{3} {2}.+\n)+/);
    expect(stdout).not.toContain('re-read');
  },
  'query --as-of': async (vault) => {
    const at = async (date: string) =>
      (await done(vault, ['query', 'buoy interval', '--as-of', date])).stdout;
    expect(await at('2025-06')).toContain('60 seconds');
    expect(await at('2025-06')).not.toContain('30 seconds');
    expect(await at('2026-06')).not.toContain('60 seconds');
  },
  'query --known-at': async (vault) => {
    const asked = ['query', 'How fast does the pump run?', '--known-at'];
    expect((await vault.run([...asked, '2020-01-01'])).stdout).not.toContain('40 bar');
    expect((await done(vault, [...asked, '2100-01-01'])).stdout).toContain('40 bar');
    expect((await vault.run([...asked, 'yesterday'])).stderr).toContain('--known-at');
  },
  'query --k': async (vault) => {
    const hits = async (k: string) =>
      (await vault.json<{ hits: unknown[] }>(['query', 'pump buoy interval', '--claims', '--k', k])).hits
        .length;
    expect(await hits('1')).toBe(1);
    expect(await hits('3')).toBe(3);
  },
  'query --region': async (vault) => {
    const { hits } = await vault.json<{ hits: { note: string }[] }>([
      'query',
      'pump Ida',
      '--claims',
      '--region',
      'people/',
    ]);
    expect(new Set(hits.map(({ note }) => note))).toEqual(new Set(['people/ida.md']));
    const unknown = await vault.run(['query', 'pump', '--region', 'plants']);
    expect(unknown.stderr).toContain('"plants"');
    expect(unknown.stderr).toContain('people, plant');
    expect(unknown.code).toBe(2);
  },
  'query --raw': async (vault) => {
    const { stdout } = await done(vault, ['query', 'How fast does the pump run?', '--raw']);
    expect(stdout).toMatch(/draft, before verification[\s\S]*40 bar/);
    expect(await vault.json(['query', 'How fast does the pump run?', '--raw'])).toHaveProperty(
      'draft_unverified',
    );
  },
  'query --reveal': async (vault) => {
    const asked = ['query', 'What opens the safe?'];
    const hidden = await vault.run(asked);
    expect(hidden.stdout).not.toContain('471108');
    const { stdout } = await done(vault, [...asked, '--reveal', '--proof']);
    expect(stdout).toContain('⟦The safe opens with 471108.⟧');
    expect(stdout).not.toMatch(/\*{3}|\[redacted\]/);
  },
  'show --reveal': async (vault) => {
    const asked = ['show', 'plant/pump.md:10'];
    expect((await done(vault, asked)).stdout).toContain('> 10  [redacted]');
    expect((await done(vault, [...asked, '--reveal'])).stdout).toContain('The safe opens with 471108.');
  },
  'query --proof': async (vault) => {
    const asked = ['query', 'How fast does the pump run?'];
    const { stdout: page } = await done(vault, asked);
    expect(page).toMatch(/^The pump runs at 40 bar\.\n {2}plant\/pump\.md:6\n {2}Pump \(2025-05-01\)\n/mu);
    expect(page).not.toContain('⟦');
    const { stdout } = await done(vault, [...asked, '--proof']);
    expect(stdout).toMatch(/plant\/pump\.md:6 {2}\[claim:\w{16}\]\n +⟦The pump runs at 40 bar\.⟧/u);
  },
  'chat --proof': async (vault) => {
    const stdin = 'How fast does the pump run?\n';
    expect((await vault.run(['chat'], { stdin })).stdout).not.toContain('⟦');
    expect((await vault.run(['chat', '--proof'], { stdin })).stdout).toContain('⟦The pump runs at 40 bar.⟧');
  },
  'chat --region': async (vault) => {
    const asked = async (region: string) =>
      (await vault.run(['chat', '--region', region], { stdin: 'Who leads the project?\n' })).stdout;
    expect(await asked('people')).toContain('Ida leads the project');
    expect(await asked('plant')).not.toContain('Ida leads the project');
  },
  'chat --reveal': async (vault) => {
    const stdin = 'What opens the safe?\n';
    expect((await vault.run(['chat'], { stdin })).stdout).not.toContain('471108');
    expect((await vault.run(['chat', '--reveal'], { stdin })).stdout).toContain('471108');
  },
  'timeline --as-of': async (vault) => {
    const { stdout } = await done(vault, ['timeline', 'pump', '--as-of', '2025-06-01']);
    expect(stdout.indexOf('60 seconds')).toBeGreaterThan(0);
    expect(stdout.indexOf('30 seconds')).toBeGreaterThan(stdout.indexOf('instead:'));
    expect((await vault.run(['timeline', 'pump', '--as-of', 'soon'])).code).toBe(2);
  },
  'timeline --reveal': async (vault) => {
    expect((await done(vault, ['timeline', 'pump'])).stdout).not.toContain('471108');
    expect((await done(vault, ['timeline', 'pump', '--reveal'])).stdout).toContain('471108');
  },
  'contradictions --subject': async (vault) => {
    const found = async (subject: string) =>
      (await vault.json<{ contradictions: unknown[] }>(['contradictions', '--subject', subject]))
        .contradictions;
    expect(await found('pump')).toHaveLength(1);
    expect(await found('ida')).toHaveLength(0);
  },
  'privacy audit --reveal': async (vault) => {
    const path = 'plant/safe of the mill.md';
    await writeFile(join(vault.vault, path), '---\nprivacy: secret\n---\nThe safe is red.\n');
    const named = async (...more: string[]) => (await vault.run(['privacy', 'audit', ...more])).stdout;
    expect(await named()).toMatch(/\[redacted\]\.md#[0-9a-z]{8}: the whole note/);
    expect(await named()).not.toContain('mill');
    expect(await named('--reveal')).toContain(path);
    await rm(join(vault.vault, path));
  },
  'doctor --reveal': (vault) =>
    withTwins(vault, async (names) => {
      const named = async (...more: string[]) => (await vault.run(['doctor', ...more])).stdout;
      expect(await named()).toContain('--reveal shows the ids of secret notes');
      expect(await named()).not.toContain('mill');
      for (const name of names) expect(await named('--reveal')).toContain(name);
    }),
  'privacy erase --reveal': (vault) =>
    withTwins(vault, async ([name = '']) => {
      const named = async (...more: string[]) =>
        (await vault.run(['privacy', 'erase', name, '--dry-run', ...more])).stdout;
      expect(await named()).toContain('[redacted].md#');
      expect(await named()).not.toContain('mill');
      expect(await named('--reveal')).toContain(name);
    }),
  'notes autofill --reveal': (vault) =>
    withTwins(vault, async (names) => {
      const named = async (...more: string[]) => (await vault.run(['notes', 'autofill', ...more])).stdout;
      expect(await named()).toContain('--- [redacted].md#');
      expect(await named()).not.toContain('mill');
      for (const name of names) expect(await named('--reveal')).toContain(`--- ${name}`);
    }),
  'privacy audit --question': async (vault) => {
    const { stdout } = await done(vault, ['privacy', 'audit', '--question', 'How fast does the pump run?']);
    expect(stdout).toContain('This question would send');
  },
  'export --public': async (vault) => {
    const { stdout } = await done(vault, ['export', '--public', '--reveal']);
    expect(stdout).toContain('Ida leads the project.');
    expect(stdout).not.toMatch(/40 bar|471108/);
  },
  'export --reveal': async (vault) => {
    expect((await done(vault, ['export'])).stdout).not.toContain('471108');
    expect((await done(vault, ['export', '--reveal'])).stdout).toContain('471108');
  },
  'schedule --at': async (vault) => {
    expect((await done(vault, ['schedule', 'cron', '--at', '04:30'])).stdout).toContain('30 4 * * *');
    expect((await vault.run(['schedule', 'cron', '--at', '25:00'])).stderr).toContain('"25:00"');
  },
};

/** Two secret notes that claim one id, indexed while they are there. */
async function withTwins(vault: TestVault, look: (names: readonly string[]) => Promise<void>): Promise<void> {
  const names = ['plant/one mill.md', 'plant/other mill.md'];
  for (const name of names)
    await writeFile(
      join(vault.vault, name),
      '---\nid: twin-of-mill\nprivacy: secret\n---\nThe safe is red.\n',
    );
  await vault.run(['index', '--no-write']);
  await look(names);
  for (const name of names) await rm(join(vault.vault, name));
  await vault.run(['index', '--no-write']);
}
