import { verifyCitations } from '@memora/validator';
import { createDocumentClaims } from '@memora/validator/documents';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';

/* Clean text read by a Markdown parser that the product does not use. */

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** A paragraph, heading, cell or code block: what it is, and the words it shows. */
interface Leaf {
  readonly kind: string;
  readonly words: string;
}

function citedTexts() {
  const { list, claims, sources } = createDocumentClaims({
    'a.md': 'Tea is hot. Ice is cold. Rent is 900 EUR. The limit is 10. 茶は熱いです。',
  });
  return { notes: { claims, sources }, markers: list.map(({ id }) => `[claim:${id}]`) };
}

/** Blocks as models write them, with markers that verify, that do not, and none. */
function arbitraryAnswer(markers: readonly string[]): fc.Arbitrary<string> {
  const marker = fc.constantFrom(
    ...markers,
    ...markers,
    '',
    '[claim:nope]',
    '[claim:0000000000000000]',
    '[claim:abc',
  );
  const words = fc.constantFrom(
    'Tea is hot',
    'Rent is 900 EUR',
    'It rains',
    '茶は熱いです',
    '**Bold. Text**',
    'see [link](a.md) and `code`',
    'Facts:',
    '5. 12 apples',
    '(so they say)',
  );
  const sentence = fc
    .tuple(words, fc.constantFrom('', ' '), marker, fc.constantFrom('.', '!', '', '。', ':'), marker)
    .map((parts) => parts.join(''));
  const run = fc
    .array(fc.tuple(sentence, fc.constantFrom(' ', ' ', '\n', '  \n', '\n> ')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((pieces) => pieces.map(([text, gap], i) => (i + 1 < pieces.length ? text + gap : text)).join(''));
  const lead = fc.constantFrom(
    '',
    '',
    '',
    '# ',
    '## ',
    '- ',
    '  - ',
    '1. ',
    '2. ',
    '> ',
    '> - ',
    '- [x] ',
    '* ',
  );
  const block = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(lead, run).map(([mark, text]) => mark + text) },
    fc.tuple(sentence, sentence).map(([a, b]) => `| A | B |\n|---|---|\n| ${a} | x |\n| ${b} |`),
    sentence.map((text) => `\`\`\`\n${text}\n\`\`\``),
    fc.constantFrom('---', '>', '**Summary**', 'Here is what we know:'),
  );
  return fc
    .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n', '\r\n')), { maxLength: 7 })
    .map((blocks) => blocks.map(([text, end]) => text + end).join(''));
}

/** What looks like a marker, whole or not. */
const MARKER = /\[claim:[^\]\n]*\]?/giu;
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
  const visit = (node: Node, path: string) => {
    if (CONTAINERS.has(node.type)) {
      // A line right behind a quotation belongs to it for Markdown, and not for us.
      const inside = node.type === 'table' ? `${path}${node.type} ` : path;
      for (const child of node.children ?? []) visit(child, inside);
    } else leaves.push({ kind: path + node.type, words: wordsOf(node).replace(MARKER, ' ') });
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node, '');
  return leaves.filter(({ words }) => /[\p{L}\p{N}]/u.test(words));
}

function wordsOf(node: Node): string {
  if (node.type === 'break') return '\n';
  return (node.value ?? '') + (node.children ?? []).map(wordsOf).join('');
}

const LETTERS = /[\p{L}\p{N}]+/gu;

/** True where the words of `part` stand in `whole`, in order. */
function isWithin(part: string, whole: string): boolean {
  const words: readonly string[] = whole.match(LETTERS) ?? [];
  let at = 0;
  return (part.match(LETTERS) ?? []).every((word) => {
    at = words.indexOf(word, at) + 1;
    return at > 0;
  });
}

/**
 * Where Markdown and we read an answer in two ways: all lines over `===` are its heading, for us the last one; a line right behind a table is a row of it, and a
 * table right behind a line is text; an item indented by four columns under nothing is code, or goes on with the line above. Found by these properties, and left: docs/decisions/2026-11-22-statements-and-clauses.md.
 */
function readsOtherwise(answer: string): boolean {
  return (
    answer.includes('===') ||
    /^ {4}- /mu.test(answer) ||
    /\|\r?\n[^|\r\n]|^>[^\n]*\n[^>\s]/mu.test(answer) ||
    /\S[^\n]*\n\| A \| B \|/u.test(answer)
  );
}

it('parses to blocks of the answer: none becomes another, and no two become one', async () => {
  const { notes, markers } = citedTexts();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      fc.pre(!readsOtherwise(answer));
      const { cleanText } = await verifyCitations(answer, notes);
      const blocks = leavesOf(answer);
      let at = 0;
      for (const leaf of leavesOf(cleanText)) {
        const own = blocks.findIndex(
          ({ kind, words }, i) => i >= at && kind === leaf.kind && isWithin(leaf.words, words),
        );
        expect([leaf, own >= 0], JSON.stringify({ answer, cleanText })).toEqual([leaf, true]);
        at = own;
      }
    }),
    { numRuns: 400, seed: 16 },
  );
});

/** What may stand between two pieces of one statement: markers that verified, marks and space. */
const BETWEEN = /^(?:[^\p{L}\p{N}]|\[claim:[^\]]*\])*$/u;

it('keeps of each statement its own bytes, and nothing but markers and space between them', async () => {
  const { notes, markers } = citedTexts();
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
      fc.pre(!readsOtherwise(answer));
      const { cleanText, statements } = await verifyCitations(answer, notes);
      let at = 0;
      for (const { supported, text, offset } of statements.toSorted(
        (a, b) => a.offset.utf16 - b.offset.utf16,
      )) {
        if (!supported) continue;
        // What went out of a statement went as a statement of its own: the rest stands in the answer in one piece.
        const isWhole = answer.slice(offset.utf16, offset.utf16 + text.length) === text;
        if (!isWhole) continue;
        // A list item that moves out loses the same space on each of its lines.
        const pieces = text
          .split(MARKER)
          .flatMap((piece) => piece.split('\n'))
          .map((piece) => piece.trim());
        for (const [i, piece] of pieces
          .filter((each) => /[\p{L}\p{N}]/u.test(each) && !each.startsWith('[cl'))
          .entries()) {
          const found = cleanText.indexOf(piece, at);
          expect(found, JSON.stringify({ answer, cleanText, piece })).toBeGreaterThanOrEqual(at);
          if (i > 0)
            expect(cleanText.slice(at, found), JSON.stringify({ answer, cleanText })).toMatch(BETWEEN);
          at = found + piece.length;
        }
      }
    }),
    { numRuns: 400, seed: 16 },
  );
});
