import { expect, it } from 'vitest';
import { holdsLabel, labelOf } from './label-of.ts';

it('reads labels and headings of several languages', () => {
  expect(
    ['Decisions', 'Key decisions:', '**Resolution**', 'Beschlüsse', 'Décision', '決定事項'].map(labelOf),
  ).toEqual(Array(6).fill('decision'));
  expect(labelOf('Conclusion')).toBe('conclusion');
  expect(labelOf('deadline')).toBe('due');
});

it('takes no sentence and no other word for a label', () => {
  expect(labelOf('We reached a decision about the hall yesterday')).toBe(null);
  expect(labelOf('Present')).toBe(null);
  expect(labelOf('__proto__ constructor')).toBe(null);
  expect(holdsLabel('The passport expires on 5 December', 'due')).toBe(true);
  expect(holdsLabel('The passport is red', 'due')).toBe(false);
});
