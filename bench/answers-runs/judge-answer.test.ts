import { describe, expect, it } from 'vitest';
import { cutNote } from './cut-paragraphs.ts';
import { judgeAnswer } from './judge-answer.ts';
import { readShownPassages } from './read-shown-passages.ts';
import { sumAnswers } from './sum-answers.ts';
import { toPlainWords } from './to-plain-words.ts';

const pump = { note: 'pump.md', text: 'runs at **40 bar**' };
const unit = (text: string, note = 'pump.md') => ({ text, notes: [note] });

describe('judging an answer', () => {
  it('finds the gold words under other Markdown, and where they stand', () => {
    const shown = [unit('The seal is new.'), unit('- The pump *runs* at 40 bar.')];
    expect(judgeAnswer({ gold: [pump] }, shown)).toMatchObject({
      answerable: true,
      abstained: false,
      first: false,
      inThree: true,
      units: 2,
      offTopic: 0,
    });
  });

  it('takes a few words only from their own note, a sentence from any', () => {
    const long = { note: 'a.md', text: 'The pump runs at forty bar since the repair.' };
    expect(judgeAnswer({ gold: [pump] }, [unit('runs at 40 bar', 'b.md')])).toMatchObject({
      first: false,
      offTopic: 1,
    });
    expect(judgeAnswer({ gold: [long] }, [unit(long.text, 'b.md')])).toMatchObject({
      first: true,
      offTopic: 0,
    });
  });

  it('takes a long step for right in another note that says the same, and a short one in none', () => {
    const steps = ['Open the valve by turning it to the left', 'Close it'];
    const inOther = (text: string) => judgeAnswer({ gold: [pump], steps }, [{ text, notes: ['copy.md'] }]);
    expect(inOther('Open the valve by turning it to the left.')).toMatchObject({ first: true, offTopic: 0 });
    expect(inOther('Close it.')).toMatchObject({ first: false, offTopic: 1 });
  });

  it('counts the steps that all units show together', () => {
    const steps = ['Open the valve', 'Close the lid', 'pump --start'];
    const shown = [unit('1. Open the valve.\n2. Close the lid.')];
    expect(judgeAnswer({ gold: [pump], steps }, shown)).toMatchObject({ first: true, steps: 2 / 3 });
  });

  it('knows an answer to what the notes do not answer', () => {
    const wrong = judgeAnswer({ gold: [] }, [unit('The pump runs at 40 bar.')]);
    const right = judgeAnswer({ gold: [] }, []);
    const missed = judgeAnswer({ gold: [pump] }, []);
    expect(sumAnswers([wrong, right, missed])).toMatchObject({
      answerable: 1,
      unanswerable: 2,
      first: 0,
      units: null,
      abstentionPrecision: 0.5,
      abstentionRecall: 0.5,
    });
  });
});

describe('what a reader is shown', () => {
  it('is the passages of the page, best first, each with its note', () => {
    const passages = ['b', 'a'].map((name) => ({
      text: `Text of ${name}.`,
      passage: { notePath: `${name}.md` },
    }));
    expect(readShownPassages({ passages })).toEqual([
      { text: 'Text of b.', notes: ['b.md'] },
      { text: 'Text of a.', notes: ['a.md'] },
    ]);
    expect(readShownPassages({ passages: [] })).toEqual([]);
  });
});

it('takes marks, links, list numbers and tags off, and nothing else', () => {
  expect(toPlainWords('3. **Open** the [valve](http://x.test/a_(b)) ([[a|b]]) [claim:xyz].')).toBe(
    'open the valve ( a b ).',
  );
  expect(toPlainWords('> `>` overwrites')).toBe('> overwrites');
});

it('cuts a note at blank lines outside code, under its headings, and long blocks at line ends', () => {
  const long = Array.from({ length: 30 }, (_, i) => `- item ${i} ${'x'.repeat(50)}`).join('\n');
  const found = cutNote(
    'a/pump.md',
    `---\ntags: [x]\n---\nIntro.\n\n## Start\n\n\`\`\`\n# no heading\n\nb\n\`\`\`\n\n${long}`,
  );
  expect(found.map(({ title }) => title)).toEqual(['pump', 'Start', 'Start', 'Start']);
  expect(found[1]?.text).toBe('```\n# no heading\n\nb\n```');
  expect(found.every(({ text }) => text.length <= 1200)).toBe(true);
});
