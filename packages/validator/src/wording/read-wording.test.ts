import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents/verify-against.ts';

async function wordingOf(note: string, said: string) {
  const { statements } = await verifyAgainst({ documents: { 'a.md': note }, answer: `${said} [1].` });
  return statements[0];
}

const note =
  '# Plan\n\nNobody said we ship Friday. The non‑urgent queue waits for Ann.\n\n- Tea is hot\n\n| item | price |\n|---|---|\n| oats | 3 EUR |\n';

it.each([
  ['Nobody said we ship Friday', 'quoted'],
  ['The non-urgent queue waits for Ann', 'quoted'],
  ['The note says: “Tea is hot”', 'quoted'],
  ['According to the plan, tea is hot', 'quoted'],
  ['Nobody said we ship Friday, and tea is hot', 'paraphrased'],
  ['we ship Friday', 'excerpt'],
  ['Somebody said we ship Friday', 'altered'],
  ['Tea is hot cancelled', 'altered'],
  ['It is false that tea is hot', 'altered'],
  ['Shipping has no date yet', 'paraphrased'],
])('%s: %s', async (said, wording) => {
  expect((await wordingOf(note, said))?.wording).toBe(wording);
});

const actions =
  '# Actions\n\n| action | does |\n|---|---|\n| Keep | Does nothing to the task. |\n| Delete | Removes the task for good. |\n';
const turns =
  '# Minutes of Ann\n\nJoyee:\nWe land it now on main.\n\nRafael:\nI would rather wait for the vote.\n\nJoyee:\nFine by me then.\n\nRafael:\nGood.\n';

it.each([
  [actions, 'Keep removes the task for good', 'altered'],
  [actions, 'Keep: Removes the task for good', 'altered'],
  [actions, 'Delete removes the task for good', 'quoted'],
  ['- Alice\n- Bob\n- approved the budget of May\n', 'Alice approved the budget of May', 'altered'],
  ['- the old server\n- is shut down now\n', 'The old server is shut down now', 'excerpt'],
  [turns, 'Joyee: I would rather wait for the vote', 'altered'],
  [turns, 'Ann: I would rather wait for the vote', 'altered'],
  [turns, 'Rafael: I would rather wait for the vote', 'quoted'],
  ['# What we do not support\n\nThe old app runs here.\n', 'The old app runs here not', 'altered'],
  ['# What we do not support\n\nThe old app runs here.\n', 'Not: the old app runs here', 'altered'],
  ['# Log\n\nRain fell. The boat left.\n', '“Rain fell. The boat left.”', 'quoted'],
])('ticks no whole words of two places as one: %s → %s: %s', async (text, said, wording) => {
  expect((await wordingOf(text, said))?.wording).toBe(wording);
});

it('shows what differs, and what was cut', async () => {
  expect(await wordingOf(note, 'Somebody said we ship Friday')).toMatchObject({
    differences: [{ here: 'Somebody', there: 'Nobody' }],
  });
  expect(await wordingOf(note, 'we ship Friday')).toMatchObject({
    differences: [{ here: '', there: 'Nobody said' }],
    kept: false,
  });
  const ann = "**Ann**: Grandma's 2 cats, and the dog, sleep at Ida’s place.\n";
  expect(await wordingOf(ann, 'the dog sleeps at Ida’s place')).toMatchObject({
    differences: [
      { here: '', there: "Ann: Grandma's 2 cats, and" },
      { here: 'sleeps', there: 'sleep' },
    ],
  });
  expect(await wordingOf(ann, 'the dog, sleep at Ida’s place')).toMatchObject({
    differences: [{ here: '', there: "Ann: Grandma's 2 cats, and" }],
  });
});

it('ticks no lie that was made by leaving words out', async () => {
  const file = new URL('../../../../bench/judged-runs/cuts.json', import.meta.url);
  const { languages } = JSON.parse(readFileSync(file, 'utf8')) as {
    languages: { frames: string[]; clauses: string[] }[];
  };
  const toCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  for (const { frames, clauses } of languages)
    for (const frame of frames)
      for (const clause of clauses) {
        const sentence = frame.replace('{c}', clause).replace('{C}', toCapital(clause));
        const statement = await wordingOf(sentence, toCapital(clause));
        expect(statement?.wording, sentence).not.toBe('quoted');
      }
});

