import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

async function ask(note: string, question: string) {
  await using vault = await setupVault({ 'people.md': note });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return await memory.ask(question);
}

it.each([
  ['a stem', "The capital letter of the middle name 'Frances' is kept.\n", 'What is the capital of France?'],
  ['a spelling', 'The capital of the society sits in Kestrel Lane.\n', 'What is the capital of Kestral?'],
])('a name is not held by another one of like %s', async (_, note, question) => {
  const { abstained, cleanText, nearest } = await ask(note, question);
  expect(cleanText).toBe('');
  expect(abstained).toBe(true);
  expect(nearest).toHaveLength(1);
});

it.each([
  ['itself', 'The capital of France is Paris.\n', 'What is the capital of France?'],
  ['its possessive', 'France’s capital is Paris.\n', 'What is the capital of France?'],
  ['its accents left out', 'The capital of Curaçao is Willemstad.\n', 'What is the capital of Curacao?'],
  ['the title', '# France\n\nThe capital is Paris.\n', 'What is the capital of France?'],
  ['the sentence before', 'We went to France. The capital is Paris.\n', 'What is the capital of France?'],
])('a name is held by %s', async (_, note, question) => {
  expect((await ask(note, question)).cleanText).toMatch(/Paris|Willemstad/);
});
