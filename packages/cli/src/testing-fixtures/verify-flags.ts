import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases, idOf } from './flag-case.ts';
import { openJudgeServer } from './open-judge-server.ts';
import type { TestVault } from './setup-vault.ts';

const SUPERSEDED = 'Buoy interval: 60 seconds';

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

/** A receipt of an answer in which every statement is valid. */
export async function receiptOf(vault: TestVault): Promise<string> {
  const receipt = join(vault.folder, `receipt-${randomUUID()}.json`);
  await done(vault, ['verify', await good(vault), '--receipt', receipt]);
  return receipt;
}

/** The flags of `verify`, and of the command that checks its receipts. */
export const VERIFY_FLAGS: FlagCases = {
  'receipt check --root': async (vault) => {
    const receipt = await receiptOf(vault);
    const { root } = JSON.parse(await readFile(receipt, 'utf8')) as { root: string };
    await done(vault, ['receipt', 'check', receipt, '--root', root]);
    const other = await done(vault, ['receipt', 'check', receipt, '--root', '0'.repeat(64)], 1);
    expect(other.stdout).toContain('the root differs from the one you trust');
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
  'verify --allow-altered': async (vault) => {
    const file = await answerOf(vault, ['The pump stops at 40 bar', '40 bar']);
    expect((await done(vault, ['verify', file], 1)).stdout).toContain('✗ left out');
    expect((await done(vault, ['verify', file, '--allow-altered'])).stdout).toContain('≠ differs');
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
    const reworded = await answerOf(vault, ['The buoy interval is 60 seconds', '60 seconds']);
    await done(vault, ['verify', reworded, '--as-of', '2025-06-01'], 1);
    await done(vault, ['verify', reworded, '--as-of', '2025-06-01', '--allow-altered']);
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
};
