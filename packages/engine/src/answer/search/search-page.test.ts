import { expect, test } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { searchPage } from './search-page.ts';

const NOTES = {
  'bo.md': '# Bo\n\nBo lives in Lyon with two cats.\n',
  'pump.md': '# Pump\n\nThe pump costs 420 euros.\n',
  'winch.md': '# Winch\n\nThe winch is oiled on Fridays.\n',
};

test.each([
  ['Where does Bo live and what does the pump cost?', ['bo.md', 'pump.md']],
  ['Where does Bo live? What does the pump cost?', ['bo.md', 'pump.md']],
  ['When is the winch oiled on Fridays, and where does Bo live?', ['winch.md', 'bo.md']],
  // Nothing says which of the two is meant.
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

const BUDGETS = {
  'pump.md': '---\ndate: 2026-05-10\n---\n# Heat pump\n\nThe budget of the heat pump is 12,000 EUR.\n',
  'daily/2026-06-20.md': 'The budget of the heat pump is 14 000 EUR.\n',
  'kitchen.md': '---\ndate: 2026-09-01\n---\n# Kitchen\n\nThe budget of the kitchen is 9,000 EUR.\n',
  'shed.md': '---\ndate: 2025-05-10\n---\n# Shed\n\nThe budget of the shed is 300 EUR.\n',
  'shed-2.md': '---\ndate: 2026-05-10\n---\n# Shed\n\nThe budget of the shed is 400 EUR.\n',
  'shed-to-come.md': '---\ndate: 2999-01-01\n---\n# Shed\n\nThe budget of the shed is 500 EUR.\n',
  'boiler.md': '# Boiler\n\nThe budget of the boiler is 700 EUR.\n',
  'boiler-2.md': '---\ndate: 2026-08-01\n---\n# Boiler\n\nThe budget of the boiler is 800 EUR.\n',
};
const [PUMP, DAILY, KITCHEN] = Object.keys(BUDGETS);

test.each([
  ['What is the budget of the heat pump?', [DAILY, PUMP]],
  // Nothing newer is about the kitchen.
  ['What is the budget of the kitchen?', [KITCHEN]],
  // The question says which figure is meant.
  ['Is the budget of the heat pump 12,000 EUR?', [PUMP, DAILY]],
  ['What is the budget of the heat pump in May 2026?', [PUMP]],
])('%s shows first what holds now', async (question, notes) => {
  await using vault = await setupVault(BUDGETS);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const { passages } = await memory.ask(question);
  expect(passages.slice(0, notes.length).map(({ passage }) => passage.notePath)).toEqual(notes);
});

test('does not move a line of a day to come before those that hold now', async () => {
  await using vault = await setupVault(BUDGETS);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const { passages } = await memory.ask('What is the budget of the shed?');
  const paths = passages.map(({ passage }) => passage.notePath).filter((path) => path.startsWith('shed'));
  expect(paths).toEqual(['shed-2.md', 'shed-to-come.md', 'shed.md']);
});

test('leaves the order of two notes of which one has no date', async () => {
  await using vault = await setupVault(BUDGETS);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const { passages } = await memory.ask('What is the budget of the boiler?');
  const scores = passages.map(({ score }) => score);
  expect(scores.length).toBeGreaterThan(1);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('answers what is known of somebody in a vault of two notes, and nothing of somebody else', async () => {
  await using vault = await setupVault({
    'people.md': '# People\n\nMira lives in Lyon and plays the cello.\n',
    'pump.md': NOTES['pump.md'],
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  for (const about of [
    'What is known about',
    'What do my notes say about',
    'What do I know about',
    'Tell me about',
  ]) {
    const { passages } = await memory.ask(`${about} Mira?`);
    expect(
      passages.map(({ passage }) => passage.notePath),
      about,
    ).toEqual(['people.md']);
    expect((await memory.ask(`${about} Zelda?`)).abstained, about).toBe(true);
  }
  // The question asks about a word that is in no note.
  expect((await memory.ask('What does Mira eat?')).abstained).toBe(true);
});

test('names what changed, and what failed, in the search for a part of a question', async () => {
  const isOfPump = (text: string) => text.includes('pump') && !text.includes('Bo');
  const { reads } = await searchPage('Where does Bo live? What does the pump cost?', {}, {
    floor: 0.37,
    findPassages: async (text: string) => ({
      hits: [],
      degradedReasons: isOfPump(text) ? ['vector_embedder_timeout'] : [],
    }),
    findClaims: async (text: string) => ({
      ...{ hits: [], degraded: false, degradedReasons: [] },
      moved: isOfPump(text) ? ['pump.md'] : [],
    }),
  } as never);
  expect(reads).toMatchObject({ moved: ['pump.md'], degradedReasons: ['vector_embedder_timeout'] });
});

test('an item comes with the line that introduces its list, wherever its text is repeated', async () => {
  await using vault = await setupVault({
    'house.md': '# House\n\nWe do not:\n\n- allow dogs in the garden\n- sublet the flat\n',
    'club.md': `# Club\n\nDogs in the garden are welcome.\n`,
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const { passages, cleanText } = await memory.ask('are dogs in the garden allowed');
  const house = passages.find(({ passage }) => passage.notePath === 'house.md');
  expect(house).toMatchObject({ best: { text: 'allow dogs in the garden' }, leadIn: 'We do not:' });
  expect(passages.find(({ passage }) => passage.notePath === 'club.md')?.leadIn ?? null).toBeNull();
  expect(cleanText).toMatch(/We do not: \[claim:\w+\]\n- allow dogs in the garden/u);
});

test('of two sections of a note the line below the asked name is first, and each line comes with its heading', async () => {
  await using vault = await setupVault({
    'people.md':
      '# People\n\n## Tobias\nBirthday 22 February 1988. His shoe size is 44.\n\n## Mum\nBirthday: 30 November. She hates lilies.\n',
    'party.md': '# Party\n\nThe birthday of the shop is on 1 May.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const firstOf = async (question: string) => {
    const { passages } = await memory.ask(question);
    return `${passages[0]?.leadIn} ${passages[0]?.best?.text}`;
  };
  expect(await firstOf('When is the birthday of Mum?')).toBe('Mum: Birthday: 30 November.');
  expect(await firstOf('When is the birthday of Tobias?')).toBe('Tobias: Birthday 22 February 1988.');
  // Nothing answers it: whose line it is can be seen.
  expect(await firstOf('What is the shoe size of Mum?')).toBe('Tobias: His shoe size is 44.');
  const { cleanText, report } = await memory.ask('When is the birthday of Mum?');
  expect(cleanText.replace(/ \[claim:\w+\]/gu, '')).toMatch(
    /## Tobias\n\n- Birthday 22 February 1988\.\n- His shoe size is 44\.\n\n## Mum\n\n- Birthday: 30 November\./u,
  );
  const marks = report.statements.flatMap(({ kind, wording }) => (kind === 'structure' ? [] : [wording]));
  expect(new Set(marks)).toEqual(new Set(['quoted']));
  const both = (await memory.ask('When is the birthday?')).cleanText;
  if (both.includes('1 May')) expect(both).toMatch(/## Party\n\n- The birthday of the shop/u);
});