it.each([
  ['The garage costs 5,000 euros.', 'The garage costs -5,000 euros'],
  ['The garage costs 5,000 euros.', 'The garage costs −5,000 euros'],
  ['The garage costs 5,000 euros.', 'The garage costs ~5,000 euros'],
  ['The night had -5 degrees.', 'The night had 5 degrees'],
  ['The night had ~5 degrees.', 'The night had 5 degrees'],
  ['Ada moved to Lisbon in March.', 'Ada moved to Lisbon in March ¬'],
  ['Ada moved to Lisbon in March.', 'Ada moved to Lisbon in March ✗'],
  ['Ada moved to Lisbon in March.', '❌ Ada moved to Lisbon in March'],
  ['✅ Ada moved to Lisbon in March.', '❌ Ada moved to Lisbon in March'],
])('takes no sign for nothing: %s → %s', async (text, said) => {
  expect(await wordingOf(text, said)).toMatchObject({ wording: 'altered', kept: false });
});

it.each([
  ['- 5 dogs live here', '5 dogs live here'],
  ['See pages 3–5 of it.', 'See pages 3-5 of it'],
  ['The ~~old~~ 5 dogs live here.', 'The 5 dogs live here'],
  ['✅ Ada moved to Lisbon in March.', '✅ Ada moved to Lisbon in March'],
  ['The night had −5 degrees.', 'The night had -5 degrees'],
])('reads marks that are no signs: %s → %s', async (text, said) => {
  expect((await wordingOf(text, said))?.wording).toBe('quoted');
});

it.each([
  ['❌ Tea is hot.', 'Tea is hot', '❌'],
  ['✅ Tea is hot.', 'Tea is hot', '✅'],
  ['- ✗ Tea is hot\n- ✓ Milk is hot', 'Tea is hot', '✗'],
  ['| ⚠️ Tea is hot | Milk is cold |', 'The note says: Tea is hot', '⚠'],
  ['Milk is cold. 🚫 Tea is hot.', 'Tea is hot', '🚫'],
  ['- Tea is hot ❌\n- Milk is cold ✅', 'Tea is hot', '❌'],
  ['Rain ⇏ wind at sea.', 'Rain wind at sea', '⇏'],
  ['Tea is hot ☕ in May.', 'Tea is hot in May', null],
  ['❌ Tea is hot.\n\nTea is hot.', 'Tea is hot', null],
])('ticks no sentence that leaves out the sign before or after it: %s → %s: %s', async (text, said, sign) => {
  const lost = sign === null ? [] : [{ here: '', there: sign }];
  expect(await wordingOf(text, said)).toMatchObject({
    wording: sign === null ? 'quoted' : 'paraphrased',
    kept: true,
    differences: lost,
  });
});

it.each([
  ['Seats | 3 | 25', 'quoted'],
  ['Seats | 25 | 3', 'altered'],
  ['Seats: 3', 'quoted'],
  ['Seats: 25', 'paraphrased'],
  ['Dogs | not allowed | allowed', 'quoted'],
  ['Dogs | allowed | not allowed', 'altered'],
  ['Dogs: allowed', 'paraphrased'],
  ['Gift cards ❌ ✅', 'quoted'],
  ['Gift cards ✅ ❌', 'altered'],
  ['Gift cards', 'paraphrased'],
  ['Works on Linux', 'quoted'],
])(
  'ticks no cells in another order, and none without what is between or behind them: %s: %s',
  async (said, wording) => {
    const rows =
      '| Seats | 3 | 25 |\n| Dogs | not allowed | allowed |\n| Gift cards | ❌ | ✅ |\n| Works on Linux | ❌ | |';
    const text = `| | Small | Large |\n|---|---|---|\n${rows}\n\nWorks on Linux.`;
    expect((await wordingOf(text, said))?.wording).toBe(wording);
  },
);

