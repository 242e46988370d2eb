import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const asking = async (notes: Readonly<Record<string, string>>) => {
  const vault = await setupVault(notes);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return {
    ask: async (question: string) => (await memory.ask(question)).passages.map(({ text }) => text).join('\n'),
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
};

it('tells of one fact a line the lines that answer, with what they point back to', async () => {
  await using v = await asking({
    'jotted.md': `# Harbour

The default branch is protected.
Mila lives in Graz.
She has a boat there.
The paper is written in LaTeX.
Only Ida may deploy on Fridays.
Tom left in May.
`,
  });
  expect(await v.ask('Where does Mila live?')).toBe('Mila lives in Graz. She has a boat there.');
  expect(await v.ask('Who has a boat?')).toBe('Mila lives in Graz. She has a boat there.');
  expect(await v.ask('Who may deploy on Fridays?')).toBe('Only Ida may deploy on Fridays.');
  expect(await v.ask('When did Tom leave?')).toBe('Tom left in May.');
});

it('tells prose whole, however its lines are wrapped', async () => {
  const prose = `The lighthouse is white. Its lamp turns
twice a minute. The keeper sleeps below. Nobody
climbs the stairs at night.`;
  await using v = await asking({ 'light.md': `# Light\n\n${prose}\n` });
  expect(await v.ask('How often does the lamp of the lighthouse turn?')).toBe(prose.replaceAll('\n', ' '));
});

it('tells the fields of a record together', async () => {
  await using v = await asking({
    'lock.md':
      '# Element locking\n\nplatforms:: all\ninitial-version:: v0.8.17\ndescription:: Allows locking whiteboard elements\n',
  });
  const told = await v.ask('In which version did element locking come to whiteboards?');
  expect(told).toContain('v0.8.17');
});
