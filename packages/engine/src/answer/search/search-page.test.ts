import { expect, test } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOTES = {
  'bo.md': '# Bo\n\nBo lives in Lyon with two cats.\n',
  'pump.md': '# Pump\n\nThe pump costs 420 euros.\n',
  'winch.md': '# Winch\n\nThe winch is oiled on Fridays.\n',
};

test.each([
  ['Where does Bo live and what does the pump cost?', ['bo.md', 'pump.md']],
  ['Where does Bo live? What does the pump cost?', ['bo.md', 'pump.md']],
  ['When is the winch oiled on Fridays, and where does Bo live?', ['winch.md', 'bo.md']],
  // Of two things, nothing says one.
  ['Where does Bo live and what does the zyzzyva eat at night?', []],
  ['What does the pump cost?', ['pump.md']],
])('%s', async (question, notes) => {
  const vault = await setupVault(NOTES);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const { passages, abstained, hits } = await memory.ask(question);
  expect(passages.map(({ passage }) => passage.notePath)).toEqual(notes);
  expect(abstained).toBe(notes.length === 0);
  expect(new Set(hits.map(({ claim }) => claim.id)).size).toBe(hits.length);
  await vault[Symbol.asyncDispose]();
});