it.each([
  ['# Mira\n\nLives in Lyon since May.', 'Mira lives in Lyon since May', 'paraphrased'],
  ['# People\n\n## Mira\n\n- Lives in Lyon since May', 'Mira lives in Lyon since May', 'paraphrased'],
  ['# Mira\n\nLives in Lyon since May.', 'Nils lives in Lyon since May', 'altered'],
  ['# Not yet\n\nMira lives in Lyon since May.', 'Mira not lives in Lyon since May', 'altered'],
  [
    '# Mira\n\nLives in the old town of Lyon since May.',
    'Mira lives in the old town of Lyon since June',
    'altered',
  ],
  ['# Mira\n\nSeldom lives in Lyon since May.', 'Mira lives in Lyon since May', 'altered'],
  ['# Mira\n\n~~Lives in Lyon since May.~~', 'Mira lives in Lyon since May', 'altered'],
  ['# Mira\n\nLives in Lyon since May?', 'Mira lives in Lyon since May', 'altered'],
  ['# Mira\n\n> Lives in Lyon since May.', 'Mira lives in Lyon since May', 'altered'],
  ['# Mira\n\n- [ ] Pay the fine of the library.', 'Mira pay the fine of the library', 'altered'],
  ['# Trips cancelled\n\nThe trip to Lyon is in May.', 'The trip to Lyon is cancelled in May', 'altered'],
  ['# 5 or 8\n\nThe team has members in Lyon.', 'The team has 8 members in Lyon', 'altered'],
])('takes words of the title for no other words: %s → %s: %s', async (text, said, wording) => {
  expect((await wordingOf(text, said))?.wording).toBe(wording);
});

it.each([
  ["It started in '17.", 'It started in 2017', 'paraphrased'],
  ['A third of the members voted.', '1/3 of the members voted', 'paraphrased'],
  ['A third of the members voted.', '1/4 of the members voted', 'altered'],
])('a figure in another writing is no other word: %s → %s', async (text, said, wording) => {
  expect((await wordingOf(text, said))?.wording).toBe(wording);
});

const properties =
  'rejected:: We land it on Friday this week.\nowner:: Ann\ndescription:: Queries are written with Datalog and read the database.\n\n- A block\n  shortcut:: mod+k\n';

it.each([
  ['Description: Queries are written with Datalog and read the database', 'quoted'],
  ['The description says: Queries are written with Datalog and read the database', 'quoted'],
  ['Queries are written with Datalog and read the database', 'excerpt'],
  ['Queries are written with SQL and read the database', 'altered'],
  ['Shortcut: mod+k', 'quoted'],
  ['The shortcut is mod+k', 'paraphrased'],
  ['Owner: Ann', 'quoted'],
  // A value means something else without its key, or under another one.
  ['We land it on Friday this week', 'excerpt'],
  ['Owner: We land it on Friday this week', 'altered'],
  ['Owner: mod+k', 'altered'],
])('a property of Logseq or Dataview: %s: %s', async (said, wording) => {
  expect((await wordingOf(properties, said))?.wording).toBe(wording);
});

it.each([
  ['summary:: Ida said it is not true that\nthe pump is moved to Lisbon.\n', 'The pump is moved to Lisbon'],
  [
    '- summary:: Ida said it is not true that\n  the pump is moved to Lisbon.\n',
    'The pump is moved to Lisbon',
  ],
  [
    'rejected:: We decided that Ida never\nmoves the pump to Lisbon this week.\n',
    'Moves the pump to Lisbon this week',
  ],
  [
    'Ida said it is not true that\nhope:: maybe\nthe pump is moved to Lisbon.\n',
    'The pump is moved to Lisbon',
  ],
  ['The pump is moved to Lisbon\nhope:: maybe\nonly if the rent falls.\n', 'The pump is moved to Lisbon'],
  ['hope:: the pump is moved to Lisbon\nonly if the rent falls.\n', 'Hope: the pump is moved to Lisbon'],
  ['- The pump is moved to Lisbon\n  status:: rejected\n', 'The pump is moved to Lisbon'],
])('keeps no part of a sentence that a property is in: %j → %s', async (text, said) => {
  const statement = await wordingOf(text, said);
  expect(statement?.wording).not.toBe('quoted');
  expect(statement?.kept).toBe(false);
});

it.each([
  ['status:: approved by the board\n', 'Status: not approved by the board'],
  ['status:: approved by the board\n', 'The status is not approved by the board'],
  ['status:: approved by the board\n', 'Status: approved by nobody on the board'],
  ['decision:: sell the red boat\n', 'Decision: keep the red boat'],
  ['decision:: sell the red boat\n', 'Decision: sell the blue boat'],
  ['decision:: sell the red boat\n', 'The decision is to keep the red boat'],
  ['winner:: Ida\nloser:: Bo\n', 'Winner: Bo'],
  ['winner:: Ida\nloser:: Bo\n', 'The winner is Bo'],
  ['winner:: Ida\nloser:: Bo\n', 'Winner: Carl'],
  ['winner:: Ida\nloser:: Bo\n', 'The winner is not Ida'],
  ['winner:: Ida.\nloser:: Bo.\n', 'Winner Bo., loser Ida'],
  ['winner:: Ida\nloser:: Bo\n', 'Winner: Bo, loser: Ida'],
  ['owner:: Ann Example\nreviewer:: Bob Example\n', 'Owner: Bob Example'],
  ['route:: Ida to Bo\n', 'Route: Bo to Ida'],
  ['switch:: on\n', 'Switch: by'],
])('takes no other value for that of a property: %j → %s', async (text, said) => {
  expect(await wordingOf(text, said)).toMatchObject({ wording: 'altered', kept: false });
});

