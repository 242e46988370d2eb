import { sampleOf } from '@memora/testing-fixtures/every-nth';
import { verifyCitations } from '@memora/validator';
import { createDocumentClaims } from '@memora/validator/documents';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';

/* Clean text, read by a Markdown parser that the product does not use. */

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly offset?: number } };
}

/** `FAST_CHECK_SEED` and more runs than CI has: `RUNS=5000`. */
const RUNS = Number(process.env['RUNS'] ?? sampleOf(400));
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 16);

/** A paragraph, heading, cell or code block: its kind, and its visible words. */
interface Leaf {
  readonly kind: string;
  readonly words: string;
}

const TEXT =
  'Tea is hot. Ice is cold. Rent is 900 EUR. The limit is 10. 茶は熱いです。 5 apples are red. Plus is good.';

function citedTexts() {
  const { list, claims, sources } = createDocumentClaims({ 'a.md': TEXT });
  return { notes: { claims, sources }, markers: list.map(({ id }) => `[claim:${id}]`) };
}

/** Blocks in the style of models, well formed or not, with valid markers, invalid ones, and none. */
function arbitraryAnswer(markers: readonly string[]): fc.Arbitrary<string> {
  const [tea, ice, rent, limit, ocha, apples, plus] = markers as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const good = fc.constantFrom(
    `Tea is hot ${tea}.`,
    `Ice is cold ${ice}.`,
    `Rent is 900 EUR ${rent}`,
    `**The limit is 10** ${limit}.`,
    `茶は熱いです${ocha}。`,
    `1. 5 apples are red ${apples}.`,
    `- Plus is good ${plus}.`,
    `# Plus is good ${plus}.`,
    `> Plus is good ${plus}.`,
    `Tea is hot ${tea}, and everybody danced.`,
    `Ice (or so they say) is cold ${ice}.`,
    `Tea is hot ${tea} [claim:nope].`,
    `Tea is\nhot ${tea}.`,
  );
  const marker = fc.constantFrom(...markers, '', '[claim:nope]', '[claim:0000000000000000]', '[claim:abc');
  const words = fc.constantFrom(
    'Tea is hot',
    'Rent is 900 EUR',
    'It rains',
    '茶は熱いです',
    '**Bold. Text**',
    'see [link](a.md) and `code`',
    'Facts:',
    '(so they say)',
    '👩‍🚀',
    'a | b',
  );
  const written = fc
    .tuple(words, fc.constantFrom('', ' '), marker, fc.constantFrom('.', '!', '', '。', ':'), marker)
    .map((parts) => parts.join(''));
  const sentence = fc.oneof(good, written, fc.constantFrom('It rains.', 'It snows today.'));
  const run = fc
    .array(
      fc.tuple(
        sentence,
        fc.constantFrom(' ', ' ', ' ', '\n', '  \n', '\n> ', '\n    ', '\n- ', '\n2. ', '\n    - '),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((pieces) => pieces.map(([text, gap], i) => (i + 1 < pieces.length ? text + gap : text)).join(''));
  const lead = fc.constantFrom(
    ...[
      '',
      '',
      '',
      '# ',
      '## ',
      '- ',
      '  - ',
      '    - ',
      '        - ',
      '1. ',
      '2. ',
      '   1. ',
      '> ',
      '>> ',
      '> > - ',
    ],
    ...['> - ', '> 1. ', '- [x] ', '* ', '  ', '    ', '>     - ', '> # '],
  );
  const block = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(lead, run).map(([mark, text]) => mark + text) },
    fc
      .tuple(lead, run, fc.constantFrom('===', '---', '='))
      .map(([mark, text, line]) => `${mark}${text}\n${line}`),
    fc
      .tuple(fc.constantFrom('', '', 'Facts:\n', `Ice is cold ${ice}.\n`, 'It rains.\n'), sentence, sentence)
      .map(([text, a, b]) => `\n${text}| A | B |\n|---|---|\n| ${a} | x |\n| ${b} |`),
    sentence.map((text) => `\`\`\`\n${text}\n\`\`\``),
    fc.constantFrom('---', '===', '>', '**Summary**', 'Here is what we know:', ...markers),
  );
  return fc
    .array(fc.tuple(block, fc.constantFrom('\n', '\n', '\n\n', '\n\n', '\r\n')), { maxLength: 6 })
    .map((blocks) => blocks.map(([text, end]) => text + end).join(''));
}

