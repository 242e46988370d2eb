import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseNote } from './parse-note.ts';
import { openNote, readNoteHead } from './read-note-head.ts';

const PIECES = [
  '---\n',
  '---',
  '\n',
  'privacy: secret\n',
  'privacy: public\n',
  'privcy: secret\n',
  'title: Tea\n',
  '<!--privacy:secret-->',
  '<!--/privacy-->',
  'a: &x [1]\nb: *x\n',
  'a: [\n',
  '# Tea\n',
  'Tea is hot.\n',
  '\ufeff',
  '\ud800',
];

it('says of any note what parsing all of it says', () => {
  const notes = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), {
    maxLength: 14,
  });
  fc.assert(
    fc.property(notes, fc.constantFrom('public', 'private', 'secret'), (parts, defaultBand) => {
      const bytes = new TextEncoder().encode(parts.join(''));
      const whole = parseNote(bytes, { path: 'a.md', defaultBand });
      const head = readNoteHead(bytes, { defaultBand });
      expect(head.band).toBe(whole.band);
      expect(head.frontmatter).toEqual(whole.frontmatter);
      const ofFront = whole.diagnostics.filter(({ code }) => code.startsWith('FRONTMATTER_'));
      expect(head.diagnostics).toHaveLength(ofFront.length);
      expect(ofFront).toEqual(expect.arrayContaining([...head.diagnostics]));
    }),
  );
});

it('keeps the heads of the latest notes, and of no secret one', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const first = bytesOf('---\ntitle: Tea\n---\nTea is hot.\n');
  const opened = openNote(first);
  expect(openNote(first)).toBe(opened);
  expect(openNote(first, 'public')).not.toBe(opened);
  for (const secret of [
    '---\nprivacy: secret\n---\nTea.\n',
    'Tea <!--privacy:secret-->is hot<!--/privacy-->.\n',
  ]) {
    const bytes = bytesOf(secret);
    expect(openNote(bytes)).not.toBe(openNote(bytes));
  }
  expect(openNote(first)).toBe(opened);
  const others = Array.from({ length: 128 }, (_, i) => bytesOf(`Tea ${i} is hot.\n`));
  for (const other of others) readNoteHead(other, { once: true });
  expect(openNote(first)).toBe(opened);
  for (const other of others) readNoteHead(other);
  expect(openNote(first)).not.toBe(opened);
});

it('reads the heads of 120 memories once, and of large notes only those that fit', () => {
  const notesOf = (count: number, length: number) =>
    Array.from({ length: count }, (_, i) =>
      new TextEncoder().encode(
        `---\nprivacy: private\ntitle: Tea ${i}\n---\n${'Tea is hot. '.repeat(length)}`,
      ),
    );
  const readTwice = (notes: readonly Uint8Array[]) => {
    const first = notes.map((bytes) => openNote(bytes));
    return notes.filter((bytes, i) => openNote(bytes) === first[i]).length;
  };
  expect(readTwice(notesOf(120, 30))).toBe(120);
  const large = notesOf(120, 1_200);
  const first = large.map((bytes) => openNote(bytes));
  const again = large.filter((bytes, i) => i >= 80 && openNote(bytes) === first[i]);
  expect(again).toHaveLength(40);
  expect(openNote(large[0] as Uint8Array)).not.toBe(first[0]);
});
