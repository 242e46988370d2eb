import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { toKeywords } from './to-keywords.ts';

it.each([
  ['Who is Bo?', 'Bo'],
  ['東京？', '東京'],
  ['Bo?', 'Bo'],
  ['bo who is that', 'bo'],
  ['bo who is that at the harbour', 'harbour'],
  ['ok?', ''],
  ['a b c', ''],
])('%s is asked by the two letters of a name, and by none of a small word', (message, words) => {
  expect(toKeywords(message)).toBe(words);
});

it('a prompt that asks for a name of two letters is shown the note that says who it is', async () => {
  await using s = await setupAgent();
  const note = join(s.root, 'people.md');
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, '# People\n\nBo runs the harbour office.\n');
  await s.agent.memory.index();
  expect((await s.agent.context({ question: 'Who is Bo?' })).turn).toContain('Bo runs the harbour office.');
});
