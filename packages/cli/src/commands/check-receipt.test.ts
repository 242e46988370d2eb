import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLAG_NOTES } from '../testing-fixtures/flag-case.ts';
import { runInProcess } from '../testing-fixtures/run-in-process.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { receiptOf } from '../testing-fixtures/verify-flags.ts';

async function setupReceipt() {
  const vault = await setupVault({
    ...FLAG_NOTES,
    'plant/pump.md': 'The pump runs at 40 bar.\n\nIt is green.\n',
  });
  await vault.run(['index', '--no-write']);
  const receipt = await receiptOf(vault);
  const note = join(vault.vault, 'plant/pump.md');
  // The recipient has the notes, but no index.
  await rm(join(vault.vault, '.memora'), { recursive: true });
  const check = async (file: string, ...more: string[]) => {
    const { code, stdout } = await vault.run(['receipt', 'check', file, '--json', ...more]);
    const { ok, problems } = JSON.parse(stdout) as { ok: boolean; problems: { code: string; at: unknown }[] };
    return { code, ok, problems };
  };
  return { vault, receipt, note, check };
}

it('holds a receipt against the notes alone, and says what was altered', async () => {
  const { vault, receipt, note, check } = await setupReceipt();
  await using _vault = vault;
  expect(await check(receipt)).toEqual({ code: 0, ok: true, problems: [] });
  expect((await vault.run(['receipt', 'check', receipt])).stdout).toContain(
    'the receipt holds, checked with the notes in',
  );
  const text = await readFile(note, 'utf8');
  const codes = async (file = receipt) => (await check(file)).problems.map(({ code }) => code).sort();
  await writeFile(note, text.replace('40', '90'));
  expect(await codes()).toEqual(['note_mismatch', 'span_mismatch']);
  // Beside the cited words.
  await writeFile(note, text.replace('green', 'blue'));
  const { stdout, code } = await vault.run(['receipt', 'check', receipt]);
  expect([stdout, code]).toEqual([expect.stringContaining('plant/pump.md: the note was changed'), 1]);
  await rm(note);
  expect(await codes()).toEqual(['note_missing']);
  await writeFile(note, text);
  const altered = join(vault.folder, 'altered.json');
  await writeFile(altered, (await readFile(receipt, 'utf8')).replace('"omitted": 0', '"omitted": 1'));
  expect(await codes(altered)).toContain('digest_mismatch');
  await writeFile(altered, 'no receipt');
  expect(await codes(altered)).toEqual(['not_a_receipt']);
});

it('holds it by its own texts where no notes are named, and takes it from stdin', async () => {
  const { vault, receipt } = await setupReceipt();
  await using _vault = vault;
  const stdin = await readFile(receipt, 'utf8');
  const alone = (more: readonly string[] = []) =>
    runInProcess(['receipt', 'check', '-', ...more], { cwd: vault.folder, env: vault.env, stdin });
  const { citations } = JSON.parse(stdin) as { citations: { text: string | null }[] };
  // A note without a setting is private: a receipt contains its place and not its words.
  expect(citations.map(({ text }) => text)).toEqual([null]);
  const told = await alone();
  expect([told.code, told.stdout]).toEqual([1, expect.stringContaining('1 of its cited places')]);
  const named = await alone(['--vault', vault.vault]);
  expect([named.code, named.stderr]).toEqual([0, '']);
  const gone = await alone(['--vault', join(vault.folder, 'gone')]);
  expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('there is no folder')]);
});

it('reads nothing beside the notes, whatever path a receipt names', async () => {
  const { vault, receipt, note, check } = await setupReceipt();
  await using _vault = vault;
  const outside = join(vault.folder, 'outside.md');
  await writeFile(outside, await readFile(note));
  const text = await readFile(receipt, 'utf8');
  const strange = join(vault.folder, 'strange.json');
  for (const path of ['../outside.md', outside, 'plant/../../outside.md', 'plant\\pump.md']) {
    await writeFile(strange, text.replaceAll('"plant/pump.md"', JSON.stringify(path)));
    const { code, problems } = await check(strange);
    expect([code, problems]).toEqual([1, expect.arrayContaining([{ code: 'note_missing', at: path }])]);
  }
  await rm(note);
  await symlink(outside, note);
  expect((await check(receipt)).problems).toEqual([{ code: 'note_missing', at: 'plant/pump.md' }]);
});
