import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { openVault, parseNote } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { type IngestDocumentOptions, ingestDocument, readDocument } from '../index.ts';

async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'memora-ingest-'));
  const vault = await openVault(root);
  return {
    root,
    ingest: async (text: string, options: Partial<IngestDocumentOptions> = {}, name = 'Lease 2026.txt') => {
      const original = new TextEncoder().encode(text);
      const document = await readDocument(original, { name });
      return ingestDocument(vault, document, { identity: `/a/${name}`, origin: name, original, ...options });
    },
    read: async (path: string) => {
      const bytes = await readFile(join(root, path));
      return { text: bytes.toString(), note: parseNote(bytes, { path }) };
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

const TEXT = 'The tenant pays 900 euros a month to the landlord.\n\nThe lease ends in May.';

describe('the note of a document', () => {
  it('names its origin, and says what the document says', async () => {
    await using vault = await setup();
    const { id, path, status } = await vault.ingest(TEXT, {
      retrievedMs: Date.parse('2026-05-04T10:00:00Z'),
    });
    expect(status).toBe('created');
    expect(id).toMatch(/^lease-2026-[0-9a-z]{8}$/);
    expect(path).toBe(`ingested/${id}.md`);
    const { text, note } = await vault.read(path);
    expect(text).toBe(`---
id: "${id}"
title: "Lease 2026"
source: reference
region: "ingested"
privacy: private
created: 2026-05-04T10:00:00Z
updated: 2026-05-04T10:00:00Z
summary: "The tenant pays 900 euros a month to the landlord."
tags: []
refs: []
origin: "Lease 2026.txt"
origin_hash: ${fingerprint(new TextEncoder().encode(TEXT))}
body_hash: ${fingerprint(new TextEncoder().encode(`${TEXT}\n`))}
retrieved: 2026-05-04T10:00:00Z
language: "en"
extractor: "memora-text@1"
---
${TEXT}
`);
    expect(note).toMatchObject({ id, title: 'Lease 2026', region: 'ingested', diagnostics: [] });
  });

  it('is the same for the same source, and written once', async () => {
    await using vault = await setup();
    const first = await vault.ingest(TEXT);
    expect(await vault.ingest(TEXT)).toEqual({ ...first, status: 'unchanged' });
    const other = await vault.ingest(TEXT, { identity: '/b/Lease 2026.txt' });
    expect(other.path).not.toBe(first.path);
  });

  it.each(['_originals', '_memora/x', 'episodic/conversations', 'plans\u202e/a'])(
    'is written into no folder of Memora, and none whose name hides signs: %s',
    async (region) => {
      await using vault = await setup();
      await expect(vault.ingest(TEXT, { region })).rejects.toMatchObject({ code: 'PATH_RESERVED' });
    },
  );

  it('takes nobody else’s place, and is not written in a rehearsal', async () => {
    await using vault = await setup();
    const { path } = await vault.ingest(TEXT, { dryRun: true, region: 'default' });
    await expect(vault.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(join(vault.root, path), '# Mine\n');
    await expect(vault.ingest(TEXT, { region: 'default' })).rejects.toMatchObject({ code: 'NOTE_EXISTS' });
    expect((await vault.read(path)).text).toBe('# Mine\n');
  });

  it('hides what the detector finds, in text, title, name and summary', async () => {
    await using vault = await setup();
    const key = `AKIA${'QWERTYUIOPASDFGH'}`;
    const told = await vault.ingest(`aws_access_key_id = ${key}\n\nMore.`, {
      origin: `${key}.txt`,
      title: `Key ${key}`,
    });
    expect(told.sealed).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toContain(key);
    const { text, note } = await vault.read(told.path);
    expect(text.split(key)).toHaveLength(2);
    const at = Buffer.from(text).indexOf(key);
    expect(note.segments.find(({ span }) => span.start <= at && at < span.end)?.band).toBe('secret');
  });

  const TOKEN = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
  const page = (html: string): string =>
    `<!doctype html><html><body><article>${html}</article></body></html>`;
  it.each([
    [
      'an address',
      'a.html',
      page(`<p>See <a href="https://a.example/?token=${TOKEN}">this</a> page.</p>`),
      TOKEN,
    ],
    ['inline tags', 'a.html', page(`<p>Use ${TOKEN.slice(0, 9)}<b>${TOKEN.slice(9)}</b> now.</p>`), TOKEN],
    ['emphasis of Markdown', 'a.md', `Use ${TOKEN.slice(0, 9)}**${TOKEN.slice(9)}** now.`, TOKEN.slice(9)],
    [
      'both signs of emphasis',
      'a.md',
      `Use ${TOKEN.slice(0, 6)}**${TOKEN.slice(6, 12)}**_${TOKEN.slice(12)}_ now.`,
      TOKEN.slice(12),
    ],
    ['underscores around it', 'a.md', `Use _${TOKEN}_ now.`, TOKEN],
    [
      'two lines of a page',
      'a.html',
      page(`<p>Use ${TOKEN.slice(0, 20)}<br>${TOKEN.slice(20)} now.</p>`),
      TOKEN.slice(20),
    ],
    [
      'two lines of Markdown',
      'a.md',
      `Use ${TOKEN.slice(0, 20)}\\\n${TOKEN.slice(20)} now.`,
      TOKEN.slice(0, 20),
    ],
    [
      'two lines of a quotation',
      'a.html',
      page(`<blockquote><p>${TOKEN.slice(0, 20)}<br>${TOKEN.slice(20)}</p></blockquote>`),
      TOKEN.slice(20),
    ],
    [
      'words struck out',
      'a.html',
      page(`<p>${TOKEN.slice(0, 9)}<del>${TOKEN.slice(9, 20)}</del>${TOKEN.slice(20)}</p>`),
      TOKEN.slice(20),
    ],
    [
      'a column of a page',
      'a.html',
      page('<table><tr><th>User</th><th>Password</th></tr><tr><td>ada</td><td>grünspecht</td></tr></table>'),
      'grünspecht',
    ],
    ['an address between angle brackets', 'a.md', `See <https://a.example/?token=${TOKEN}> now.`, TOKEN],
    [
      'an address that was escaped twice',
      'a.md',
      `See https://a.example/?token=${TOKEN.replace('_', '%255f')}`,
      TOKEN,
    ],
    [
      'two pieces of code',
      'a.html',
      page(`<p>Use <code>${TOKEN.slice(0, 9)}</code><code>${TOKEN.slice(9)}</code></p>`),
      TOKEN.slice(9),
    ],
    [
      'a list below its label',
      'a.html',
      page('<ul><li>Password:<ul><li>Zk9!xLmq77Vr</li></ul></li></ul>'),
      'Zk9!xLmq77Vr',
    ],
    [
      'a column below a title of two',
      'a.html',
      page(
        '<table><tr><th colspan=2>Access</th></tr><tr><th>Name</th><th>API key</th></tr><tr><td>ada</td><td>grünspecht7</td></tr></table>',
      ),
      'grünspecht7',
    ],
    [
      'a column of values',
      'a.csv',
      'user,password,since\nada,grünspecht,2024\nbob,Tr0ub4dor,2025\n',
      'grünspecht',
    ],
  ])('hides a secret in %s', async (_, name, text, secret) => {
    await using vault = await setup();
    const told = await vault.ingest(text, {}, name);
    expect(told.sealed).toBeGreaterThan(0);
    const { text: written, note } = await vault.read(told.path);
    // In an address, this character has another spelling.
    const part = secret.slice(4);
    const at = Buffer.from(written).indexOf(part);
    expect(at).toBeGreaterThan(0);
    expect(note.segments.find(({ span }) => span.start <= at && at < span.end)?.band).toBe('secret');
    expect(
      written
        .split('<!--privacy:secret-->')
        .map((each) => each.split('<!--/privacy-->').at(-1))
        .join(''),
    ).not.toContain(part);
  });

  it.each([
    [
      'a table whose head is a sentence',
      'a.html',
      page(
        '<table><tr><th>Description</th><th>The file that holds the list of users and passwords</th></tr><tr><td>Status</td><td>Base4you</td></tr></table>',
      ),
      0,
    ],
    [
      'a token above a word',
      'a.html',
      page(
        `<p>Use ${TOKEN}<br>Created in May.</p><p>pip install sk-learn<br>numpy<br>pandas<br>matplotlib</p>`,
      ),
      1,
    ],
    ['a password in code', 'a.md', 'The password of the till is `Qu4rtz!Vale`, says Ada.', 1],
  ])('hides no more than the secret of %s', async (_, name, text, sealed) => {
    await using vault = await setup();
    const told = await vault.ingest(text, {}, name);
    expect(told.sealed).toBe(sealed);
    expect((await vault.read(told.path)).text).toContain('\nprivacy: private\n');
  });

  it.each([
    ['Your HIV test of May was positive. Against the depression you take Sertraline.', 3],
    ['Frau Ada Byron hat Brustkrebs.', 1],
    ['Patient: Ada Byron, born 1990-01-02, diagnosed with schizophrenia.', 1],
  ])('hides the illness of whoever a letter is about: %s', async (text, sealed) => {
    await using vault = await setup();
    expect(await vault.ingest(text)).toMatchObject({ sealed });
  });

  it('has no title of a name that holds a secret', async () => {
    await using vault = await setup();
    const told = await vault.ingest('The harbour opens at seven.\n', {}, `${TOKEN}.txt`);
    expect([told.title, JSON.stringify(told) + (await vault.read(told.path)).text]).toEqual([
      'Untitled',
      expect.not.stringContaining(TOKEN.slice(4)),
    ]);
  });

  it('names no author that holds a secret', async () => {
    await using vault = await setup();
    const head = `<head><meta name="author" content="Ada ${TOKEN}, Bob Stone"></head>`;
    const told = await vault.ingest(
      `<!doctype html><html>${head}<body><p>Some words.</p></body></html>`,
      {},
      'a.html',
    );
    const { text } = await vault.read(told.path);
    expect(text).toContain('authors: ["Bob Stone"]');
    expect(text).not.toContain(TOKEN);
  });
});
