import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases, idOf, listClaims } from './flag-case.ts';
import { openJudgeServer } from './open-judge-server.ts';
import type { TestVault } from './setup-vault.ts';

const SUPERSEDED = 'The buoy interval is 60 seconds';

async function answerOf(vault: TestVault, ...words: readonly (readonly [string, string | null])[]) {
  const statements = await Promise.all(
    words.map(async ([said, source]) =>
      source === null ? `${said}.` : `${said} [claim:${await idOf(vault, source)}].`,
    ),
  );
  const file = join(vault.folder, 'answer.md');
  await writeFile(file, statements.join('\n'));
  return file;
}

const good = (vault: TestVault) => answerOf(vault, ['The pump runs at 40 bar', '40 bar']);
const secret = (vault: TestVault) => answerOf(vault, ['The safe opens with 471108', '471108']);

/** The flags of the commands that read. */
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
  'query --proof': async (vault) => {
    const asked = ['query', 'How fast does the pump run?'];
    expect((await done(vault, asked)).stdout).toMatch(
      /^2025-05-01: The pump runs at 40 bar\. {2}plant\/pump\.md:6\n\n/mu,
    );
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
  'verify --format': async (vault) => {
    const file = await good(vault);
    const starts = { text: 'The pump', json: '{', sarif: '{', junit: '<?xml' };
    for (const [format, start] of Object.entries(starts))
      expect((await done(vault, ['verify', file, '--format', format])).stdout.startsWith(start)).toBe(true);
    expect((await vault.run(['verify', file, '--format', 'pdf'])).code).toBe(2);
  },
  'verify --allow-superseded': async (vault) => {
    const file = await answerOf(vault, [SUPERSEDED, '60 seconds']);
    expect((await done(vault, ['verify', file], 1)).stdout).toContain('✗ superseded');
    const allowed = await done(vault, ['verify', file, '--allow-superseded']);
    expect(allowed.stdout).not.toContain('✗');
    expect(allowed.stdout).toContain('superseded');
  },
  'verify --allow-uncited': async (vault) => {
    const file = await answerOf(vault, ['The pump is fine', null]);
    expect((await done(vault, ['verify', file], 1)).stdout).toContain('✗ uncited');
    expect((await done(vault, ['verify', file, '--allow-uncited'])).stdout).not.toContain('✗');
  },
  'verify --entailment': async (vault) => {
    await using server = await openJudgeServer(() => 'neutral');
    const args = ['verify', await good(vault), '--entailment'];
    expect((await done(vault, [...args, ...server.settings])).stdout).toContain('≉ not entailed');
    const none = await vault.run(args);
    expect(none.stderr).toMatch(/llm\.provider[\s\S]*--nli/);
    expect(none.code).toBe(2);
  },
  'verify --fail-unsupported': async (vault) => {
    await using server = await openJudgeServer(() => 'neutral');
    await done(vault, ['verify', await good(vault), '--fail-unsupported', ...server.settings], 1);
  },
  'verify --nli': async (vault) => {
    const { code, stderr } = await vault.run(['verify', await good(vault), '--nli', 'no-model']);
    expect(stderr).toContain(join(vault.folder, 'no-model'));
    expect(stderr).toContain('config.json');
    expect(code).toBe(2);
  },
  'verify --as-of': async (vault) => {
    const file = await answerOf(vault, [SUPERSEDED, '60 seconds']);
    await done(vault, ['verify', file, '--as-of', '2025-06-01']);
    await done(vault, ['verify', file, '--as-of', '2026-06-01'], 1);
  },
  'verify --known-at': async (vault) => {
    await done(vault, ['verify', await good(vault), '--known-at', '2100-01-01']);
    expect((await vault.run(['verify', await good(vault), '--known-at', 'soon'])).code).toBe(2);
  },
  'verify --html': async (vault) => {
    const page = join(vault.folder, 'proof.html');
    await done(vault, ['verify', await good(vault), '--html', page]);
    expect(await readFile(page, 'utf8')).toContain('40 bar');
    expect((await stat(page)).mode & 0o77).toBe(0);
    const folder = await vault.run(['verify', await good(vault), '--html', vault.folder]);
    expect(folder.stderr).toContain(`cannot write ${vault.folder}: it is a folder`);
    expect(folder.stdout).toBe('');
    expect(folder.code).toBe(2);
  },
  'verify --receipt': async (vault) => {
    const receipt = join(vault.folder, `receipt-${randomUUID()}.json`);
    const args = ['verify', await good(vault), '--receipt', receipt];
    await done(vault, args);
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toBeTypeOf('object');
    const again = await vault.run(args);
    expect(again.stderr).toContain(`cannot write ${receipt}: it exists already`);
    expect(again.stdout).toBe('');
    expect(again.code).toBe(2);
  },
  'verify --reveal': async (vault) => {
    const file = await secret(vault);
    const shown = async (...more: string[]) => (await vault.run(['verify', file, ...more])).stdout;
    expect(await shown()).toMatch(/✗ redacted .*\n.*not shown/);
    expect(await shown()).not.toContain('⟦');
    expect(await shown('--reveal')).toContain('⟦The safe opens with 471108.⟧');
  },
  'claims list --note': async (vault) => {
    const found = await listClaims(vault, '--note', 'people/ida.md');
    expect(new Set(found.map(({ note }) => note))).toEqual(new Set(['people/ida.md']));
    const { code, stderr } = await vault.run(['claims', 'list', '--note', 'people/ada.md']);
    expect(stderr).toContain('"people/ada.md"');
    expect(code).toBe(2);
  },
  'claims list --subject': async (vault) => {
    const found = await listClaims(vault, '--subject', 'ida');
    expect(found.map(({ source_text }) => source_text)).toEqual(['Ida leads the project.']);
  },
  'claims list --status': async (vault) => {
    const found = await listClaims(vault, '--status', 'superseded');
    expect(found.map(({ source_text }) => source_text)).toEqual(['buoy interval:: 60 seconds']);
    expect((await vault.run(['claims', 'list', '--status', 'odd'])).stderr).toContain('contested');
  },
  'claims list --region': async (vault) => {
    const found = await listClaims(vault, '--region', 'plant');
    expect(found.length).toBeGreaterThan(2);
    expect(found.every(({ note }) => note.startsWith('plant/'))).toBe(true);
    expect((await vault.run(['claims', 'list', '--region', 'nowhere'])).code).toBe(2);
  },
  'claims list --as-of': async (vault) => {
    const texts = (await listClaims(vault, '--as-of', '2025-06')).map(({ source_text }) => source_text);
    expect(texts).toContain('buoy interval:: 60 seconds');
    expect(texts).not.toContain('buoy interval:: 30 seconds');
  },
  'claims list --known-at': async (vault) => {
    expect(await listClaims(vault, '--known-at', '2020-01-01')).toEqual([]);
    expect(await listClaims(vault, '--known-at', '2100-01-01')).toEqual(await listClaims(vault));
  },
  'claims list --limit': async (vault) => {
    expect(await listClaims(vault, '--limit', '2')).toHaveLength(2);
    expect((await vault.run(['claims', 'list', '--limit', '0'])).stderr).toContain('--limit');
  },
  'claims list --after': async (vault) => {
    const all = await listClaims(vault);
    const { next } = await vault.json<{ next: string }>(['claims', 'list', '--limit', '2']);
    expect(await listClaims(vault, '--after', next)).toEqual(all.slice(2));
    const { code, stderr } = await vault.run(['claims', 'list', '--after', 'zzz']);
    expect(stderr).toContain('cursor');
    expect(code).toBe(2);
  },
  'claims list --reveal': async (vault) => {
    expect((await done(vault, ['claims', 'list'])).stdout).not.toContain('471108');
    expect((await done(vault, ['claims', 'list', '--reveal'])).stdout).toContain(
      'The safe opens with 471108.',
    );
  },
  'claims show --reveal': async (vault) => {
    const id = await idOf(vault, '471108');
    expect((await done(vault, ['claims', 'show', id])).stdout).not.toContain('471108');
    expect((await done(vault, ['claims', 'show', id, '--reveal'])).stdout).toContain(
      '⟦The safe opens with 471108.⟧',
    );
  },
  'claims extract --note': async (vault) => {
    expect((await done(vault, ['claims', 'extract', '--note', 'people/ida.md'])).stdout).toContain('leads');
    expect((await vault.run(['claims', 'extract', '--note', 'no.md'])).code).toBe(2);
    expect((await vault.run(['claims', 'extract'])).stderr).toContain('--note');
  },
  'claims extract --extractor': async (vault) => {
    await using server = await openJudgeServer(() =>
      JSON.stringify({
        claims: [{ quote: 'Ida leads the project.', subject: 'Ida', predicate: 'leads', object: 'project' }],
      }),
    );
    const args = ['claims', 'extract', '--note', 'people/ida.md', '--extractor', 'llm'];
    expect((await done(vault, [...args, ...server.settings])).stdout).toContain('leads · project');
    expect((await vault.run(args)).stderr).toContain('llm.provider');
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
      expect(await named()).toContain('ids of secret notes are told with --reveal');
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
    expect(stdout).toContain('Would leave for this question');
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
