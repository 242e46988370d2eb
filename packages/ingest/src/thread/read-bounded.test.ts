import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import { afterAll, describe, expect, it } from 'vitest';
import type { Document } from '../document.ts';
import { ingestError } from '../ingest-error.ts';
import { readDocument } from '../read-document.ts';
import { costlyDocuments } from '../testing-fixtures/costly-documents.ts';
import { makePdf } from '../testing-fixtures/make-pdf.ts';
import { openFaultServer } from '../testing-fixtures/open-fault-server.ts';
import { createBoundedReader, type ReadBoundedOptions } from './read-bounded.ts';
import { takeReaderThread } from './reader-thread.ts';

const reader = createBoundedReader();
afterAll(() => reader[Symbol.asyncDispose]());

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function readAll(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options?: ReadBoundedOptions,
  from = reader,
) {
  const documents: Document[] = [];
  for await (const document of from.read(source, options)) documents.push(document);
  return documents;
}

const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ida>We moved the relay to Porto.\n';

describe('a source that is read on a thread of its own', () => {
  it('gives what is read on this one, and its bytes stay with the caller', async () => {
    const bytes = bytesOf(CAPTIONS);
    expect(await readAll(bytes)).toEqual([await readDocument(bytes)]);
    expect(new TextDecoder().decode(bytes)).toBe(CAPTIONS);
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += 10) yield bytes.subarray(at, at + 10);
    };
    expect(await readAll(pieces())).toEqual([await readDocument(bytes)]);
  });

  it('fails with the words of its reader', async () => {
    await expect(readAll(Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'))).rejects.toMatchObject({
      code: 'NOT_TEXT',
    });
    await expect(readAll(bytesOf('x'.repeat(2_000)), { maxBytes: 1_000 })).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
  });

  it('is ended where it takes too long or too much, and the next one is read', async () => {
    const long = bytesOf('Some words of a text that is long. '.repeat(400_000));
    await expect(readAll(long, { limits: { ms: 1, msPerMegabyte: 0 } })).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_COSTLY',
      message: expect.stringContaining('0.001 s'),
    });
    // Many paragraphs create as many objects each time they are passed on, however small their texts are.
    const many = bytesOf('Tea is hot.\n\n'.repeat(isWhole ? 1_000_000 : 300_000));
    await expect(readAll(many, { limits: { megabytes: 16 } })).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_COSTLY',
      hint: expect.stringMatching(/\w/),
    });
    expect(await readAll(bytesOf('Tea is hot.'))).toHaveLength(1);
  });

  it('is left where the caller stops, and a source that fails fails with its own error', async () => {
    const stop = new AbortController();
    const never = async function* () {
      setTimeout(() => stop.abort(new Error('enough')), 20);
      yield bytesOf('a');
      await new Promise(() => undefined);
    };
    await expect(readAll(never(), { signal: stop.signal })).rejects.toThrow('enough');
    const broken = async function* () {
      yield bytesOf('a');
      throw new Error('the disk');
    };
    await expect(readAll(broken())).rejects.toThrow('the disk');
    expect(await readAll(bytesOf('Tea is hot.'))).toHaveLength(1);
  });

  it('waits for the one before', async () => {
    const many = await Promise.all(['One.', 'Two.', 'Three.'].map((text) => readAll(bytesOf(text))));
    expect(many.flat().map(({ markdown }) => markdown)).toEqual(['One.\n', 'Two.\n', 'Three.\n']);
  });

  it('leaves its turn where no thread could be started', async () => {
    let failures = 2;
    await using late = createBoundedReader((megabytes) => {
      if (failures-- > 0) throw ingestError('READER_MISSING', 'The file is not there.');
      return takeReaderThread(megabytes);
    });
    const readLate = () => readAll(bytesOf('Tea is hot.'), {}, late);
    const all = await Promise.allSettled([readLate(), readLate(), readLate()]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(all[0]).toMatchObject({ reason: { code: 'READER_MISSING' } });
  });
});

it('the thread opens no connection, no program and no file but code', async () => {
  await using server = await openFaultServer();
  const folder = await mkdtemp(join(tmpdir(), 'memora-reach-'));
  try {
    const [secret, out] = [join(folder, 'secret.txt'), join(folder, 'out.txt')];
    await writeFile(secret, 'SECRET');
    const file = fileURLToPath(new URL('../testing-fixtures/reach-worker.ts', import.meta.url));
    const worker = new Worker(file, {
      workerData: { secret, out, port: Number(new URL(server.origin).port) },
      execArgv: ['--conditions=memora-source'],
    });
    const results = await new Promise<Record<string, string>>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(Object.keys(results).length).toBeGreaterThan(15);
    expect(Object.entries(results).filter(([, result]) => result !== 'DOCUMENT_DAMAGED')).toEqual([]);
    expect(server.seen).toEqual([]);
    expect(existsSync(out)).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('gives the pages that it has read where a document costs most of what it may, and says which are missing', async () => {
  const pages = Array.from({ length: 60 }, (_, page) => [
    { x: 72, y: 700, text: `The crane ${page} lifts twelve tons.` },
  ]);
  const told: string[] = [];
  const onPage = (done: number, total: number) => void told.push(`${done}/${total}`);
  const [document] = await readAll(makePdf(pages), { mayGoOn: () => true, limits: { ms: 60_000 }, onPage });
  expect(document?.meta.notices).toEqual([]);
  expect(told).toEqual([...pages.keys(), 60].map((page) => `${page}/60`));
  const long = await readDocument(makePdf(pages), { mayGoOn: () => false });
  expect(long.markdown).toContain('The crane 0 lifts');
  expect(long.markdown).not.toContain('The crane 1 lifts');
  expect(long.meta.extractor).toMatch(/\+partial$/);
  expect(long.meta.notices).toEqual([
    expect.stringMatching(/^Only the first 1 of 60 pages were read, .*--limit/),
  ]);
});

it('leaves out a page that costs too much, keeps the others with their places, and says so; a file of such pages is refused', async () => {
  const documents = costlyDocuments();
  const read = (name: string) =>
    readAll(documents[name] ?? new Uint8Array(), { name, limits: { ms: 30_000 } });
  const [document] = await read('one-page.pdf');
  expect(document?.markdown).toBe(
    '<!--anchor: page 1-->\nThe crane lifts twelve tons.\n\n<!--anchor: page 3-->\nThe winch waits at the quay.\n',
  );
  expect(document?.meta.extractor).toMatch(/\+partial$/);
  expect(document?.meta.notices).toEqual([
    'Not read, because each costs too much: page 2. Allow more with --limit.',
  ]);
  await expect(read('states.pdf')).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_COSTLY',
    message: 'Reading page 1 of the PDF took too long.',
  });
});

it('a page that a PDF names thirty thousand times is read once, and that is said', async () => {
  const document = await readDocument(costlyDocuments()['kids.pdf'] ?? new Uint8Array());
  expect(document.markdown).toBe('<!--anchor: page 1-->\nx\n');
  expect(document.meta.notices).toEqual([
    'Read once: pages that the file repeats 101 times.',
    'Only the first 102 of 30000 pages were read.',
  ]);
});
