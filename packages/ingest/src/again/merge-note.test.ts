import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePrivacyMarkers } from '@memora/privacy';
import { openVault, parseNote } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { type IngestDocumentOptions, ingestDocument, readDocument } from '../index.ts';
import type { NoteBase } from './merge-note.ts';

/** An ingester of one source that remembers the notes it wrote. */
async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'memora-merge-'));
  const vault = await openVault(root);
  let known: { id: string; path: string; base: NoteBase | null } | null = null;
  const ingest = async (text: string, options: Partial<IngestDocumentOptions> = {}, forget = false) => {
    const original = new TextEncoder().encode(text);
    const document = await readDocument(original, { name: 'lease.txt' });
    const told = await ingestDocument(vault, document, {
      ...{ identity: '/a/lease.txt', origin: 'lease.txt', original },
      earlier: { key: (line) => line, known: forget ? null : known, locate: async () => null },
      ...options,
    });
    if (told.status !== 'kept') known = told;
    return told;
  };
  const pathOf = () => join(root, known?.path ?? '');
  return {
    root,
    ingest,
    read: () => readFile(pathOf(), 'utf8'),
    body: async () => (await readFile(pathOf(), 'utf8')).split('\n---\n').slice(1).join('\n---\n'),
    edit: async (from: string, to: string) => {
      const before = await readFile(pathOf(), 'utf8');
      expect(before).toContain(from);
      // Text that is also in the summary is edited in the body.
      const at = before.lastIndexOf(from);
      await writeFile(pathOf(), before.slice(0, at) + to + before.slice(at + from.length));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

const FIRST = 'The rent is 900 euros.\n\nIt is due on the third day.\n\nThe lease ends in May.\n';

describe('the note of a document that is ingested again', () => {
  it('takes what the document changed and keeps what somebody edited', async () => {
    await using note = await setup();
    await note.ingest(FIRST);
    await note.edit('It is due on the third day.', 'It is due on the 3rd. #rent');
    await note.edit('tags: []', 'tags: [lease]\nrating: 5 # mine');
    await note.edit('title: "lease"', 'title: "My flat"');
    const told = await note.ingest(FIRST.replace('900', '950'), {
      retrievedMs: Date.parse('2026-06-01T00:00:00Z'),
    });
    expect(told).toMatchObject({ status: 'updated', edits: 3, conflicts: 0 });
    expect(await note.body()).toBe(
      'The rent is 950 euros.\n\nIt is due on the 3rd. #rent\n\nThe lease ends in May.\n',
    );
    const text = await note.read();
    expect(text).toContain('title: "My flat"\n');
    expect(text).toContain('tags: [lease]\nrating: 5 # mine\n');
    expect(text).toContain('retrieved: 2026-06-01T00:00:00Z');
    expect(await note.ingest(FIRST.replace('900', '950'))).toMatchObject({ status: 'unchanged' });
    expect(await note.read()).toBe(text);
  });

  it('keeps an edit where the document changed the same sentence, and counts it', async () => {
    await using note = await setup();
    await note.ingest(FIRST);
    await note.edit('900 euros', '900 euros, heating included');
    expect(await note.ingest(FIRST.replace('900', '950'))).toMatchObject({ status: 'updated', conflicts: 1 });
    expect(await note.body()).toContain('900 euros, heating included');
    expect(await note.ingest(FIRST.replace('900', '950').replace('May', 'June'))).toMatchObject({
      conflicts: 0,
      edits: 1,
    });
    expect(await note.body()).toContain('The lease ends in June.');
  });

  it('is updated without a record where nobody has edited it, and stays as it is where somebody has', async () => {
    await using note = await setup();
    await note.ingest(FIRST);
    expect(await note.ingest(FIRST.replace('900', '950'), {}, true)).toMatchObject({ status: 'updated' });
    await note.edit('950', '960');
    const before = await note.read();
    expect(await note.ingest(FIRST, {}, true)).toMatchObject({ status: 'kept' });
    expect(await note.read()).toBe(before);
    expect(await note.ingest(FIRST, { replace: true }, true)).toMatchObject({ status: 'updated' });
    expect(await note.body()).toBe(FIRST.replaceAll('.', '.'));
  });

  it('keeps what somebody made secret secret, wherever the new version has it', async () => {
    await using note = await setup();
    await note.ingest(FIRST);
    await note.edit('The rent is 900 euros.', '<!--privacy:secret-->The rent is 900 euros.<!--/privacy-->');
    const moved = 'It is due on the third day.\n\nThe lease ends in May. The rent is 900 euros.\n\nMore.\n';
    expect((await note.ingest(moved)).status).toBe('updated');
    const bytes = new TextEncoder().encode(await note.read());
    for (const { start, end } of parsePrivacyMarkers(bytes).regions) bytes.fill(0x20, start, end);
    expect(new TextDecoder().decode(bytes)).not.toContain('900');
    expect(new TextDecoder().decode(bytes)).toContain('More.');
  });

  it('gets a stricter band and never a looser one', async () => {
    await using note = await setup();
    const band = async () => parseNote(new TextEncoder().encode(await note.read()), { path: 'x.md' }).band;
    await note.ingest(FIRST, { privacy: 'secret' });
    await note.ingest(`${FIRST}\nMore.\n`, { privacy: 'public' });
    expect(await band()).toBe('secret');
    await note.edit('privacy: secret', 'privacy: public');
    await note.ingest(`${FIRST}\nStill more.\n`, { privacy: 'public' });
    expect(await band()).toBe('public');
    await note.ingest(`${FIRST}\nThe last.\n`, { privacy: 'private' });
    expect(await band()).toBe('private');
  });

  it('of a secret document is for its owner alone', async () => {
    await using note = await setup();
    const { path } = await note.ingest(FIRST, { privacy: 'secret' });
    expect((await stat(join(note.root, path))).mode & 0o077).toBe(0);
  });

  it('is found where it was moved, and a note at its old place is left alone', async () => {
    await using note = await setup();
    const { path } = await note.ingest(FIRST);
    await rename(join(note.root, path), join(note.root, 'mine.md'));
    await writeFile(join(note.root, path), '# Somebody else\n');
    const locate = async (ending: string) => (path.endsWith(`${ending}.md`) ? 'mine.md' : null);
    const earlier = { key: (line: string) => line, known: null, locate };
    expect(await note.ingest(`${FIRST}\nMore.\n`, { earlier })).toMatchObject({
      status: 'updated',
      path: 'mine.md',
    });
    expect(await readFile(join(note.root, path), 'utf8')).toBe('# Somebody else\n');
    await rm(join(note.root, 'mine.md'));
    await expect(note.ingest(FIRST)).rejects.toMatchObject({ code: 'NOTE_EXISTS' });
  });
});
