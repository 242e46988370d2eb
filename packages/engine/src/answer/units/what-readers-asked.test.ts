import { expect, it } from 'vitest';
import { openNotes } from '../../testing-fixtures/open-notes.ts';

/** Texts about a ship, of the kinds from which readers who know a bit of a tool got no answer or a wrong one. */
const NOTES = {
  'Plum cake.md': `---
servings: 12 wedges (9 inch tin)
---
# Plum cake

Lay the plums on the dough of the cake, cut side up, and press the wedges of plum in a little.
`,
  'sheets.md': '# Sheets\n\nSheets can not evaluate nested formulas.\n',
  'log.md': '# Log\n\nThe log prints the hull in three formats: as ink, as chalk and as tar.\n',
  'marks.md':
    '# Marks\n\nA buoy in the log is shown as ⚓ beside its name.\n\nA wreck has a name of its own.\n',
  'keys.md': `# Keys

- Ask for a new store key at [the quay](https://example.org/quay), also keep your berthID from that same quay
  id:: 61024cd6-1951-47cc-8050-25f68960d729
  At least \`Open fore hatch\` is what a store key has to do
`,
  'moving.md': `# Moving to the new hold

- The hold is for cargo.
- **Count** all of the old barrels first, then:
	- Roll them to the hatch
	- Lower them by the crane
- Barrels are round.
- Crates are square.
- Sacks are soft.
- Ropes are long.
- Nets are wide.
- Tins are small.
- Jars are brittle.
`,
  'copying.md': '# Copying\n\nTo copy a single drawing, right-click its corner and choose its frame.\n',
};

const memory = openNotes(NOTES);

it.each([
  ['a property that counts it', 'How many wedges does the cake give?', '12 wedges'],
  ['what another verb says of the same thing', 'can sheets compute nested formulas', 'can not evaluate'],
  [
    'of all of a thing what is said of it',
    'Which formats can the whole hull be printed in?',
    'three formats',
  ],
  ['what is meant by swapped letters', 'cpoy a signle darwing', 'right-click'],
])('answers with %s', async (_, question, expected) => {
  expect((await memory().ask(question)).passages[0]?.text).toContain(expected);
});

it('takes a sign for the emoji that is asked for', async () => {
  expect((await memory().ask('Which emoji stands for a buoy?')).passages[0]?.text).toContain('⚓');
});

it('shows under a point that ends in a colon what stands under it', async () => {
  const { passages } = await memory().ask('How do I move the old barrels to the new hold?');
  expect(passages[0]?.text).toMatch(/first, then:\s.*Roll them to the hatch\s.*Lower them by the crane$/su);
});

it('shows lines of one point that end without a stop', async () => {
  const { cleanText } = await memory().ask('Which hatch must the store key open?');
  expect(cleanText).toContain('berthID from that same quay');
  expect(cleanText).toContain('At least `Open fore hatch`');
});
