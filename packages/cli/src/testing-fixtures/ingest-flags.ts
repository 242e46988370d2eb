import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

interface Told {
  readonly documents: readonly {
    readonly id: string;
    readonly path: string;
    readonly title: string;
    readonly status: string;
  }[];
}

/** Reads a document of one sentence with these flags, and returns the output and the note. */
async function ingest(vault: TestVault, ...flags: readonly string[]) {
  // A separate file for other flags, because an ingested file already has its note.
  const name = flags.length === 0 ? 'crane.dat' : `crane-${flags.length}.dat`;
  await writeFile(join(vault.folder, name), '# Crane\n\nThe lighthouse weighs 90 tons.\n');
  const told = await vault.json<Told>(['ingest', name, ...flags]);
  const path = told.documents[0]?.path ?? '';
  return { told, path, note: await readFile(join(vault.vault, path), 'utf8').catch(() => null) };
}

/** The flags of reading documents, each on a separate vault. */
export const INGEST_FLAGS: FlagCases = {
  'ingest --region': async (vault) => {
    expect((await ingest(vault)).path).toMatch(/^ingested\//);
    expect((await ingest(vault, '--region', 'legal/leases')).path).toMatch(/^legal\/leases\//);
    await writeFile(join(vault.folder, 'tower.txt'), 'The tower is red.\n');
    expect((await vault.run(['ingest', 'tower.txt', '--region', '../out'])).code).toBe(2);
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
    const two = await vault.run(['ingest', 'crane-2.dat', 'crane-2.dat', '--title', 'Tower']);
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
  'ingest --keep-original': async (vault) => {
    await ingest(vault);
    expect(await readdir(vault.vault)).not.toContain('_originals');
    const { note } = await ingest(vault, '--keep-original');
    const [name = ''] = await readdir(join(vault.vault, '_originals'));
    expect(note).toContain(`\noriginal: "_originals/${name}"\n`);
    expect((await done(vault, ['doctor'])).stdout).toContain('1 note matches its original');
  },
  'ingest --ocr': async (vault) => {
    await writeFile(join(vault.folder, 'tower.txt'), 'The tower is red.\n');
    const { code, stderr } = await vault.run(['ingest', 'tower.txt', '--ocr', 'none_such', '--json']);
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('OCR_MISSING')]);
    expect(code).not.toBe(0);
  },
  'ingest --limit': async (vault) => {
    await writeFile(join(vault.folder, 'long.html'), '<p>Some <b>words</b> of a page.</p>'.repeat(400_000));
    const { stderr } = await vault.run(['ingest', 'long.html', '--limit', '1']);
    expect(stderr).toContain('more than 1 s of processor time');
  },
  'ingest --follow': async (vault) => {
    await ingest(vault, '--follow');
    expect((await done(vault, ['ingest', 'list'])).stdout).toContain('followed');
  },
  'ingest --force': async (vault) => {
    await ingest(vault);
    expect(await statusOf(vault, ['ingest', 'crane.dat', '--force'])).toBe('unchanged');
  },
  'ingest --replace': async (vault) => {
    await ingest(vault);
    expect(await changeKept(vault)).toBe('kept');
    expect(await statusOf(vault, ['ingest', 'crane.dat', '--replace'])).toBe('updated');
  },
  'ingest --allow-local': async (vault) => {
    await using server = await openPage();
    const { stderr } = await vault.run(['ingest', server.url]);
    expect(stderr).toContain('ADDRESS_NOT_ALLOWED');
    expect((await done(vault, ['ingest', server.url, '--allow-local'])).stdout).toContain('created');
  },
  'ingest list --reveal': async (vault) => {
    await ingest(vault, '--privacy', 'secret');
    expect((await done(vault, ['ingest', 'list'])).stdout).not.toContain('crane');
    expect((await done(vault, ['ingest', 'list', '--reveal'])).stdout).toContain('crane-2.dat');
  },
  'ingest refresh --followed': async (vault) => {
    await ingest(vault);
    await ingest(vault, '--follow');
    const told = await vault.json<Told>(['ingest', 'refresh', '--followed']);
    expect(told.documents.length).toBe(1);
  },
  'ingest refresh --force': async (vault) => {
    await ingest(vault);
    expect(await statusOf(vault, ['ingest', 'refresh', '--force'])).toBe('unchanged');
  },
  'ingest refresh --replace': async (vault) => {
    await ingest(vault);
    expect(await changeKept(vault, ['ingest', 'refresh'], false)).toBe('updated');
    expect(await statusOf(vault, ['ingest', 'refresh', '--replace'])).toBe('unchanged');
  },
  'ingest refresh --allow-local': async (vault) => {
    await using server = await openPage();
    await done(vault, ['ingest', server.url, '--allow-local']);
    expect((await vault.run(['ingest', 'refresh'])).stderr).toContain('ADDRESS_NOT_ALLOWED');
    expect(await statusOf(vault, ['ingest', 'refresh', '--allow-local'])).toBe('unchanged');
  },
  'ingest refresh --dry-run': async (vault) => {
    const { path, note } = await ingest(vault);
    await writeFile(join(vault.folder, 'crane.dat'), '# Crane\n\nThe lighthouse weighs 80 tons.\n');
    expect(await statusOf(vault, ['ingest', 'refresh', '--dry-run'])).toBe('updated');
    expect(await readFile(join(vault.vault, path), 'utf8')).toBe(note);
  },
  'ingest refresh --index': async (vault) => {
    await ingest(vault);
    await writeFile(join(vault.folder, 'crane.dat'), '# Crane\n\nThe lighthouse weighs 80 tons.\n');
    await done(vault, ['ingest', 'refresh', '--index']);
    expect((await vault.run(['claims', 'list', '--json'])).stdout).toContain('80 tons');
  },
  'ingest remove --dry-run': async (vault) => {
    const { told } = await ingest(vault);
    await done(vault, ['ingest', 'remove', told.documents[0]?.id ?? '', '--dry-run']);
    expect((await done(vault, ['ingest', 'refresh'])).stdout).toContain('unchanged');
  },
  'ingest remove --notes': async (vault) => {
    const { told, path } = await ingest(vault);
    await done(vault, ['ingest', 'remove', told.documents[0]?.id ?? '', '--notes']);
    await expect(readFile(join(vault.vault, path))).rejects.toMatchObject({ code: 'ENOENT' });
  },
};

/**
 * Changes the document after an edit of its note, and optionally after the loss of earlier runs' data;
 * returns the result.
 */
async function changeKept(
  vault: TestVault,
  args = ['ingest', 'crane.dat'],
  isForgotten = true,
): Promise<string> {
  const folder = join(vault.vault, 'ingested');
  const [name = ''] = (await readdir(folder)).filter((each) => each.startsWith('crane'));
  await writeFile(join(folder, name), `${await readFile(join(folder, name), 'utf8')}\nMy remark.\n`);
  if (isForgotten) await rm(join(vault.vault, '.memora', 'ingest'), { recursive: true });
  await writeFile(join(vault.folder, 'crane.dat'), '# Crane\n\nThe lighthouse weighs 80 tons.\n');
  return statusOf(vault, args);
}

async function statusOf(vault: TestVault, args: readonly string[]): Promise<string> {
  return (await vault.json<Told>([...args])).documents[0]?.status ?? '';
}

/** A real web server on loopback with one page. */
async function openPage() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('The lighthouse weighs 90 tons.\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/crane`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
