import { expect, it } from 'vitest';
import type { NotePassage } from '../passages/note-text.ts';
import { readOutline } from '../passages/read-outline.ts';
import { readWording } from './read-wording.ts';

/** A passage that counts how often its blocks are read. */
function countReads(text: string): { readonly passage: NotePassage; readonly reads: () => number } {
  const blocks = readOutline(text);
  let reads = 0;
  const context = {
    title: null,
    path: 'a.md',
    headings: [],
    dates: [],
    speaker: null,
    leadIn: null,
    header: null,
  };
  const passage = {
    start: 0,
    end: text.length,
    text,
    context,
    kept: new Map(),
    get blocks() {
      reads++;
      return blocks;
    },
  };
  return { passage, reads: () => reads };
}

const ITEMS = `We do not:\n\n${'- allow dogs\n'.repeat(400)}`;
const STATEMENT = { isQuote: false, boxes: [], allBoxes: [], isBehind: false, head: null };

it('reads the lines above a bounded number of places with the same words', () => {
  const { passage, reads } = countReads(ITEMS);
  const read = (line: string) =>
    readWording({ ...STATEMENT, text: 'allow dogs', linesAbove: [line] }, [passage], []).wording;
  expect(read('We do not:')).toBe('quoted');
  expect(read('We allow:')).toBe('paraphrased');
  expect(reads()).toBeLessThan(400);
});

it('reads a statement below more lines than the stack has room for', () => {
  const { passage } = countReads(ITEMS);
  const linesAbove = Array.from({ length: 20_000 }, () => 'a');
  const { wording } = readWording({ ...STATEMENT, text: 'sublet rooms', linesAbove }, [passage], []);
  expect(wording).not.toBe('quoted');
});
