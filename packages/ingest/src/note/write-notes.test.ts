import { fingerprint } from '@memora/core';
import { afterAll, describe, expect, it } from 'vitest';
import { makePdf } from '../testing-fixtures/make-pdf.ts';
import { createFreshReader, type ReadLimits } from '../thread/read-bounded.ts';
import type { DocumentNote, NotesWanted } from './write-notes.ts';

const reader = createFreshReader();
afterAll(() => reader[Symbol.asyncDispose]());

/** Split in two parts, because the repository's scanners would take it for a real one. */
const KEY = `AKIA${'QWERTYUIOPASDFGH'}`;
const utf8 = (text: string) => new TextEncoder().encode(text);

interface Given extends Partial<NotesWanted> {
  readonly name?: string;
  readonly limits?: ReadLimits;
  readonly standing?: (path: string) => Promise<Uint8Array | null>;
}

async function notesOf(
  bytes: Uint8Array,
  { name = 'Lease 2026.txt', limits, standing = async () => null, ...more }: Given = {},
): Promise<DocumentNote[]> {
  const notes: DocumentNote[] = [];
  for await (const note of reader.readNotes(bytes, {
    ...{ name, standing },
    ...(limits === undefined ? {} : { limits }),
    notes: {
      ...{ identity: `upload:${name}`, origin: name, originHash: fingerprint(bytes), retrievedMs: 0 },
      ...{ mostNotes: 10, mostBytes: 1_000_000, ...more },
    },
  }))
    notes.push(note);
  return notes;
}

const textOf = (note: DocumentNote | undefined) => Buffer.from(note?.bytes ?? []).toString();

describe('the notes of a source that are made in a thread', () => {
  it('are those that ingestDocument writes, with what was marked secret and what was left out', async () => {
    const [note] = await notesOf(utf8(`The tenant pays 900 euros.\n\nThe key is ${KEY}.\n`));
    expect(note).toMatchObject({ status: 'created', isSecret: true, sealed: 1, classes: ['AWS access key'] });
    expect(note?.path).toMatch(/^ingested\/lease-2026-[0-9a-z]{8}\.md$/);
    expect(textOf(note)).toContain(`<!--privacy:secret-->${KEY}<!--/privacy-->`);
    expect(textOf(note)).toContain('source: reference\n');
    const [pdf] = await notesOf(makePdf([[{ x: 72, y: 700, text: 'The crane lifts twelve tons.' }]]), {
      name: 'Crane.pdf',
      region: 'machines',
      privacy: 'secret',
    });
    expect(pdf).toMatchObject({ format: 'pdf', anchors: 1, isSecret: true, leftOut: { invisible: 0 } });
    expect(textOf(pdf)).toContain('The crane lifts twelve tons.');
  });

  it('are merged with what stands: unchanged, updated, or kept where the edits of a person are not known', async () => {
    const text = 'The tenant pays 900 euros.\n';
    const [first] = await notesOf(utf8(text));
    const asked: string[] = [];
    const stands = (bytes: Uint8Array) => ({
      standing: async (path: string) => {
        asked.push(path);
        return bytes;
      },
    });
    const before = first?.bytes as Uint8Array;
    expect((await notesOf(utf8(text), stands(before)))[0]).toMatchObject({
      status: 'unchanged',
      bytes: null,
    });
    expect(asked[0]).toBe(first?.path);
    const [next] = await notesOf(utf8('The tenant pays 950 euros.\n'), stands(before));
    expect([next?.status, textOf(next).includes('950')]).toEqual(['updated', true]);
    const edited = Buffer.from(`${Buffer.from(before)}I disagree.\n`);
    expect((await notesOf(utf8('Other.\n'), stands(edited)))[0]).toMatchObject({
      status: 'kept',
      bytes: null,
    });
    const [replaced] = await notesOf(utf8('Other.\n'), { ...stands(edited), replace: true });
    expect(replaced?.status).toBe('updated');
    await expect(notesOf(utf8(text), stands(utf8('Somebody else’s note.\n')))).rejects.toMatchObject({
      code: 'NOTE_EXISTS',
    });
  });

  it('are one for each mail of a mailbox, up to the limit of notes and of bytes', async () => {
    const mail = (n: number) =>
      `From a@b Mon Jan  1 00:00:00 2024\nFrom: a@b.example\nSubject: Crane ${n}\nMessage-ID: <${n}@b>\n\nThe crane ${n} lifts.\n\n`;
    const box = utf8([1, 2, 3].map(mail).join(''));
    const notes = await notesOf(box, { name: 'cranes.mbox' });
    expect(new Set(notes.map(({ path }) => path)).size).toBe(3);
    expect(new Set(notes.map(({ originHash }) => originHash)).size).toBe(3);
    for (const limit of [{ mostNotes: 2 }, { mostBytes: 500 }])
      await expect(notesOf(box, { name: 'cranes.mbox', ...limit })).rejects.toMatchObject({
        code: 'DOCUMENT_TOO_LARGE',
      });
  });

  it('hold up no timer of the caller: a megabyte of digits is read or given up within its processor time', async () => {
    let beats = 0;
    const beat = setInterval(() => beats++, 10);
    const odd = [
      '0123456789'.repeat(100_000),
      '4111 1111 1111 1111 '.repeat(50_000),
      `${'a.'.repeat(500_000)}@`,
    ];
    for (const text of odd) {
      const before = beats;
      const ended = await notesOf(utf8(text), {
        limits: { ms: 1_500, msPerMegabyte: 0 },
        mostBytes: 1e8,
      }).then(
        () => 'read',
        (error: { code: string }) => error.code,
      );
      expect(['read', 'DOCUMENT_TOO_COSTLY']).toContain(ended);
      expect(beats - before).toBeGreaterThan(2);
    }
    clearInterval(beat);
    // The reader continues with the next one.
    expect(await notesOf(utf8('The kite flies.\n'))).toHaveLength(1);
  });

  it('are none where the bytes are not what the name says, and of a source that fails', async () => {
    await expect(notesOf(utf8('<html>Log in</html>'), { name: 'report.pdf' })).rejects.toMatchObject({
      code: 'DOCUMENT_DAMAGED',
    });
    const failing = { standing: () => Promise.reject(Object.assign(new Error('away'), { code: 'AWAY' })) };
    await expect(notesOf(utf8('The kite flies.\n'), failing)).rejects.toMatchObject({ code: 'AWAY' });
    await expect(notesOf(utf8('The kite flies.\n'), { region: '_memora/x' })).rejects.toMatchObject({
      code: 'PATH_RESERVED',
    });
  });
});