/** Well-formed blocks of every kind with a blank line between them, in the style of models. */
function arbitraryDocument(markers: readonly string[]): fc.Arbitrary<string> {
  const [tea, ice, rent, , ocha] = markers as [string, string, string, string, string];
  const sentence = fc.oneof(
    fc.constantFrom(
      `Tea is hot ${tea}.`,
      `Ice is cold ${ice}.`,
      `**Rent is 900 EUR** ${rent}.`,
      `茶は熱いです${ocha}。`,
    ),
    fc.constantFrom(`Tea is hot ${tea}, and everybody danced.`, `Ice (or so they say) is cold ${ice}.`),
    fc.constantFrom(
      'It rains.',
      'It snows today!',
      'Tea is hot [claim:nope].',
      `It rains ${tea}.`,
      'A picture ![x](a.png).',
    ),
  );
  const line = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
  const paragraph = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
  const listOf = (mark: (at: number) => string) =>
    fc
      .array(fc.tuple(line, fc.array(line, { maxLength: 2 })), { minLength: 1, maxLength: 4 })
      .map((items) =>
        items
          .map(([text, inner], i) =>
            [mark(i) + text, ...inner.map((own) => `${' '.repeat(mark(i).length)}- ${own}`)].join('\n'),
          )
          .join('\n'),
      );
  const list = fc.oneof(
    listOf(() => '- '),
    listOf((i) => `${i + 1}. `),
    listOf(() => '* '),
    line.map((text) => `- [x] ${text}\n- [ ] ${text}`),
  );
  const table = fc
    .array(fc.tuple(line, line), { minLength: 1, maxLength: 3 })
    .map((rows) => ['| A | B |', '| --- | --- |', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'));
  const block = fc.oneof(
    { weight: 3, arbitrary: paragraph },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('# ', '## ', '### '), line).map(([mark, text]) => mark + text),
    },
    fc.tuple(line, fc.constantFrom('===', '---')).map(([text, rule]) => `${text}\n${rule}`),
    { weight: 2, arbitrary: list },
    table,
    fc.oneof(paragraph, list).map((text) => `> ${text.replaceAll('\n', '\n> ')}`),
    fc.tuple(line, fc.constantFrom(tea, '')).map(([text, marker]) => `\`\`\`\n${text}\n\`\`\`\n${marker}`),
    line.map((text) => `[^1]: ${text}`),
    fc.constantFrom('---', '**Summary**', '**Drinks:**', 'Here is what we know:', '![Drinks](a.png)'),
  );
  return fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => `${blocks.join('\n\n')}\n`);
}

/** Text that looks like a marker, complete or not. */
const MARKER = /\[claim:(?:[0-9a-z]{16}|nope|abc)\]?/gu;
const CONTAINERS = new Set([
  'list',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
  'root',
  'footnoteDefinition',
]);

