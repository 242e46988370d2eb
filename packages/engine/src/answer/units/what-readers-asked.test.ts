import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

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
  'copying.md': '# Copying\n\nTo copy a single drawing, right-click its corner and choose its frame.\n',
};

let vault: TestVault;
let memory: Memory;

beforeAll(async () => {
  vault = await setupVault(NOTES);
  memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
});
afterAll(async () => {
  await memory.close();
  await vault[Symbol.asyncDispose]();
});

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
  expect((await memory.ask(question)).passages[0]?.text).toContain(expected);
});

it('takes a sign for the emoji that is asked for', async () => {
  expect((await memory.ask('Which emoji stands for a buoy?')).passages[0]?.text).toContain('⚓');
});
