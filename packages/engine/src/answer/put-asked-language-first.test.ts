import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const FENCE = '```sh\nfind . -name x | winch --reef\n```\n';

/** One text in five languages, the English one neither first by name nor the shortest. */
const TRANSLATED = {
  'README-cs.md': `# Loď\n\n## Naviják\n\nPoužívejte \`winch\`. Jde o mocný příkaz, který může spravovat všechny plachty na řádku.\n\n${FENCE}`,
  'README-de.md': `# Das Boot\n\n## Winde\n\nBenutze \`winch\`. Das ist sehr mächtig, und man kann damit die Segel einer ganzen Zeile reffen, wenn der Wind zu stark ist.\n\n${FENCE}`,
  'README-fr.md': `# Le bateau\n\n## Treuil\n\nUtilisez \`winch\`. C'est un outil très puissant avec lequel vous pouvez prendre un ris dans toutes les voiles de la ligne.\n\n${FENCE}`,
  'README-sl.md': `# Ladja\n\n## Vitel\n\nUporabite \`winch\`. Je zelo močan in z njim lahko krajšate vsa jadra na vrstico, če je veter premočan za ladjo.\n\n${FENCE}`,
  'README.md': `# The boat\n\n## Winch\n\nUse \`winch\` for the sails. It is very powerful, and it can take in all of the sails on a line when the wind is too strong for the boat that you are on.\n\n${FENCE}`,
};

async function open(notes: Readonly<Record<string, string>>) {
  const vault = await setupVault(notes);
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

it.each([
  ['what does winch do?', 'README.md'],
  ['Wie benutze ich winch?', 'README-de.md'],
  ['Que pouvez-vous prendre avec winch ?', 'README-fr.md'],
])('answers %j from the note in its language, and from no translation of it', async (question, path) => {
  await using v = await open(TRANSLATED);
  const { passages } = await v.memory.ask(question);
  expect(passages[0]?.notePath).toBe(path);
  expect(new Set(passages.map(({ notePath }) => notePath))).toEqual(new Set([path]));
});

it('finds the note in the language asked in behind many translations', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `ru/${i}.md`,
      `# Лодка ${i}\n\nЛебедка winch ${i}: это очень мощная штука winch для лодки.\n`,
    ]),
  );
  await using v = await open({ ...many, 'README.md': TRANSLATED['README.md'] });
  const { passages } = await v.memory.ask('what does winch do?');
  expect(passages.map(({ notePath }) => notePath)).toEqual(['README.md']);
});

it('answers from another language where the one asked in says nothing of it', async () => {
  await using v = await open({
    'README-de.md': TRANSLATED['README-de.md'],
    'galley.md':
      '# Galley\n\nThe galley is in the middle of the boat, and it is where all of the food is kept.\n',
  });
  expect((await v.memory.ask('what does winch do?')).passages[0]?.notePath).toBe('README-de.md');
});