it.each([
  ['winner:: Ida\nloser:: Bo\n', 'Winner: Ida', 'quoted'],
  ['winner:: Ida\nloser:: Bo\n', 'The winner is Ida', 'paraphrased'],
  ['winner:: Ida\nloser:: Bo\n', 'The winner got a cup', 'paraphrased'],
  ['summary:: The pump is\nmoved to Lisbon.\n', 'Summary: The pump is moved to Lisbon', 'quoted'],
  ['The pump is moved.\nstatus:: done\n', 'The pump is moved', 'quoted'],
])('reads what a property says: %j → %s: %s', async (text, said, wording) => {
  expect(await wordingOf(text, said)).toMatchObject({ wording, kept: true });
});

it.each([
  // A done task may be stated without its box, but not with a sign, as an answer to a question, or as
  // nobody’s words.
  ['- [x] Ask Ben.\n', 'Ask Ben', 'paraphrased'],
  ['- [x] Ask Ben.\n', '❌ Ask Ben', 'altered'],
  ['- [x] Ask Ben?\n', 'Ask Ben', 'altered'],
  ['- [x] “Ask Ben.”\n', 'Ask Ben', 'altered'],
  ['> - [x] Ask Ben.\n', 'Ask Ben', 'altered'],
  ['> - [x] Ask Ben.\n', '- [x] Ask Ben', 'quoted'],
  ['- [x] Ask Ben.\n', '“Ask Ben.”', 'quoted'],
  // Quotation marks do not turn an open task into a done one.
  ['- [ ] Ask Ben.\n', '“Ask Ben.”', 'altered'],
  ['- [-] Ask Ben.\n', '“Ask Ben.”', 'altered'],
  ['- [ ] Ask Ben.\n', '> Ask Ben', 'altered'],
  ['- [ ] Ask Ben.\n', 'The note says: “Ask Ben.”', 'paraphrased'],
  ['- [ ] Ask Ben.\n', '- [ ] “Ask Ben.”', 'quoted'],
  // Text below a task may be part of it.
  ['- [ ] Ask Ben.\n\n  Ida pays then.\n', 'Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n  - Ida pays then.\n', 'Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n  - Why:\n    - Ida pays then.\n', '“Ida pays then.”', 'paraphrased'],
  ['- [ ] Ask Ben.\n  - Ida pays then.\n', '- [ ] Ida pays then', 'quoted'],
  ['- [ ] Ask Ben.\n  - Ida pays then.\n', '- [x] Ida pays then', 'altered'],
  ['- [ ] Ask Ben.\n  - [x] Ida pays then.\n', '- [x] Ida pays then', 'quoted'],
  ['- [x] Ask Ben.\n  - Ida pays then.\n', 'Ida pays then', 'quoted'],
  ['- [ ] Ask Ben.\n\nIda pays then.\n', 'Ida pays then', 'quoted'],
  ['- [ ] Ask Ben.\n- Ida pays then.\n', 'Ida pays then', 'quoted'],
  ['[x] Ask Ben now\n', '- [x] Ask Ben now', 'quoted'],
  // Text below a done task has no box of its own.
  ['- [x] Ask Ben.\n  - Ida pays then.\n', '- [x] Ida pays then', 'altered'],
  ['- [x] Ask Ben.\n\n  Ida pays then.\n', '- [x] Ida pays then', 'altered'],
  ['- [x] Ask Ben.\n  - [ ] Ask Ann.\n    - Ida pays then.\n', '- [x] Ida pays then', 'altered'],
  // Rows, code and quotations can be part of a task too.
  [
    '- [ ] Ask Ben.\n\n  | who | what |\n  |---|---|\n  | Ida | Ida pays then. |\n',
    'Ida pays then',
    'paraphrased',
  ],
  ['- [ ] Ask Ben.\n\n  ```\n  Ida pays then\n  ```\n', 'Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n  > Ida pays then.\n', '> Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n  > - Ida pays then.\n', '> Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n\n> Ida pays then.\n', '> Ida pays then', 'quoted'],
  ['- [ ] Ask Ben.\n\n| who | what |\n|---|---|\n| Ida | Ida pays then. |\n', 'Ida pays then', 'quoted'],
  ['- [x] Ask Ben.\n  > Ida pays then.\n', '> Ida pays then', 'quoted'],
  // A property of a task is part of it.
  ['- [ ] Ask Ben.\n  fine:: Ida pays then.\n', 'fine:: Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\nfine:: Ida pays then.\n', 'fine:: Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n\n  Ida asks.\n  fine:: Ida pays then.\n', 'fine:: Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n  > Ida asks.\n  > fine:: Ida pays then.\n', '> fine:: Ida pays then', 'paraphrased'],
  ['- [ ] Ask Ben.\n  - Ida asks.\n    fine:: Ida pays then.\n', 'fine:: Ida pays then', 'paraphrased'],
  ['- [ ]\n  fine:: Ida pays then.\n', 'fine:: Ida pays then', 'altered'],
  ['- [x] Ask Ben.\n  fine:: Ida pays then.\n', 'fine:: Ida pays then', 'quoted'],
  ['- [ ] Ask Ben.\n- Ida asks.\n  fine:: Ida pays then.\n', 'fine:: Ida pays then', 'quoted'],
])('ticks nothing as done that may be open: %s → %s: %s', async (text, said, wording) => {
  expect((await wordingOf(text, said))?.wording).toBe(wording);
});

