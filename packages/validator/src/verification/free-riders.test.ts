import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';

const TRUE = ['Tea is hot', 'Чай горячий', '茶は熱いです', 'Der Tee ist heiß', 'الشاي ساخن'];
const RIDERS = [
  'everybody was delighted',
  'все были в восторге',
  '全員が大喜びしました',
  'alle waren begeistert',
  'كان الجميع سعداء',
];

function setup() {
  const notes = createCitedNotes({ 'a.md': TRUE.map((words) => `${words}.`).join(' ') });
  return { notes, cited: TRUE.map((words) => `${words} ${notes.cite('a.md', `${words}.`)}`) };
}

/**
 * Statements with markers, and unsupported statements without markers (each with a mark after it), joined by
 * any mark and any space that could end a statement.
 */
function arbitraryRun(cited: readonly string[]) {
  const index = fc.nat({ max: TRUE.length - 1 });
  const mark = fc.constantFrom(
    '.',
    '!',
    '?',
    '…',
    '...',
    '。',
    '！',
    '؟',
    '۔',
    '।',
    ';',
    '；',
    ',',
    ' —',
    ' –',
    ':',
    '',
    ' and',
    ' 🎉',
  );
  const space = fc.constantFrom(' ', '\n', '\n\n', '  \n', '<br>', '\u2028', '\r\n', '\n- ', '\n> ');
  const piece = fc.tuple(
    index,
    fc.boolean(),
    mark,
    space,
    fc.constantFrom('', '**', '(', '# ', '[', '![', '<!-- '),
  );
  const closers: Record<string, string> = {
    '**': '**',
    '(': ')',
    '# ': '',
    '[': '](https://evil.example)',
    '![': '](x.png)',
    '<!-- ': ' -->',
    '': '',
  };
  return fc
    .array(piece, { minLength: 1, maxLength: 5 })
    .map((pieces) =>
      pieces
        .map(([i, rides, end, gap, wrap]) =>
          rides
            ? `${wrap}${RIDERS[i]}${closers[wrap]}${end.trim() === '🎉' ? '.' : end || '.'}${gap}`
            : `${cited[i]}${end}${gap}`,
        )
        .join(''),
    );
}

it('leaves no words in clean text that no cited span holds, whatever stands around them', async () => {
  const { notes, cited } = setup();
  await fc.assert(
    fc.asyncProperty(arbitraryRun(cited), async (answer) => {
      const { cleanText } = await verifyCitations(answer, notes.ports);
      for (const rider of RIDERS) expect(cleanText).not.toContain(rider);
      expect(cleanText).not.toContain('evil.example');
      expect(cleanText).not.toContain('<!--');
    }),
    { numRuns: sampleOf(400), seed: 16 },
  );
});

it('gives parts of the answer in their order, and settles at once', async () => {
  const { notes, cited } = setup();
  await fc.assert(
    fc.asyncProperty(arbitraryRun(cited), async (answer) => {
      const { cleanText } = await verifyCitations(answer, notes.ports);
      let at = 0;
      for (const unit of cleanText.replace(/\s/gu, '')) {
        at = answer.indexOf(unit, at) + unit.length;
        expect(at).toBeGreaterThanOrEqual(unit.length);
      }
      expect((await verifyCitations(cleanText, notes.ports)).cleanText).toBe(cleanText);
    }),
    { numRuns: sampleOf(200), seed: 16 },
  );
});
