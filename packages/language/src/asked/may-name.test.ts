import { expect, test } from 'vitest';
import { mayName } from './may-name.ts';

test.each([
  'Ida leads the project.',
  'ida leads the project.',
  'The project is led by Ida.',
  'Das Projekt leitet Ida.',
  '田中が率いる。',
  'NASA runs it.',
])('may name somebody: %j', (text) => expect(mayName(text)).toBe(true));

test.each(['The harbour is wide.', 'It is a long way.', ''])('names nobody: %j', (text) =>
  expect(mayName(text)).toBe(false),
);