it('ticks what is below a task as its note writes it', async () => {
  const documents = { 'a.md': '- [x] Ask Ben.\n  - Ida pays then.\n' };
  const answer = '- [x] Ask Ben. [1]\n  - Ida pays then. [1]';
  const { statements } = await verifyAgainst({ documents, answer });
  expect(statements.map(({ wording }) => wording)).toEqual(['quoted', 'quoted']);
});

it.each(['mark', 'proven'] as const)('keeps no ticked heading that no note has: %s', async (policy) => {
  const cleanOf = async (note: string, answer: string) =>
    (await verifyAgainst({ documents: { 'a.md': note }, answer, policy })).cleanText;
  for (const above of ['## [x] Tasks', '## ☑ Tasks', '- [x] Tasks:', '## [ ] Tasks'])
    expect(await cleanOf('Ask Ben now.\n', `${above}\n\nAsk Ben now. [1]`)).toBe('Ask Ben now. [1]');
  const done = '## ☑ Tasks\n\n- [x] Ask Ben now. [1]';
  expect(await cleanOf('# Tasks\n\n- [x] Ask Ben now.\n', done)).toBe(done);
});

it('reads a heading of very many blanks in time', async () => {
  const heading = `# [${' '.repeat(400_000)}x] #`;
  expect((await wordingOf(`${heading}\n\nTea is hot.\n`, 'Tea is hot'))?.wording).toBe('quoted');
});

it.each([...'⇏↛⋢⨯∤−→∉≠¬✗'])('ticks no sentence with a sign that the note lacks: %s', async (sign) => {
  expect((await wordingOf(note, `${sign} Tea is hot`))?.wording).toBe('altered');
  expect((await wordingOf(`Tea ${sign} coffee.\n`, `Tea ${sign} coffee`))?.wording).toBe('quoted');
});

