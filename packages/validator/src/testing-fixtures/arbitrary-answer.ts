import fc from 'fast-check';

/**
 * Random answers in the style of models: Markdown blocks, sentences in several scripts, good and bad markers
 * in any spelling.
 */
export function arbitraryAnswer(markers: readonly string[]): fc.Arbitrary<string> {
  const marker = fc.constantFrom(
    ...markers,
    '[claim:nope]',
    '[claim:]',
    '[claim:0000000000000000]',
    '[claim:abc',
    '[cl',
  );
  const words = fc.constantFrom(
    'Tea is hot',
    'Rent is 900 EUR',
    'the limit is 10',
    'Dr. Who lives in the U.S. today',
    'He said "Tea is hot. Ice is cold." twice',
    '茶は熱いです。氷は冷たい',
    'Wetter: z.B. Regen',
    'È caldo',
    'It is 5" wide',
    'ชาร้อน',
    '**Bold. Text**',
    'see [link](a.md) and `code`',
    'Facts:',
    '5. 12 apples',
    'a | b',
    '👩‍🚀',
    '…',
    '(so they say)',
  );
  const stop = fc.constantFrom('.', '!', '?', '', '。', '...', ':', ' .');
  const sentence = fc
    .tuple(
      words,
      fc.option(marker, { nil: '' }),
      stop,
      fc.option(marker, { nil: '' }),
      fc.constantFrom(' ', ''),
    )
    .map(
      ([text, inner, end, outer, space]) => text + (inner && space + inner) + end + (outer && space + outer),
    );
  const run = fc
    .array(sentence, { minLength: 1, maxLength: 4 })
    .chain((sentences) =>
      fc
        .array(fc.constantFrom(' ', ' ', '\n', '  \n', '\n> ', ''), { minLength: 4, maxLength: 4 })
        .map((joins) =>
          sentences.map((text, i) => text + (i + 1 < sentences.length ? joins[i] : '')).join(''),
        ),
    );
  const lead = fc.constantFrom(
    '',
    '',
    '',
    '# ',
    '## ',
    '- ',
    '  - ',
    '    - ',
    '1. ',
    '2. ',
    '> ',
    '> - ',
    '- [x] ',
    '* ',
    '| ',
    '• ',
  );
  const block = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(lead, run).map(([mark, text]) => mark + text) },
    fc.tuple(sentence, sentence).map(([a, b]) => `| A | B |\n|---|---|\n| ${a} | x |\n| ${b} |`),
    sentence.map((text) => `\`\`\`\n${text}\n\`\`\``),
    sentence.map((text) => `${text}\n===`),
    marker,
    fc.constantFrom('---', '***', '- ', '>', '```', '<!-- note -->', '**Summary**', 'Here is what we know:'),
  );
  return fc
    .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n', '\r\n', '\n\n\n')), { maxLength: 7 })
    .map((blocks) => blocks.map(([text, end]) => text + end).join(''));
}

/** The same text in pieces. */
export function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? 1);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
