import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

interface Told {
  readonly documents: readonly { readonly path: string; readonly title: string; readonly status: string }[];
}

/** Reads a document of one sentence with these flags, and gives what was told and the note. */
async function ingest(vault: TestVault, ...flags: readonly string[]) {
  await writeFile(join(vault.folder, 'crane.dat'), '# Crane\n\nThe lighthouse weighs 90 tons.\n');
  const told = await vault.json<Told>(['ingest', 'crane.dat', ...flags]);
  const path = told.documents[0]?.path ?? '';
  return { told, path, note: await readFile(join(vault.vault, path), 'utf8').catch(() => null) };
}

/** The flags of reading documents, each on a vault of its own. */
export const INGEST_FLAGS: FlagCases = {
  'ingest --region': async (vault) => {
    expect((await ingest(vault)).path).toMatch(/^ingested\//);
    expect((await ingest(vault, '--region', 'legal/leases')).path).toMatch(/^legal\/leases\//);
    expect((await vault.run(['ingest', 'crane.dat', '--region', '../out'])).code).toBe(2);
  },
  'ingest --privacy': async (vault) => {
    expect((await ingest(vault)).note).toContain('\nprivacy: private\n');
    expect((await ingest(vault, '--privacy', 'public', '--region', 'a')).note).toContain(
      '\nprivacy: public\n',
    );
    expect((await vault.run(['ingest', 'crane.dat', '--privacy', 'open'])).code).toBe(2);
  },
  'ingest --title': async (vault) => {
    expect((await ingest(vault, '--title', 'Tower')).note).toContain('\ntitle: "Tower"\n');
    const two = await vault.run(['ingest', 'crane.dat', 'crane.dat', '--title', 'Tower']);
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('--title')]);
  },
  'ingest --type': async (vault) => {
    expect((await ingest(vault)).note).toContain('\\# Crane');
    expect((await ingest(vault, '--type', 'md', '--region', 'a')).note).toContain('\n# Crane');
  },
  'ingest --dry-run': async (vault) => {
    const { told, note } = await ingest(vault, '--dry-run');
    expect([told.documents[0]?.status, note]).toEqual(['created', null]);
  },
  'ingest --index': async (vault) => {
    const { path } = await ingest(vault);
    const known = async () => (await vault.run(['claims', 'list', '--json'])).stdout;
    await done(vault, ['claims', 'list']);
    expect(await known()).not.toContain('90 tons');
    await ingest(vault, '--index', '--region', 'a');
    expect(await known()).toContain('90 tons');
    expect(path).not.toBe('');
  },
};
