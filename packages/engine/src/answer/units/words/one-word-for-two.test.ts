import { expect, it } from 'vitest';
import { openMemory } from '../../../open-memory.ts';
import { setupVault } from '../../../testing-fixtures/setup-vault.ts';

async function ask(notes: Readonly<Record<string, string>>, question: string) {
  await using vault = await setupVault(notes);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return await memory.ask(question);
}

const BOOKS = { 'books.md': '# Books\n\nThe books are printed in Turku every March.\n' };

it('does not take what is printed for a printer', async () => {
  expect(await ask(BOOKS, 'Which printer prints the books?')).toMatchObject({
    abstained: true,
    cleanText: '',
  });
  const told = { 'books.md': '# Books\n\nThe printer in Turku prints the books.\n' };
  expect((await ask(told, 'Which printer prints the books?')).cleanText).toContain('Turku');
});

it('answers in other languages where a word and its plural are asked for', async () => {
  const told = { 'bild.md': '# Galerie\n\nDas Bild zeigt den Hafen von Turku.\n' };
  expect((await ask(told, 'Welche Bilder zeigen den Hafen von Turku?')).cleanText).toContain('Hafen');
});

const SKIPPED = {
  'use.md':
    '# Use\n\n## Files\n\n- using `--skip-tags foo` will skip any files that have the tag `foo` in their frontmatter\n\n## Copies\n\n' +
    'To remove any frontmatter from a copy, pass `never`.\n',
};

it('does to nothing else what is asked for, and tells what says the same of it', async () => {
  const { cleanText } = await ask(SKIPPED, 'How do I skip frontmatter?');
  expect(cleanText).toContain('`never`');
  expect(cleanText).not.toContain('skip-tags');
});

it('tells what is distinguished so where that is asked for', async () => {
  expect((await ask(SKIPPED, 'How do I skip files?')).cleanText).toContain('skip-tags');
  expect(
    (await ask(SKIPPED, 'How do I skip files that have a tag in their frontmatter?')).cleanText,
  ).toContain('skip-tags');
});

const LIST = {
  'list.md':
    '# Books\n\n## Python\n\n- [Invent Your Own Games With Python](https://example.org/games) - Ida Boe (3.4)\n- [Think Python 2nd Edition](https://example.org/think) - Allen Boe (PDF)\n' +
    '- [Create a Site by Hand](https://example.org/site) - Kai Lund\n',
};

it('does not take who wrote a book about a thing for its maker', async () => {
  expect(await ask(LIST, 'Who invented Python?')).toMatchObject({ abstained: true, cleanText: '' });
  expect(await ask(LIST, 'Who created Python?')).toMatchObject({ abstained: true, cleanText: '' });
  expect((await ask(LIST, 'Who wrote Think Python?')).cleanText).toContain('Allen Boe');
});

it('shows no entry of that list beside who made it', async () => {
  const list = `${LIST['list.md']}\n## History\n\nPython was created by Guido van Rossum.\n`;
  const { cleanText } = await ask({ 'list.md': list }, 'Who created Python?');
  expect(cleanText).toContain('Guido');
  expect(cleanText).not.toContain('Ida Boe');
});

it('does not begin with what stands near the answer and holds little of the question', async () => {
  const ignoring =
    '# Advanced use\n\n## Frontmatter\n\nBy default, frontmatter is copied as it is.\n\nTo remove any frontmatter from copies, use `never`.\n\n## Ignoring files\n\nThese are ' +
    'not copied:\n\n- any files listed in `.ignore`\n- any files that are ignored by git\n- using `--skip-tags foo` will skip any files that have the tag `foo` in their frontmatter\n';
  const { cleanText } = await ask({ 'use.md': ignoring }, 'How do I skip frontmatter?');
  expect(cleanText).toContain('`never`');
  expect(cleanText).not.toContain('git');
});

it('tells nobody how by a list of links', async () => {
  const links = {
    'subjects.md':
      '# Subjects\n\n- [Getting paid](https://example.org/a-long-address) - [Ida Boe](https://example.org/ida)\n',
  };
  expect(await ask(links, 'How do I get paid for a contribution?')).toMatchObject({ abstained: true });
});

it('takes switching off for turning off', async () => {
  const note = {
    'sorting.md': '# Sorting\n\nThe default sort order has a rule of its own. It cannot be turned off.\n',
  };
  expect((await ask(note, 'Can I switch off the default sort order?')).cleanText).toContain(
    'default sort order',
  );
});

it('answers a how-to that is misspelt', async () => {
  const note = { 'cards.md': '# Learning\n\nAdd `#card` to any line to create a flashcard from it.\n' };
  expect((await ask(note, 'how do i creat a flashcrad')).cleanText).toContain('#card');
});