function leavesOf(markdown: string): Leaf[] {
  const leaves: Leaf[] = [];
  const isIndentedCode = (node: Node) =>
    node.type === 'code' && !/^[`~]/u.test(markdown.slice(node.position?.start.offset));
  const visit = (node: Node, path: string) => {
    if (!CONTAINERS.has(node.type)) {
      leaves.push({ kind: path + node.type, words: wordsOf(node).replace(MARKER, ' ') });
      return;
    }
    const inside = node.type === 'table' || node.type === 'blockquote' ? `${path}${node.type} ` : path;
    node.children?.forEach((child, i, all) => {
      visit(child, inside);
      // This parser starts a new block with each line of code after a quotation; every other parser makes one.
      const before = all[i - 1];
      if (before === undefined || !isIndentedCode(child) || !isIndentedCode(before)) return;
      const [one, other] = leaves.splice(-2) as [Leaf, Leaf];
      leaves.push({ ...one, words: `${one.words}\n${other.words}` });
    });
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node, '');
  return leaves.filter(({ words }) => /[\p{L}\p{N}]/u.test(words));
}

function wordsOf(node: Node): string {
  if (node.type === 'break') return '\n';
  return (node.value ?? '') + (node.children ?? []).map(wordsOf).join('');
}

const LETTERS = /[\p{L}\p{N}]+/gu;

/** True if the words of `part` occur in `whole`, in order. */
function isWithin(part: string, whole: string): boolean {
  const words: readonly string[] = whole.match(LETTERS) ?? [];
  let at = 0;
  return (part.match(LETTERS) ?? []).every((word) => {
    at = words.indexOf(word, at) + 1;
    return at > 0;
  });
}

/** This parser, unlike any other, treats a list that does not start at 1 right after indented code as more code. */
const OWN_READING = /^[ >]*? {4}[^\n]*[\r\n>]+[ >]*(?:[-*] )?[2-9]\. /mu;

function expectSameBlocks(answer: string, cleanText: string): void {
  const blocks = leavesOf(answer);
  let at = 0;
  for (const leaf of leavesOf(cleanText)) {
    const own = blocks.findIndex(
      ({ kind, words }, i) => i >= at && kind === leaf.kind && isWithin(leaf.words, words),
    );
    expect([leaf, own >= 0], JSON.stringify({ answer, cleanText })).toEqual([leaf, true]);
    at = own;
  }
}

it('parses to blocks of the answer: none becomes another, and no two become one', async () => {
  const { notes, markers } = citedTexts();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      const { cleanText } = await verifyCitations(answer, notes);
      fc.pre(!OWN_READING.test(answer) && !OWN_READING.test(cleanText));
      expectSameBlocks(answer, cleanText);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

/* Found with random seeds, each a separate kind. T, A … are markers of the sentences. */
it.each([
  'Tea is hot [T].\n\n[L]\nTea is hot [T].\n',
  'Tea is hot[T].[T]\n\n[A]\n> Tea is hot [T]. It rains.\n',
  '> It rains.\n\n[T]\nTea is hot [T].\n',
  'Tea is hot [T].\n\n[L]\n2. Tea is hot [T].\n',
  '```\nTea is hot [T].\n```\n[R]\n    1. 5 apples are red [A].\n',
  'It rains.\n> Tea is hot[T].[T]\n[R]\nTea is hot [T].\n',
  'Tea is hot [T].\n- 1. 5 apples are red [A].\n    - 👩‍🚀[T].[T]\nTea is hot [T].\n===\n',
  'Tea is hot [T].\n- Tea is hot[T].[T]\n\n  Tea is hot[T].[T]\n2. It rains.  \nTea is hot [T].\n',
  '- [x] Tea is hot [T].\n  > Plus is good [P].\n> It rains.\nTea is hot [T].\n',
  'Tea is hot[T].[T]\n- Tea is hot[L].[claim:nope]\n\n  It rains.\n===\n[O]\n',
  'Tea is hot[T].[T]\n- It rains.\n>\n    - Tea is hot[T].[T] Tea is hot[T].[T]\n',
  'It rains.\n    - Tea is hot[T].[T]\n\n  Tea is hot[T].[T]\n  - **Bold. Text**[T].[T]\n2. Tea is hot [T].\n',
  'It rains.\n- It rains.\n\n    Tea is hot [T]. Tea is hot [T].\n===\n',
  '- Tea is hot [T].\n```\nIt rains.\n```\n  Tea is hot [T].\n2. > Plus is good [P]. It rains.\n',
  'Tea is hot[T].[T]\n- 👩‍🚀[T].[T]\nTea is hot [T].\n\n  It rains.\nTea is hot [T].\n2. Tea is hot [T].\n',
  '# Plus is good [P]. Tea is hot [T].\n    Tea is hot [T].\n[I]\n\n    - Tea is hot [T]. It rains.\n',
  '>     - It rains.\n    Tea is hot [T]. It rains.\n    - Tea is hot [T].\n',
])('keeps the blocks of %j', async (shape) => {
  const { notes, markers } = citedTexts();
  const answer = shape.replace(
    /\[([TIRLOAP])\]/gu,
    (_, key: string) => markers['TIRLOAP'.indexOf(key)] ?? '',
  );
  const { cleanText } = await verifyCitations(answer, notes);
  expect(cleanText).toMatch(/\p{L}/u);
  expectSameBlocks(answer, cleanText);
});

it('parses to the same blocks where the answer is well-formed Markdown of any kind', async () => {
  const { notes, markers } = citedTexts();
  await fc.assert(
    fc.asyncProperty(arbitraryDocument(markers), async (answer) => {
      const { cleanText } = await verifyCitations(answer, notes);
      expectSameBlocks(answer, cleanText);
    }),
    { numRuns: RUNS },
  );
});

/** A word, or any other non-space unit: cuts are made between these. */
const PIECES = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const ADDED = /^(?:(?:\r?\n){1,2}| )/u;

it('is pieces of the answer in their order and nothing else, but for a line break or space between them and a backslash that keeps text text', async () => {
  const { notes, markers } = citedTexts();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      const { cleanText } = await verifyCitations(answer, notes);
      const context = JSON.stringify({ answer, cleanText });
      const pieces: readonly string[] = answer.match(PIECES) ?? [];
      let at = 0;
      for (const { 0: piece, index } of cleanText.matchAll(PIECES)) {
        const found = pieces.indexOf(piece, at);
        const isEscape =
          piece === '\\' &&
          /(?:^|\n)[\s>]*(?:(?:[-*]|\d+\.)\s+(?:\[x\]\s+)?)*\d*$/u.test(cleanText.slice(0, index));
        expect(found >= 0 || isEscape, `${context} at ${index}`).toBe(true);
        if (found >= 0 && !isEscape) at = found + 1;
      }
      for (const [space] of cleanText.matchAll(/\s+/gu))
        expect(answer.includes(space) || answer.includes(space.replace(ADDED, '')), context).toBe(true);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

it('holds the words of each supported statement, in their order', async () => {
  const { notes, markers } = citedTexts();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      const { cleanText, statements } = await verifyCitations(answer, notes);
      const words = wordsIn(cleanText);
      let at = 0;
      for (const { text } of statements
        .filter(({ kept, text }) => kept && !text.includes('[claim:abc'))
        .toSorted((a, b) => a.offset.utf16 - b.offset.utf16)) {
        for (const word of wordsIn(text)) {
          const found = words.indexOf(word, at);
          expect(found, JSON.stringify({ answer, cleanText, word })).toBeGreaterThanOrEqual(at);
          at = found + 1;
        }
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

function wordsIn(text: string): readonly string[] {
  return text.replace(MARKER, ' ').match(LETTERS) ?? [];
}
