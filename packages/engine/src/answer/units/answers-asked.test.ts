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

it('does not answer of another where the name that is asked for stands nowhere', async () => {
  await using v = await open({
    'crew.md': '# Crew\n\nOla Berg, the young coach of the harbour team, trained it from 1996 to 1998.\n',
  });
  const asked = (name: string) =>
    v.memory.ask(`Which team did the young coach ${name} train at the harbour?`);
  expect(await asked('Gary Mills')).toMatchObject({ abstained: true });
  expect((await asked('Ola Berg')).cleanText).toContain('1998');
});

it('takes a figure with its sign for the temperature, the price or the address that is asked for', async () => {
  await using v = await open({
    'tart.md':
      '# Tart\n\n## Crust\n\nLet it rest in the cold.\n\nPreheat the oven to 425F.\n\nBeat two eggs.\n',
  });
  expect((await v.memory.ask('oven temperature for the crust')).cleanText).toContain('425F');
});

it('takes the readme for what tells of the project', async () => {
  await using v = await open({
    'README.md': '# Gulls\n\nEach file is licensed under the MIT License.\n',
    'guide.md': '# Guide\n\nConfirm the license of a page before you add it.\n',
  });
  const { cleanText } = await v.memory.ask('What is the license of the project?');
  expect(cleanText).toContain('MIT License');
});

it('tells what a thing is by no property that only links elsewhere', async () => {
  const templates = Object.fromEntries(
    ['City', 'Food', 'Post'].map((name) => [
      `${name}.md`,
      `---\ncategories:\n  - "[[${name}s]]"\n---\n# ${name}\n`,
    ]),
  );
  await using v = await open(templates);
  expect(await v.memory.ask('What is a category?')).toMatchObject({ abstained: true });
  await using w = await open({
    ...templates,
    'how.md': '# Order\n\nA category is a note that others link to.\n',
  });
  expect((await w.memory.ask('What is a category?')).passages[0]?.text).toContain('A category is a note');
});

it('takes a short word for no slip of another, and a long one for a slip', async () => {
  await using v = await open({
    'crane.md':
      '# Crane\n\nThe post of the crane is made of oak.\n\nThe counterweights of the crane are filled with sand.\n',
  });
  expect(await v.memory.ask('Does the crane cost anything?')).toMatchObject({ abstained: true });
  expect((await v.memory.ask('what are the counterwieghts')).cleanText).toContain('filled with sand');
});

it('reads a question whose asking word has a slip', async () => {
  await using v = await open({
    'gaff.md': '# Gaff\n\nA gaff is the spar that carries the head of a sail.\n',
  });
  expect((await v.memory.ask('waht is a gaff')).cleanText).toContain('carries the head');
});

it('tells how something is from the notes before the log of changes', async () => {
  const said = 'Set the colour of the buoy lamp in the settings of the lamp.';
  await using v = await open({
    'CHANGELOG.md': `# Changes\n\n## 1.4\n\n- Set the colour of the buoy lamp in its menu, added a test of the buoy lamp.\n`,
    'lamp.md': `# Buoy lamp\n\n${said}\n`,
  });
  expect((await v.memory.ask('How do I set the colour of the buoy lamp?')).passages[0]?.notePath).toBe(
    'lamp.md',
  );
});
