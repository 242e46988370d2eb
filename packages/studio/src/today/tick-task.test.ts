import { expect, it } from 'vitest';
import { tickTask } from './tick-task.ts';

it.each([
  ['- [ ] Pay the fine', '- [x] Pay the fine'],
  ['\t2. [ ] Pay the fine [ ] today', '\t2. [x] Pay the fine [ ] today'],
  ['> * [ ] Pay the fine\n  Ask Ida first.', '> * [x] Pay the fine\n  Ask Ida first.'],
  ['- [ ] Buy milk', null],
  ['- [ ] Do not Pay the fine', null],
  ['- [x] Pay the fine [ ]', null],
  ['Pay the fine [ ]', null],
  ['[ ] Pay the fine', null],
  ['Pay the fine', null],
])('of %j it makes %j', (line, ticked) => {
  expect(tickTask(line, 'Pay the fine')).toBe(ticked);
});
