import { describe, expect, it } from 'vitest';
import { isInFrontmatter } from './is-in-frontmatter.ts';
import { putProseFirst } from './put-prose-first.ts';
import type { Evidence } from './write-extractive-answer.ts';

const evidence = (text: string, score: number, inFrontmatter = false) =>
  ({ text, score, inFrontmatter }) as Evidence;
const textsOf = (list: readonly Evidence[]) => list.map(({ text }) => text);

describe('putProseFirst', () => {
  it('puts keywords behind the sentences that answer, and leaves sentences in their order', () => {
    const found = [
      evidence('topics: pump', 0.9, true),
      evidence('a', 0.8),
      evidence('b', 0.5),
      evidence('c', 0.5),
    ];
    expect(textsOf(putProseFirst(found))).toEqual(['a', 'b', 'c', 'topics: pump']);
  });

  it('leaves a line of frontmatter in front that is far better than any sentence', () => {
    const found = [evidence('owner: Mara', 0.9, true), evidence('a', 0.3)];
    expect(textsOf(putProseFirst(found))).toEqual(['owner: Mara', 'a']);
  });
});

describe('isInFrontmatter', () => {
  const bytes = new TextEncoder().encode('---\nurl: größer\n---\nurl: here\n');
  it('tells frontmatter from what looks like it below', () => {
    expect(isInFrontmatter(bytes, { start: 4, end: 17 })).toBe(true);
    expect(isInFrontmatter(bytes, { start: 22, end: 31 })).toBe(false);
  });

  it('says no where there is none, or where it is never closed', () => {
    expect(isInFrontmatter(new TextEncoder().encode('url: x'), { start: 0, end: 6 })).toBe(false);
    expect(isInFrontmatter(new TextEncoder().encode('---\nurl: x'), { start: 4, end: 10 })).toBe(false);
  });
});
