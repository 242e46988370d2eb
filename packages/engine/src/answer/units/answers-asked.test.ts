import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

/** Enough else in the vault that a word is rare or common. */
const OTHERS = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `log/${i}.md`,
    `# Log ${i}\n\nThe kestrel saved its notes on day ${i}. The disk of the kestrel is in the cabin.\n`,
  ]),
);

async function open(notes: Readonly<Record<string, string>>) {
  const vault = await setupVault({ ...OTHERS, ...notes });
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return {
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

it('says that the notes do not know where the word that says most of the question stands nowhere', async () => {
  await using v = await open({});
  const answer = await v.memory.ask('Does the kestrel encrypt its disk?');
  expect(answer).toMatchObject({ abstained: true, cleanText: '' });
  expect(answer.nearest[0]?.text).toContain('kestrel');
  await using w = await open({
    'disk.md': '# Disk\n\nThe kestrel encrypts its disk with a key of the skipper.\n',
  });
  expect((await w.memory.ask('Does the kestrel encrypt its disk?')).cleanText).toContain('encrypts its disk');
});

it('answers where what is missing says little, or is a word put together from others', async () => {
  await using v = await open({
    'mast.md': '# Mast\n\nThe spruce-mast template lies in the northern shed.\n',
  });
  for (const question of [
    'Where can I find the spruce-mast template?',
    'Where is the spruce mast template put?',
  ])
    expect((await v.memory.ask(question)).cleanText, question).toContain('northern shed');
});

const AUTHORS = `# Authors

* Ida Lund: [commits to the cabin section](https://example.org/1) — [issues of the cabin section](https://example.org/2) — [cabin section of the boat](https://example.org/3)
`;

it('takes no row of links for an answer, unless who or where it is was asked', async () => {
  await using v = await open({ 'authors.md': AUTHORS });
  expect(await v.memory.ask('Is there a cabin section?')).toMatchObject({ abstained: true });
  expect((await v.memory.ask('Who is Ida Lund?')).cleanText).toContain('Ida Lund');
});

it('answers with a property where it is asked for by its name, and with no other line of the frontmatter', async () => {
  await using v = await open({
    'runner.md': '---\nrating: 7\ncategories: "[[People]]"\ndirector: Ida Lund\n---\n# Blade Runner\n',
  });
  const { memory } = v;
  const { passages } = await memory.ask('What is the rating of Blade Runner?');
  expect(passages.map(({ text }) => text)).toEqual(['rating: 7']);
  expect(await memory.ask('Where are the people of Blade Runner?')).toMatchObject({ abstained: true });
});

const TEMPLATES = `# Templates

## Creating notes

- **Folder:** \`$DIR/$NAME.md\` - Creates notes of the kestrel in the current editor's directory

\`\`\`bash
kestrel note create --title "Notes of a meeting"
# Created: meeting.md by the kestrel
\`\`\`
`;

it('does not tell how a thing is used to who asks who made it', async () => {
  await using v = await open({ 'templates.md': TEMPLATES });
  for (const question of ['Who created the kestrel?', 'Who came up with the kestrel?'])
    expect(await v.memory.ask(question), question).toMatchObject({ abstained: true });
  await using w = await open({
    'templates.md': TEMPLATES,
    'readme.md': '# The kestrel\n\nThe kestrel was created by Ida Lund in a winter.\n',
  });
  const { cleanText } = await w.memory.ask('Who created the kestrel?');
  expect(cleanText).toContain('Ida Lund');
  expect(cleanText).not.toContain('directory');
});
