import { expect, it } from 'vitest';
import { originOfNote } from './origin-of-note.ts';

const read = (text: string) => originOfNote(new TextEncoder().encode(text));

it('finds the original that the frontmatter of a note names, and none in its body', () => {
  expect(read('---\ntitle: Heron\norigin_hash: 12ab\n---\nHeron.\n')).toBe('12ab');
  expect(read('---\n"origin_hash": "12ab"\n---\n')).toBe('12ab');
  expect(read('---\ntitle: Heron\n---\n\n---\norigin_hash: 12ab\n---\n')).toBeNull();
  expect(read('Heron.\n')).toBeNull();
});

it('parses nothing else: that of these notes would take longer than the test may', () => {
  const table = `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(1_500_000)}`;
  expect(read(`---\norigin_hash: 12ab\n---\n\n${table}`)).toBe('12ab');
  expect(read(`---\nlist: ${'['.repeat(5_000_000)}\norigin_hash: 12ab\n---\n`)).toBe('12ab');
}, 30_000);
