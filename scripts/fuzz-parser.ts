/** `node --conditions=memora-source scripts/fuzz-parser.ts [cases] [seed]`: parses and extracts mutated notes. */
import { createOfflineExtractor } from '../packages/claims/src/index.ts';
import { decodeText } from '../packages/core/src/index.ts';
import { parseNote } from '../packages/vault/src/index.ts';
import { createRandom, type FuzzReport, mutate, printFuzz, readCorpus, runCases } from './fuzz/random.ts';

const WORDS = [
  '\n',
  '\r\n',
  '---\n',
  '- ',
  '> ',
  '# ',
  '|',
  '`',
  '```\n',
  '*',
  '_',
  '[',
  ']',
  '[[',
  ']]',
  '(',
  ')',
  '<!--',
  '-->',
].concat(
  [
    '<!--privacy:secret-->',
    '<!--/privacy-->',
    'privacy: secret\n',
    '$$',
    '%%',
    '::',
    '- [ ] ',
    '[^1]',
    '[^1]: ',
    '\u0000',
    '\ufeff',
  ],
  [
    '\ud83d\ude00',
    '\u0301',
    '\u200d',
    '\u202e',
    '。',
    '. ',
    '? ',
    '2024-01-02 ',
    '&x ',
    '*x ',
    '\t',
    '    ',
    '#+BEGIN_QUOTE\n',
    '<div>',
    '\\',
  ],
);

/** Parses and extracts mutated notes. Nothing may throw, and every span must be inside the note and have the expected text. */
export function fuzzParser(count: number, seed: number): Promise<FuzzReport> {
  const random = createRandom(seed);
  const corpus = readCorpus('.md');
  const extractor = createOfflineExtractor();
  return runCases(count, async () => {
    const bytes = mutate(random.pick(corpus), corpus, WORDS, random);
    const note = parseNote(bytes, { path: 'a/b.md' });
    let end = -1;
    for (const { span, text, kind } of note.segments) {
      if (span.start < 0 || span.end > bytes.length || span.start >= span.end) return `span of a ${kind}`;
      if (decodeText(bytes.subarray(span.start, span.end)).text !== text) return `text of a ${kind}`;
      if (span.start < end) return `order of a ${kind}`;
      end = span.start;
    }
    for (const { span } of note.links)
      if (span.end > bytes.length || span.start >= span.end) return 'span of a link';
    const { claims } = await extractor.extract(note, [...note.segments.keys()], { bytes });
    for (const { segment, span } of claims) {
      const around = note.segments[segment]?.span;
      if (around === undefined || span.start < around.start || span.end > around.end)
        return 'span of a claim';
    }
    return null;
  });
}

if (import.meta.main) await printFuzz('parser', 20_000, fuzzParser);
