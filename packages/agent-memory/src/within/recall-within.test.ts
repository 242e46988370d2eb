import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryId } from '../note/memory-place.ts';
import { openAgentMemory } from '../open-agent-memory.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { describeRecall, toRecallResult } from './describe-recall.ts';
import { createTextScorer } from './score-texts.ts';

const at = (time: string) => ({ now: () => new Date(time) });

it('says nothing where nothing is remembered of a question, and all that fits where something is', async () => {
  await using s = await setupAgent();
  for (const content of [
    'Pelican is deployed on Tuesdays.',
    'The user drinks black coffee.',
    'Marit owns the payments.',
  ])
    await s.agent.remember({ content });
  // A tool's text is added to no answer, because no question asked for it.
  await s.agent.remember({ content: 'Backups of Pelican go to evil.example.', saidBy: 'tool:wiki.example' });
  expect(JSON.stringify(await s.agent.recall('where do backups go', { tokens: 400 }))).toContain('evil');
  const none = await s.agent.recall('capital of Australia', { tokens: 400 });
  expect(none).toMatchObject({ isNothing: true, items: [] });
  // The nearest memories are returned separately within the same token budget, so that the caller can judge
  // them.
  expect(none.nearest).toHaveLength(3);
  expect(none.tokens).toBeLessThanOrEqual(400);
  expect(toRecallResult(none)).toMatchObject({
    memories: [],
    note: expect.stringContaining('not an answer'),
  });
  const found = await s.agent.recall('release deploy weekday', { tokens: 400 });
  expect(found.items.map(({ line }) => line)).toHaveLength(3);
  expect(found.items[0]?.line).toBe('Pelican is deployed on Tuesdays.');
  expect((await s.agent.recall('release deploy', { tokens: 50 })).items).toHaveLength(2);
  await expect(s.agent.recall('release', { tokens: 3 })).rejects.toMatchObject({ code: 'MEMORY_INVALID' });
});

it('scores texts, few or many, so that what none of them answers stays below the floor', async () => {
  const texts = [
    'Im Garten stehen zwei Apfelbäume, die im Februar geschnitten werden.',
    ...['The relay of Harbor runs in Lisbon.', 'Marit owns the payments.', 'Logs are kept for 30 days.'],
    ...['The user drinks black coffee.', 'Cards are charged through Adyen.', 'Jonas reviews the schema.'],
    ...['Headings are set in Inter.', 'Branches are named after tickets.', 'The team meets on Thursdays.'],
  ];
  for (const count of [3, texts.length]) {
    const score = await (await createTextScorer(100))(texts.slice(0, count));
    const answers = (question: string) => score(question).filter(({ isAnswer }) => isAnswer).length;
    expect(answers('Who won the election in Peru?')).toBe(0);
    expect(answers('Wie hoch ist der Kilimandscharo?')).toBe(0);
    const trees = score('Wann werden die Bäume gestutzt?');
    expect(trees[0]?.isAnswer).toBe(true);
    expect(Math.max(...trees.map((each) => each.score))).toBe(trees[0]?.score);
  }
});

it('knows a memory by the beginning of its id, and asks for more of it where several begin so', async () => {
  const ids = ['mem_aaaaa1111111', 'mem_aaaaa2222222', 'mem_bbbb33333333'];
  await using s = await setupAgent({ createId: () => ids.shift() ?? createMemoryId() });
  await s.agent.remember({ content: 'Pelican is deployed on Tuesdays.' });
  await s.agent.remember({ content: 'Marit owns the payments.' });
  await s.agent.remember({ content: 'The user drinks black coffee.' });
  const { items } = await s.agent.recall('which drink', { tokens: 400 });
  expect(describeRecall(items).lines.join('\n')).toContain('mem_bbbb3 The user drinks black coffee.');
  expect((await s.agent.get(['mem_bbbb3', 'mem_zzzzz'])).map(({ memoryId }) => memoryId)).toEqual([
    'mem_bbbb33333333',
  ]);
  const moved = await s.agent.supersede('mem_bbbb3', { content: 'The user drinks tea.' });
  expect((await s.agent.get([String(moved.memoryId)]))[0]?.supersedes).toBe('mem_bbbb33333333');
  await expect(s.agent.forget('mem_aaaaa', { reason: 'a trial' })).rejects.toMatchObject({
    code: 'MEMORY_INVALID',
    hint: expect.stringContaining('mem_aaaaa1111111'),
  });
  // An id that was never shown is invalid. An abbreviated id means the memory that the session was shown,
  // even if another one has the same beginning since.
  await expect(s.agent.forget('mem_bbb', { reason: 'a guess' })).rejects.toMatchObject({
    code: 'MEMORY_NOT_FOUND',
  });
  const session = await s.agent.session();
  await session.recall('who owns payments', { tokens: 400 });
  expect(await s.agent.forget('mem_aaaaa2222222', { reason: 'a trial' })).toMatchObject({
    forgotten: 'mem_aaaaa2222222',
  });
  const again = { reason: 'a trial' };
  await expect(session.forget('mem_aaaaa2', again)).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
  expect(await s.agent.forget('mem_aaaaa1', again)).toMatchObject({ forgotten: 'mem_aaaaa1111111' });
  expect(await s.agent.restore('mem_aaaaa1')).toMatchObject({ restored: 'mem_aaaaa1111111' });
});

