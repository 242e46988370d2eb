import { expect, it } from 'vitest';
import { describeBehind } from './describe-notices.ts';

it('names five notes that the index is behind, and counts the others', () => {
  const notes = Array.from({ length: 50 }, (_, i) => `n${i}.md`);
  expect(describeBehind(notes.slice(0, 5))).toContain('n0.md, n1.md, n2.md, n3.md, n4.md changed since');
  expect(describeBehind(notes)).toContain('n4.md and 45 more changed since');
  expect(describeBehind(notes)).not.toContain('n5.md');
});
