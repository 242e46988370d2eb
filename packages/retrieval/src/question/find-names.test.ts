import { expect, it } from 'vitest';
import { findNames } from './find-names.ts';

it.each([
  ['What is the capital of France?', 'en', ['france']],
  ['Who replaced Mara at the New York office?', 'en', ['mara', 'new', 'york']],
  ["Quelle est la capitale de l'Île-de-France ?", 'fr', ['ile', 'france']],
  ['How fast does the pump run?', 'en', []],
  ['Done. Where is it?', 'en', []],
  ['How Do I Configure The Tasks Plugin?', 'en', []],
  ['Wo steht der Kühlschrank?', 'de', []],
  ['Кто живёт в Москве?', 'ru', []],
] as const)('finds the names in %s', (question, language, names) => {
  expect([...findNames(question, language)].sort()).toEqual([...names].sort());
});