it('says of what is over until when it was so, and of what is to come from when', async () => {
  await using s = await setupAgent(at('2026-11-01T09:00:00Z'));
  await s.agent.remember({ content: 'The canteen of Harbor is closed.', validUntil: '2026-11-20' });
  await s.agent.remember({ content: 'The canteen of Harbor serves soup.', validFrom: '2027-01-05' });
  const later = await s.reopen(at('2026-11-28T09:00:00Z'));
  const { items } = await later.recall('canteen Harbor', { tokens: 400 });
  expect(items.map(({ status }) => status).sort()).toEqual(['coming', 'over']);
  const lines = describeRecall(items).lines.join('\n');
  expect(lines).toContain('was true until 2026-11-20: The canteen of Harbor is closed.');
  expect(lines).toContain('from 2027-01-05: The canteen of Harbor serves soup.');
  const { turn } = await (await later.session()).context({ question: 'Is the canteen of Harbor closed?' });
  expect(turn).not.toContain('is closed');
});

it.each([
  ['an agent', 0.7],
  ['an import', 0.3],
] as const)('a person’s note outranks what %s says otherwise, and the two are listed', async (by, trust) => {
  await using s = await setupAgent();
  await writeFile(join(s.root, 'relay.md'), '# Relay\n\nThe relay runs on port 7000.\n');
  await s.agent.memory.index();
  const content = 'The relay runs on port 9999.';
  if (by === 'an agent') expect(await s.agent.remember({ content })).toMatchObject({ decision: 'contest' });
  else await s.agent.importMemories([{ provider: 'mem0', original: 'm1', content }]);
  expect(await s.agent.memory.contradictions()).toMatchObject([{ resolution: 'contested' }]);
  for (const asked of [{ tokens: 400 }, { limit: 5 }]) {
    const { items } = await s.agent.recall('port of the relay', asked);
    expect(items.map(({ line, trust: of }) => [line, of])).toEqual([
      ['The relay runs on port 7000.', 1],
      [content, trust],
    ]);
  }
});

it.each([
  'winch.md',
  'semantic/memory/boats/2026/berth-winterplan26.md',
  'semantic/memory/boats/berth-Hand_Written.md',
  'biosemantic/memory/boats/berth-winterplan26.md',
])('finds a person’s note among thirty memories of the same words, at %s', async (path) => {
  await using s = await setupAgent();
  const note = 'The winch of berth 7 is greased by Ines each spring.';
  await mkdir(dirname(join(s.root, path)), { recursive: true });
  await writeFile(join(s.root, path), `# Winch\n\n${note}\n`);
  await s.agent.memory.index();
  for (let i = 0; i < 30; i++)
    await s.agent.remember({
      content: `The winch of berth 7 was greased in spring by crew number ${100 + i}.`,
    });
  for (const asked of [{ tokens: 400 }, { limit: 50 }]) {
    const { items } = await s.agent.recall('who greases the winch of berth 7 in spring', asked);
    expect(items.filter(({ memoryId }) => memoryId === null).map(({ line }) => line)).toEqual([note]);
  }
});

it('keeps standing preferences before every prompt, and what an agent says of the user labelled as that', async () => {
  await using s = await setupAgent();
  const first = await s.agent.session();
  await first.remember({
    content: 'The user wants short answers without emojis.',
    kind: 'preference',
    saidBy: 'user',
  });
  await first.remember({ content: 'Staging listens on port 8443.', saidBy: 'own_work' });
  await first.end();
  for (const question of ['hi', 'fix the bug in the login page', 'plan the week']) {
    const { prefix } = await (await s.agent.session()).context({ question });
    expect(prefix).toContain('an agent’s note, unconfirmed: “The user wants short answers without emojis.”');
    expect(prefix).toContain('Staging listens on port 8443.');
  }
});

it('refuses to keep two people in one vault by a name', async () => {
  await using s = await setupAgent();
  await expect(openAgentMemory({ vault: s.root, user: 'ida' })).rejects.toMatchObject({
    code: 'MEMORY_INVALID',
    hint: expect.stringContaining('their own vault'),
  });
});
