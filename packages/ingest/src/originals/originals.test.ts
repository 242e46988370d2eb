import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { openVault } from '@memora/vault';
import { expect, it } from 'vitest';
import { type IngestOptions, openIngester } from '../index.ts';
import { makePdf } from '../testing-fixtures/make-pdf.ts';
import { openProver } from './open-prover.ts';

async function setUp() {
  const home = await mkdtemp(join(tmpdir(), 'memora-originals-'));
  const root = join(home, 'vault');
  await mkdir(root);
  const vault = await openVault(root);
  const ingester = await openIngester(vault, { configDir: join(home, 'config') });
  const ingest = async (name: string, bytes: Uint8Array | string, options: IngestOptions = {}) => {
    await writeFile(join(home, name), bytes);
    const told = [];
    for await (const each of ingester.ingest({ kind: 'file', path: join(home, name) }, options))
      told.push(each);
    return told;
  };
  const prove = async (path: string) => {
    await using prover = openProver(vault);
    return prover.prove(await readFile(join(root, path)));
  };
  const originals = () => readdir(join(root, '_originals')).catch(() => []);
  return {
    ...{ root, ingest, prove, originals, ingester },
    [Symbol.asyncDispose]: async () => {
      await ingester[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

const PDF = makePdf([
  [
    { x: 72, y: 700, text: 'The pump runs at 40 bar.' },
    { x: 72, y: 640, text: 'It was made in Lisbon.' },
  ],
]);

it('keeps the bytes of a document once, and extracts the text of its note from them again', async () => {
  await using v = await setUp();
  const [told] = await v.ingest('pump.pdf', PDF, { keepOriginal: true });
  const name = `${fingerprint(PDF)}.pdf`;
  expect(await v.originals()).toEqual([name]);
  expect(told?.document?.original).toBe(`_originals/${name}`);
  expect(Buffer.compare(await readFile(join(v.root, '_originals', name)), PDF)).toBe(0);
  const file = join(v.root, told?.path ?? '');
  const note = await readFile(file);
  const proof = await v.prove(told?.path ?? '');
  expect(proof).toMatchObject({ status: 'proved', digest: fingerprint(PDF), edits: 0 });
  if (proof?.status !== 'proved') return;
  const start = note.lastIndexOf('The pump');
  expect(proof.isExtracted({ start, end: start + 8 })).toBe(true);

  // A person's addition to the note was not extracted.
  await writeFile(file, note.toString().replace('\nThe pump runs at 40', '\nThe pump runs at 80'));
  const edited = await v.prove(told?.path ?? '');
  expect(edited).toMatchObject({ status: 'proved', edits: 1 });
  expect(edited?.status === 'proved' && edited.isExtracted({ start, end: start + 8 })).toBe(false);
  await writeFile(file, note);

  await writeFile(join(v.root, '_originals', name), 'x');
  expect(await v.prove(told?.path ?? '')).toEqual({ status: 'changed' });
  await rm(join(v.root, '_originals', name));
  expect(await v.prove(told?.path ?? '')).toEqual({ status: 'missing' });
  await writeFile(file, note.toString().replace('memora-pdf@', 'memora-pdf@0.'));
  expect(await v.prove(told?.path ?? '')).toEqual({ status: 'other_extractor' });
  await writeFile(file, note.toString().replace('_originals/', '../'));
  expect(await v.prove(told?.path ?? '')).toBeNull();
});

it.each([
  [
    'an old encoding',
    'old.txt',
    Buffer.from(
      'Der Kran tr\u00e4gt zw\u00f6lf Tonnen. Die Br\u00fccke ist f\u00fcr alle ge\u00f6ffnet.',
      'latin1',
    ),
  ],
  ['Markdown', 'a.md', '# Pump\n\nIt runs at 40 bar.\n'],
  ['a transcript', 'a.vtt', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ada>It runs.\n'],
  ['a table', 'a.csv', 'Item;Price\nPump;40\n'],
  ['a secret in it', 'a.txt', 'The card is 4111 1111 1111 1111.\n'],
  [
    'mails',
    'a.mbox',
    ['one', 'two']
      .map(
        (id) =>
          `From a@b Mon May  4\nFrom: Ada <a@b.example>\nSubject: ${id}\nMessage-ID: <${id}@b>\n\nIt runs ${id}.\n\n`,
      )
      .join(''),
  ],
])('proves a note of %s', async (_, name, bytes) => {
  await using v = await setUp();
  const told = await v.ingest(name, bytes, { keepOriginal: true });
  expect(told.length).toBeGreaterThan(0);
  for (const { path } of told)
    expect(await v.prove(path ?? '')).toMatchObject({ status: 'proved', edits: 0 });
  expect(await v.originals()).toHaveLength(1);
});

it('keeps on keeping, drops the original of an older version, and all with the notes', async () => {
  await using v = await setUp();
  const [first] = await v.ingest('a.txt', 'It runs at 40 bar.\n');
  expect([await v.originals(), first?.document?.original]).toEqual([[], null]);
  const [kept] = await v.ingest('a.txt', 'It runs at 40 bar.\n', { keepOriginal: true });
  expect([kept?.status, kept?.id]).toEqual(['updated', first?.id]);
  const before = await v.originals();
  const [next] = await v.ingest('a.txt', 'It runs at 50 bar.\n');
  expect(next?.status).toBe('updated');
  const after = await v.originals();
  expect([before.length, after.length, after[0] === before[0]]).toEqual([1, 1, false]);
  expect(await v.prove(next?.path ?? '')).toMatchObject({ status: 'proved', edits: 0 });
  expect((await v.ingest('a.txt', 'It runs at 50 bar.\n'))[0]).toMatchObject({
    status: 'unchanged',
    document: { original: `_originals/${after[0]}` },
  });
  // The same bytes from another source are kept as long as one note refers to them.
  const [twin] = await v.ingest('b.txt', 'It runs at 50 bar.\n', { keepOriginal: true });
  await v.ingester.remove(next?.id ?? '', { withNotes: true });
  expect(await v.originals()).toEqual(after);
  await v.ingester.remove(twin?.id ?? '', { withNotes: true });
  expect(await v.originals()).toEqual([]);
});

it('keeps nothing of what cannot be read, and nothing in a rehearsal', async () => {
  await using v = await setUp();
  const [damaged] = await v.ingest('a.pdf', '%PDF-1.7\nnothing', { keepOriginal: true });
  expect(damaged?.status).toBe('failed');
  const [told] = await v.ingest('a.txt', 'It runs.\n', { keepOriginal: true, dryRun: true });
  expect([told?.status, await v.originals()]).toEqual(['created', []]);
});
