import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const note = (body: string) => `---\ndate: 2026-01-01\n---\n${body}\n`;
const NOTES = {
  'bench/one.md': note('# drift-bench\n\nlanguage:: Rust'),
  'bench/two.md': note('# drift-bench\n\nlanguage:: Go'),
};

interface Listed {
  readonly contradictions: readonly { readonly id: string; readonly newer: { readonly claim_id: string } }[];
}

it('takes the beginning of an id that it printed, and shows the other line instead of an id', async () => {
  await using vault = await setupVault(NOTES);
  const { stderr: first } = await vault.run(['index', '--no-write']);
  // The missing model is mentioned here, and not under an answer.
  expect(first).toContain('memora model list');
  const asked = await vault.run(['query', 'Which language has drift-bench?']);
  expect(asked.stderr).not.toContain('model');
  expect(asked.stderr).toMatch(/another note says: “language:: \w+” \(bench\/(?:one|two)\.md\)/u);
  const { contradictions } = (await vault.json(['contradictions'])) as unknown as Listed;
  const [pair] = contradictions;
  const short = pair?.id.slice(0, 8) ?? '';
  const winner = pair?.newer.claim_id.slice(0, 8) ?? '';
  const { stdout } = await vault.run(['contradictions']);
  expect(stdout).toContain(short);
  expect(stdout).not.toContain(pair?.id);
  expect((await vault.run(['claims', 'show', winner])).stdout).toContain(pair?.newer.claim_id);
  expect((await vault.run(['contradictions', 'resolve', short, winner])).code).toBe(0);
  expect(await vault.json(['contradictions'])).toMatchObject({
    contradictions: [{ resolution: 'superseded' }],
  });
});

it('says undated of a line that has an end and no beginning', async () => {
  await using vault = await setupVault({
    'a.md': '# Plans\n\n| Plan | Price | Until |\n|---|---|---|\n| Backup | 2 EUR | 2099-09-01 |\n',
    'b.md': note('# Plans\n\n| Plan | Price |\n|---|---|\n| Backup | 3 EUR |'),
  });
  await vault.run(['index', '--no-write']);
  const { stdout } = await vault.run(['contradictions']);
  expect(stdout).toContain('undated');
  // It is unknown which of the two is newer.
  expect(stdout).not.toMatch(/newer|older/);
  expect(stdout).not.toContain('null');
});
