import { expect, test } from 'vitest';
import { partsOfQuestion } from './question-parts.ts';

test.each([
  ['Where does Bo live and what does the pump cost?', ['Where does Bo live', 'what does the pump cost?']],
  ['Where does Bo live? What does the pump cost?', ['Where does Bo live?', 'What does the pump cost?']],
  ['Wo wohnt der Bo und was kostet die Pumpe?', ['Wo wohnt der Bo', 'was kostet die Pumpe?']],
  ['Où habite le chat et combien coûte la pompe ?', ['Où habite le chat', 'combien coûte la pompe ?']],
  ['What do Bo and Ines cook and where is the oven?', ['What do Bo and Ines cook', 'where is the oven?']],
  ['What do Bo and Ines cook?', []],
  ['Where does Bo live?', []],
  ['search and replace', []],
  ['and', []],
  ['', []],
  ['constructor and __proto__', []],
  ['住在哪里和多少钱', []],
  [`${'what is this and '.repeat(100)}`, []],
])('%j asks %j', (question, parts) => {
  expect(partsOfQuestion(question)).toEqual(parts);
});
