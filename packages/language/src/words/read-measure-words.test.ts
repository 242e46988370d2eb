import { expect, test } from 'vitest';
import { readMeasureWords } from './read-measure-words.ts';

test.each([
  ['at how many bar does it run', 'many'],
  ['wie oft läuft sie', 'oft'],
  ['is it a long hall', ''],
  ['many hands', ''],
  ['how does it run', ''],
  // Names that every object has are ordinary words here.
  ['what does the constructor many hands use', ''],
  ['is __proto__ many', ''],
])('%j asks for a figure with %j', (question, measure) => {
  const words = question.split(' ');
  const marked = readMeasureWords(words);
  expect(words.filter((_, i) => marked[i]).join(' ')).toBe(measure);
});
