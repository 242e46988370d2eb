import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const dated = (day: string, text: string) => `---\ndate: ${day}\n---\n${text}\n`;

const DIARY = {
  'diary/a.md': dated('2023-02-14', '# Office\n\nplace:: Lisbon\n\nIt rained all day.'),
  'diary/b.md': dated('2024-01-22', '# Office\n\nplace:: Porto\n\nWe had soup.'),
  'diary/c.md': dated('2025-08-11', '# Office\n\nplace:: Braga\n\nNobody came.'),
  'diary/d.md': dated('2025-01-10', 'drift-bench uses Rust.'),
  'diary/e.md': dated('2025-06-02', 'drift-bench uses Zig.'),
  'diary/f.md': dated('2025-03-15', 'The move to Harbour Lane was on 15 March 2025.'),
};

async function setup(notes: Readonly<Record<string, string>> = DIARY) {
  const vault = await setupVault(notes);
  const now = () => new Date('2025-11-10T12:00:00Z');
  const memory = await openMemory({ vault: vault.root, env: vault.env, now });
  await memory.index({ writeNotes: false });
  return {
    memory,
    lines: async (question: string, asked = {}) =>
      (await memory.ask(question, asked)).cleanText.replace(/ \[claim:[^\]]*\]/gu, '').split('\n'),
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

describe('a time in the question', () => {
  it.each([
    ['in March 2025', 'Porto', '2025-03'],
    ['last spring', 'Porto', '2025-03/2025-05'],
    ['at the end of 2023', 'Lisbon', '2023-10/2023-12'],
    ['two years ago', 'Lisbon', '2023-11-10'],
    ['before the move', 'Porto', '2025-03-14'],
    ['after the move', 'Braga', '2025-03-16/2025-11-10'],
    ['on 12 August 2025', 'Braga', '2025-08-12'],
  ])('%s: the office was in %s', async (words, place, asOf) => {
    await using asked = await setup();
    const answer = await asked.memory.ask(`Where was the office ${words}?`);
    expect(answer.cleanText.split('\n')[0]).toContain(place);
    expect(answer).toMatchObject({ asOf, time: { words, asOf, applied: true } });
    expect(answer.report.verdict).toBe('verified');
  });

  it.each([
    'What happened on 9 November 2025?',
    '2025-11-09?',
    'What happened yesterday?',
    'Was passierte gestern?',
    'What happened in November 2025?',
    'Was passierte im November 2025?',
    'What happened this month?',
  ])('%s finds the notes of that time, and nothing else', async (question) => {
    await using asked = await setup({
      ...DIARY,
      'daily/2025-11-09.md': '# Sunday\n\n- lunch with Ines\n',
      'daily/2025-10-08.md': '# Wednesday\n\n- rain\n',
    });
    const { passages, abstained } = await asked.memory.ask(question);
    expect(passages.map(({ passage }) => passage.notePath)).toEqual(['daily/2025-11-09.md']);
    expect(abstained).toBe(false);
  });

  it.each([
    'What happened on 9 November 2025?',
    'What happened yesterday?',
    'Was passierte am 9. November 2025?',
  ])('%s shows nothing where no note has that day', async (question) => {
    await using asked = await setup({
      ...DIARY,
      'pump.md': '# Pump\n\nIt happens once a year, and passierte before: the pump leaks.\n',
    });
    const { abstained, time } = await asked.memory.ask(question);
    expect([abstained, time]).toMatchObject([true, { asOf: '2025-11-09', applied: false }]);
    const page = await asked.memory.passages('What happened on 9 November 2025?');
    expect(page.abstained).toBe(true);
    expect((await asked.memory.ask('What happens to the pump?')).abstained).toBe(false);
  });

  it.each(['What happened in June 2025?', 'What happens in June 2025?', 'Was passierte im Juni 2025?'])(
    '%s shows nothing where no note has that month',
    async (question) => {
      await using asked = await setup({
        'pump.md': '# What happens\n\nIt happens once a year, and passierte before: the pump leaks.\n',
        'log.md': '# Log\n\nOn 9 November 2025 we met the bank.\n',
      });
      expect((await asked.memory.ask(question)).abstained).toBe(true);
      expect((await asked.memory.passages(question)).abstained).toBe(true);
    },
  );

  it.each([
    ['What is the rent of the flat on 9 November 2025?', '900 EUR'],
    ['Did we paint the fence yesterday?', 'fence'],
  ])('%s is answered from a note without that day', async (question, said) => {
    await using asked = await setup({
      'fence.md': '# Fence\n\nWe want to paint the fence green.\n',
      'lease.md': '# Lease\n\nThe rent of the flat is 900 EUR.\n',
      'log.md': '# Log\n\nOn 9 November 2025 we met the bank.\n',
      'pump.md': '# Pump\n\nThe pump leaks.\n',
      'soup.md': '# Soup\n\nWe had soup.\n',
    });
    const [first] = await asked.lines(question);
    expect(first).toContain(said);
  });

  it('takes no heading for the day until which something is asked', async () => {
    const lease = '# Dec 1st, 2025\n\nThe lease of the shed runs until 31 March 2027.\n';
    await using asked = await setup({ 'lease.md': lease, 'pump.md': '# Pump\n\nThe pump leaks.\n' });
    const answer = await asked.memory.ask('Until when does the lease of the shed run?');
    expect(answer.cleanText).toContain('31 March 2027');
    expect([answer.time, answer.asOf]).toEqual([undefined, undefined]);
  });

  it('shows nothing of a month for somebody whom no note names', async () => {
    await using asked = await setup({ ...DIARY, 'daily/2025-11-09.md': '# Sunday\n\n- lunch with Ines\n' });
    expect((await asked.memory.ask('Where was Zelda in November 2025?')).abstained).toBe(true);
  });

  it('names the claim that dates what the question dates by', async () => {
    await using asked = await setup();
    const { time } = await asked.memory.ask('Where was the office before the move?');
    const [event] = (await asked.memory.claims.listClaims({ notePath: 'diary/f.md' })).claims;
    expect(time?.event).toBe(event?.id);
  });

  it('at which nothing held hides no answer, and says so', async () => {
    await using asked = await setup({ 'wall.md': dated('2025-08-11', 'The garden wall is painted blue.') });
    const answer = await asked.memory.ask('How was the garden wall painted in March 2020?');
    expect(answer.cleanText).toContain('painted blue');
    expect(answer.time).toMatchObject({ asOf: '2020-03', applied: false });
    expect(answer.asOf).toBeUndefined();
  });

  it('plays no part where the caller names one', async () => {
    await using asked = await setup();
    const answer = await asked.memory.ask('Where was the office in May 2023?', { asOf: '2025-09-01' });
    expect(answer.cleanText).not.toContain('Lisbon');
    expect(answer.time).toBeUndefined();
  });

  it('lets claims without a date pass', async () => {
    await using asked = await setup({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
    const answer = await asked.memory.ask('At how many bar did the pump run in March 2025?');
    expect(answer.cleanText).toContain('40 bar');
    expect(answer.time?.applied).toBe(true);
  });

  it('that names no event of the notes is no time', async () => {
    await using asked = await setup();
    const answer = await asked.memory.ask('Where was the office before the flood?');
    expect(answer.time).toBeUndefined();
  });
});

it('shows neither a secret value nor its place in time where secret claims were not asked for', async () => {
  const notes = { 'diary/c.md': `---\ndate: 2025-08-11\nprivacy: secret\n---\n# Office\n\nplace:: Braga\n` };
  await using whole = await setup({ ...DIARY, ...notes });
  const { 'diary/c.md': _, ...without } = DIARY;
  await using none = await setup(without);
  const open = { bands: ['public', 'private'] as const };
  for (const question of ['Where was the office in September 2025?', 'Where was the office since 2023?']) {
    const [told, untold] = [await whole.memory.ask(question, open), await none.memory.ask(question, open)];
    expect(told.cleanText, question).toBe(untold.cleanText);
    expect(told.time, question).toEqual(untold.time);
    expect(JSON.stringify(told)).not.toContain('Braga');
  }
});

it('takes no event from a secret note where secret claims were not asked for', async () => {
  const notes = {
    'diary/f.md': `---\nprivacy: secret\n---\nThe move to Harbour Lane was on 15 March 2025.\n`,
  };
  await using asked = await setup({ ...DIARY, ...notes });
  const answer = await asked.memory.ask('Where was the office before the move?', {
    bands: ['public', 'private'],
  });
  expect(answer.time).toBeUndefined();
});

it('shows a model what held then before the notes that bear the month alone', async () => {
  const filler = 'The agenda, the people who were there, and the links of the day, as always. '.repeat(3);
  const notes: Record<string, string> = {
    'flat.md': dated('2025-01-04', '# Flat\n\nThe kitchen is blue.'),
  };
  for (let i = 10; i < 30; i++) {
    notes[`minutes/2025-07-${i}.md`] = `# Minutes of ${i} July 2025\n\nIn July 2025: ${filler}\n`;
    notes[`later/2025-10-${i}.md`] = `# Day ${i}\n\nThe kitchen again. ${filler}\n`;
  }
  await using vault = await setupVault(notes);
  await using server = await openModelServer([{ say: 'NO ANSWER' }]);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url, 'llm.model': 'm' };
  await using memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    now: () => new Date('2025-11-10T12:00:00Z'),
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index({ writeNotes: false });
  await memory.ask('How was the kitchen in July 2025?', { claimTokens: 400 });
  expect(server.requests[0]).toContain('The kitchen is blue.');
});
