import { expect, it } from 'vitest';
import { readNoteEdges } from './note-edges.ts';

it.each([
  ['Tea is hot. Ice is cold! Is it? Yes', ['Tea is hot.', 'Ice is cold!', 'Is it?', 'Yes']],
  ['茶は熱い。氷は冷たい！雨？晴れ', ['茶は熱い。', '氷は冷たい！', '雨？', '晴れ']],
  ['tea | ice |', ['tea', 'ice']],
])('sentences and cells of %s start and end where they do for a reader', (text, segments) => {
  const bytes = Buffer.from(text);
  const { starts, ends } = readNoteEdges(bytes);
  for (const segment of segments) {
    const start = bytes.indexOf(segment);
    expect([segment, starts.includes(start)]).toEqual([segment, true]);
    expect([segment, ends.includes(start + Buffer.byteLength(segment))]).toEqual([segment, true]);
  }
});

it('no sentence starts or ends inside of one without a stop', () => {
  const text = '茶、氷と雨はここにある';
  const { starts, ends } = readNoteEdges(Buffer.from(text));
  expect(starts).toEqual([0]);
  expect(ends).toEqual([Buffer.byteLength(text)]);
});
