import { expect, it } from 'vitest';
import { openMemory } from '../../../open-memory.ts';
import { setupVault } from '../../../testing-fixtures/setup-vault.ts';

async function ask(notes: Readonly<Record<string, string>>, question: string) {
  await using vault = await setupVault(notes);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return await memory.ask(question);
}

const RED = { 'red.md': '# Red\n\nThe red lake freezes in March.\n' };

it.each([
  'When does the blue lake freeze?',
  'when does the blue lake freeze',
  'When does the red river freeze?',
])('tells of no other thing: %j', async (question) => {
  expect(await ask(RED, question)).toMatchObject({ abstained: true, cleanText: '' });
});

it.each([
  'When does the red lake freeze?',
  'When does the lake freeze?',
  'In which month does the red lake freeze?',
])('answers %j', async (question) => {
  expect((await ask(RED, question)).cleanText).toContain('in March');
});

it('tells of the one that is asked for where both are known', async () => {
  const both = { ...RED, 'blue.md': '# Blue\n\nThe blue lake freezes in May.\n' };
  const { cleanText } = await ask(both, 'When does the blue lake freeze?');
  expect(cleanText).toContain('in May');
  expect(cleanText).not.toContain('March');
});

it('tells of a thing that is called by its title, and then by its kind alone', async () => {
  const note = { 'blue.md': '# Blue Lake\n\nThe lake freezes in May.\n' };
  expect((await ask(note, 'When does the blue lake freeze?')).cleanText).toContain('in May');
});