it.each([
  ['Rain ⇒ wind at sea.\n\nSnow ⇏ wind at sea.\n', 'Rain ⇏ wind at sea', 'altered'],
  ['Rain ⇒ wind at sea.\n\nSnow ⇏ wind at sea.\n', 'Snow ⇒ wind at sea', 'altered'],
  ['Rain ⇒ wind at sea.\n\nSnow ⇏ wind at sea.\n', 'Snow ⇏ wind at sea', 'quoted'],
  ['- Rain ⇒ wind ⇏ waves at sea\n', 'Rain ⇏ wind ⇒ waves at sea', 'altered'],
  ['- Rain ⇒ wind ⇏ waves at sea\n', 'Rain ⇒ wind ⇏ waves at sea', 'quoted'],
  ['- Rain and wind ⇒ waves\n- Hail ⇏ snow\n', 'Rain ⇒ wind ⇒ waves', 'altered'],
  ['| ✓ Rain helps us | ✗ Snow helps us |\n', '✓ Snow helps us', 'altered'],
  ['✗ Tea is hot now.\n\n✓ Tea is hot now.\n', '✓ Tea is hot now', 'quoted'],
  ['✗ Tea is hot now.\n\n✓ Milk is hot now.\n', '✓ Tea is hot now', 'altered'],
  ['Rain ⇏ wind at sea.\n', 'Rain wind at sea', 'paraphrased'],
  ['x != y at sea now.\n', 'x = y at sea now', 'paraphrased'],
  ['x = y at sea now.\n', 'x != y at sea now', 'altered'],
  ['x != y at sea now.\n', 'x != y at sea now', 'quoted'],
  ['x!=y at sea now!\n', 'x!=y at sea now!', 'quoted'],
  ['x == y at sea now.\n', 'x =/= y at sea now', 'altered'],
  ['Tea is hot now.\n', '!(Tea is hot now)', 'altered'],
  ['Tea is hot now! Really.\n', '!Tea is hot now', 'altered'],
  ['Tea is hot now.\n', '~(Tea is hot now)', 'altered'],
  ['It is 2 * 3 boats at sea.\n', 'It is 2 / 3 boats at sea', 'altered'],
  ['It is 2 * 3 boats at sea.\n', 'It is 2 * 3 boats at sea', 'quoted'],
  ['Tea and/or milk at sea.\n', 'Tea and / or milk at sea', 'quoted'],
  ['Tea is hot now.\n', '*Tea* is **hot** now', 'quoted'],
  ['See https://a.example/b/c for tea now.\n', 'See https://a.example/b/c for tea now', 'quoted'],
  ['See [a/b](https://a.example/b/c) for tea now.\n', 'See a/b for tea now', 'quoted'],
  ['Set !important on it.\n', 'Set !important on it', 'quoted'],
  ['Tea is hot now! Milk is cold now!\n', 'Tea is hot now!', 'quoted'],
  ['Tea → milk, rain [a ⇒ b](https://x.example/y/z) ⇏ wind.\n', 'Tea → milk, rain a ⇒ b ⇏ wind', 'quoted'],
])('takes a sign at another place for another sign: %s → %s: %s', async (text, said, wording) => {
  expect((await wordingOf(text, said))?.wording).toBe(wording);
});

it.each([
  ['~~Tea is hot now.~~\n', 'Tea is hot now', 'altered'],
  ['~~Tea is hot now.~~ Milk is cold now.\n', 'Tea is hot now', 'altered'],
  ['~~Tea is hot now.~~ Milk is cold now.\n', 'Milk is cold now', 'quoted'],
  ['Rain fell. ~~Tea is hot now. Milk is cold now.~~\n', 'Milk is cold now', 'altered'],
  ['- ~~Tea is hot now~~\n- Milk is cold now\n', 'Tea is hot now', 'altered'],
  ['| ~~Tea is hot now~~ | Milk is cold now |\n', 'Tea is hot now', 'altered'],
  ['Tea is ~~not~~ hot now.\n', 'Tea is not hot now', 'altered'],
  ['Tea is ~~not~~ hot now.\n', 'Tea is hot now', 'quoted'],
  ['Tea is ~~not~~ hot now.\n', 'Tea is ~~not~~ hot now', 'quoted'],
  ['fine:: ~~Ida pays then~~\n', 'fine:: Ida pays then', 'altered'],
  ['The mark ~~ begins it. Milk is cold now.\n', 'Milk is cold now', 'quoted'],
  ['Tea is hot now.\n\n~~Tea is hot now.~~\n', 'Tea is hot now', 'quoted'],
  ['~~Tea is hot now.~~\n\nTea is hot now.\n', 'Tea is hot now', 'quoted'],
])('ticks nothing that its note strikes out: %s → %s: %s', async (text, said, wording) => {
  expect((await wordingOf(text, said))?.wording).toBe(wording);
});

it.each([
  ['It is -5 °C outside today.\n', 'It is −5 °C outside today'],
  ['Rows | columns ~ cells < 5 + 3 = 8 are here.\n', 'Rows | columns ~ cells < 5 + 3 = 8 are here'],
  ['Tea is hot now.\n', '| Tea is hot now |'],
  ['Tea is hot now.\n', '<b>Tea is hot now</b>'],
])('takes no other writing for a sign that the note lacks: %s → %s', async (text, said) => {
  expect((await wordingOf(text, said))?.wording).toBe('quoted');
});

it('takes a minus before a figure for a part of it', async () => {
  const said = await wordingOf('It is 5 °C outside today.\n', 'It is −5 °C outside today');
  expect(said?.wording).not.toBe('quoted');
});
