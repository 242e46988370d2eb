import { isWhole } from '@memora/testing-fixtures/every-nth';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const ENERGY = '```csv\nsite,month,kwh\nLokeren,August,5150\nLokeren,July,4980\n```\n';
const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar. Its constructor is Ines.\n',
  'kaigi.md': '# 会議\n\n東京の会議は三時から行われます。\n',
  'winch.md': '---\nvalid_from: 2026-03-03\n---\n# Winch\n\nThe colour of the winch is red.\n',
  'energy.md': `# Energy\n\n${ENERGY}`,
};

async function openNotes(notes: Readonly<Record<string, string>>) {
  const vault = await setupVault(notes);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  return {
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

it.each([
  ['of a hundred kilobytes', 'At how many bar does the pump run? '.repeat(2_900), '40 bar'],
  ['of as many that names a time', 'How many kWh in Lokeren in August? '.repeat(2_900), '5150'],
  ['about a member of every object', 'Who is the constructor of the pump?', 'Ines'],
  ['in a script without spaces', '東京の会議は何時から', '三時'],
  ['of one stop word', 'the', null],
  ['of punctuation', '?!… (**) -- ""', null],
  ['of nothing', ' ', null],
])('answers a question %s, or says nothing', async (_, question, words) => {
  await using opened = await openNotes(NOTES);
  await opened.memory.index();
  const { passages, abstained } = await opened.memory.passages(question);
  if (words === null) expect(passages.every(({ text }) => text.length > 0)).toBe(true);
  else expect([abstained, passages[0]?.text]).toEqual([false, expect.stringContaining(words)]);
  const answer = await opened.memory.ask(question);
  if (words !== null) expect(answer.cleanText).toContain(words);
});

it('drops a time that was read from the question and leaves nothing, and says so', async () => {
  await using opened = await openNotes(NOTES);
  await opened.memory.index();
  const row = await opened.memory.ask('How many kWh in Lokeren in August?');
  expect([row.abstained, row.cleanText]).toEqual([false, expect.stringContaining('5150')]);
  const answer = await opened.memory.ask('What colour did the winch have in May 2019?');
  expect([answer.cleanText, answer.time?.applied]).toEqual([expect.stringContaining('red'), false]);
  const then = await opened.memory.ask('What colour has the winch?', { asOf: '2019-05-01' });
  expect(then.cleanText).not.toContain('red');
});

/** Ten megabytes, or one in the short check. */
const TURNS = isWhole ? 18_500 : 1_850;

it('finds a turn in a long transcript', async () => {
  const turn = (i: number) =>
    `**${i % 2 === 0 ? 'Ines' : 'Bruno'}:** Turn ${i}, ${'the crane lifts more of it and '.repeat(17)}so on.`;
  const turns = Array.from({ length: TURNS }, (_, i) => turn(i));
  turns[TURNS / 2] = '**Ines:** The zyzzyva gate opens with the copper key.';
  const transcript = `# Harbour\n\n${turns.join('\n\n')}\n`;
  expect(Buffer.byteLength(transcript)).toBeGreaterThan(540 * TURNS);
  await using opened = await openNotes({ 'harbour.md': transcript });
  await opened.memory.index();
  const { passages } = await opened.memory.passages('What opens the zyzzyva gate?');
  expect(passages[0]?.text).toContain('copper key');
}, 300_000);

it('finds the one note that says something among many empty ones', async () => {
  const empty = Object.fromEntries(
    Array.from({ length: isWhole ? 5_000 : 500 }, (_, i) => [`empty/${i}.md`, '']),
  );
  await using opened = await openNotes({ ...empty, ...NOTES });
  await opened.memory.index();
  const { passages } = await opened.memory.passages('At how many bar does the pump run?');
  expect(passages[0]?.text).toContain('40 bar');
}, 120_000);
