import { expect, it } from 'vitest';
import { nameAtStart } from './name-at-start.ts';

it.each([
  ['Anna Berg leads the review.', 'Anna Berg'],
  ['The Harbor office opens at nine.', 'Harbor'],
  ['Pump 9 runs at 40 bar.', 'Pump 9'],
  ['[[people/anna|Anna]] likes tea.', 'Anna'],
  ['**Drift** uses JSON.', 'Drift'],
  ['`npm run build` writes to dist', 'npm run build'],
  ['[Corepack](https://example.org) is bundled.', 'Corepack'],
  ['Ćma has seven rooms.', 'Ćma'],
])('takes the name that %j begins with', (text, name) => {
  expect(nameAtStart(text)).toBe(name);
});

it.each([
  'The office is closed.',
  'It was JSON before.',
  'This Harbor is closed.',
  "Anna's cat is ill.",
  'Berlin, Porto and Rome are far.',
  'we use Drift for it.',
  'Harbor.',
  '12 boats are there.',
  '[[ is open',
  '东京很大。',
])('takes no name from %j', (text) => {
  expect(nameAtStart(text)).toBeNull();
});
