import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { openNotes } from '../../testing-fixtures/open-notes.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

/** Kinds of questions that strangers asked of real vaults and got wrong answers to, each over an invented text of the same kind. */
const NOTES = {
  'pump.md': '# Pump\n\nThe gasket of the pump is green.\n\nThe bilge is emptied in the evening.\n',
  'storm-sails.md': `# Storm sails

Storm sails allow you to keep steering in a gale.

## Settings

There are also some settings for storm sails, but they are old and will go. Please use the storm sail template. By default, storm sails are kept as folded sails in the storm sail locker.
`,
  'knots.md': `# Knots

Knots come in two forms:

- **Hitches** tie a rope to a thing
- **Bends** tie a rope to a rope

## Lashing modifiers

- \`tight\` is pulled until it sings
- \`loose\` may slide
`,
  'paint.md': '# Paint\n\nSet the `DECK_PAINT` variable to avoid typing the paint on every command.\n',
  'locker.md': `# Locker

If you empty a locker and it does not free up the expected shelf room, check whether a shelf is in use by the cook.

The weekly round: look at the lamps, the ropes, the ladders and the shelf usage of the locker, then sweep the floor, coil what hangs loose and close the hatch again.
`,
  'signs.md': '# Signs\n\nLearn the difference between a red flag and a white flag.\n',
  'work.md':
    '# Work\n\nFix the sync of the harbour; add FreeBoard support.\n\nSign up for the free harbour course.\n',
  'rail.md': '# Rail\n\n```text\nUse three bolts for each stanchion\n```\n',
  'tips.md': `# Tips

- Wash the deck with sea water.
- If you must splice WIRE, a vice is old but good.
- The tool drawer is used for anything that is small.
- To read the draught in feet, use something like

\`\`\`sh
sound --feet
\`\`\`

- Coil a rope with the sun.
- For HEMP or flax, the tool is the \`fid\`.
- See \`log\` or \`glass\` to know how long the watch has been standing.
- Never step into a bight.
- Fold in the edge of a sail.
- Cut the canvas to 11 inch strips.
- Oil the blocks in spring.
- Keep a knife at hand.
`,
  'flags.md': '# Flags\n\nPick a colour and right-click the halyard to make a pennant.\n',
  'hoist.md':
    '# Hoist\n\ntype:: [[Command]]\ndescription:: Makes cloth go up that lies on deck. Usually used with a pennant\n',
  'oven.md':
    '# Oven\n\nThe oven of the galley bakes bread. The oven needs gas.\n\n- Stops by itself behind a 40-minute limit\n',
  'collision.md':
    '# Collision\n\nIt is possible that two skiffs ram each other. By default, both of them stop.\n',
  'charts.md': '# Charts\n\nUsing `--only`, the chart press prints what lies in the Tides directory.\n',
  '2023-09-12 Muster.md': '---\npeople:\n  - "[[Ida Lund]]"\n---\n- Talked about the moss on the keel\n',
  'Off the Reef.md': '---\nauthor:\n  - "[[Ole Berg]]"\nyear: 1992\n---\n',
  'Portholes of old.md': '# Portholes of old\n\nThere is room for seven lanterns.\n',
  'coat.md': '# Coat\n\nIda Lund is the layer of the coat of varnish.\n',
  'ship-changes.md': `# Ship changes

- The gangway format has moved to the stern.
- Scripts of the crew can read the gangway.
- The gangway is renamed to the bridge.
`,
  'winch-drum.md':
    '# Hauling aids\n\n## Layers\n\nThe **Layers** plate shows what is wound. It has three parts:\n\n- Sheet\n- Halyard\n- Line\n',
  'bell.md': '# Bell\n\nThe harbour bell sounds at most twice per voyage, and never at night.\n',
  'slack.md':
    '# Tides\n\nThe table has the slack water of each port with slack water.\n\n## What is slack water?\n\nThe time at which slack water stands still and nothing moves.\n',
};

const memory = openNotes(NOTES);

const firstOf = async (question: string) => (await memory().ask(question)).passages[0]?.text ?? '';

it.each([
  ['a colour that a text gives without the word', 'Which colour has the gasket?', 'is green'],
  ['the line that says what it is before settings', 'What is a storm sail?', 'allow you to keep steering'],
  ['a number that a lead-in of five words gives', 'How many forms do knots come in?', 'two forms'],
  ['a number of kinds in another word for them', 'How many kinds of knots does it know?', 'two forms'],
  ['what the name of the file names', 'How many parts does the winch drum have?', 'three parts'],
  [
    'how often by a word of its own',
    'How many times per voyage is the harbour bell struck?',
    'at most twice',
  ],
  ['a list under the name of what is counted', 'How many lashing modifiers are there?', 'tight'],
  ['what another verb says of the same thing', 'Which variable saves typing the paint?', 'DECK_PAINT'],
  ['words that are neighbours in the question first', 'How do I check shelf usage?', 'The weekly round'],
  ['the name that is asked for, not what is said of others', 'Which tool is used for HEMP?', 'fid'],
  ['what a command is for', 'How do I find out how long the watch has been standing?', 'glass'],
  ['how to do it, not the fields of a page', 'How do I make a pennant?', 'right-click'],
  ['a number that stands in code', 'How many bolts has a stanchion?', 'three bolts'],
  ['what happens, and not when', 'What happens when two skiffs ram each other?', 'two skiffs'],
  ['what another word of daily use says', 'How do I print only one folder of charts?', 'Tides directory'],
  ['with a property of people who was there', 'Who was at the muster on 12 September 2023?', 'Ida Lund'],
  ['with a property who made it', 'who wrote Off the Reef', 'Ole Berg'],
  ['under a heading that asks the same', 'What is slack water?', 'stands still'],
])('answers %s: %s', async (_, question, expected) => {
  expect(await firstOf(question)).toContain(expected);
});

it('shows of a note of two sentences the one that is about what is asked', async () => {
  await using vault = await setupVault({
    'pump.md': '# Pump\n\nThe pump of the well runs at 40 bar.\n\nThe door is open.\n',
  });
  await using small = await openMemory({ vault: vault.root, env: vault.env });
  await small.index();
  const { passages } = await small.ask('At what pressure does the pump run?');
  expect(passages.map(({ text }) => text)).toEqual(['The pump of the well runs at 40 bar.']);
});

it('shows of a long list of tips the one that answers, with its code', async () => {
  const first = await firstOf('How do I read the draught in feet?');
  expect(first).toContain('To read the draught in feet');
  expect(first).toContain('sound --feet');
  expect(first).not.toContain('Coil a rope');
  expect(first).not.toContain('small');
});

it.each([
  ['a figure of something else than what is counted', 'How many folders are there?'],
  ['signs that no note explains', 'What is the difference between && and ;?'],
  ['what a name holds as a part, or is said of another thing', 'Is the harbour free?'],
  ['a figure under a title that ends in something else', 'How many portholes are there?'],
  ['a word that is only spelt like it', 'Who is the lawyer of the coat?'],
  ['news, where it is asked how', 'How do I change the format of the gangway?'],
  ['a bound that no list tells', 'How many lashing modifiers may a rope have at most?'],
])('abstains on %s: %s', async (_, question) => {
  expect(await memory().ask(question)).toMatchObject({ abstained: true, cleanText: '' });
});
