import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseNote } from './parse-note.ts';
import { readNoteHead } from './read-note-head.ts';

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
