import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const GITHUB = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
const AWS = 'AKIAQ3EGRHTY5ZB6LMNO';
const NAMES = { 'GitHub token': GITHUB, 'AWS access key': AWS, password: 'Vr!jd4g0Zon#22' } as const;

it.each(Object.entries(NAMES))(
  'writes no %s, says what stood there and keeps what is beside it',
  async (name, value) => {
    await using s = await setupAgent();
    const sentence = `The password of Harbor is ${value}`;
    const saved = await s.agent.remember({
      content: `The user prefers spaces over tabs. ${sentence}.`,
      quote: sentence,
      entity: 'Harbor',
      tags: [`x ${value}`],
    });
    expect(saved).toMatchObject({
      decision: 'accept',
      hidden: expect.arrayContaining([name]),
      band: 'private',
    });
    const { items } = await s.agent.recall('spaces or tabs', { tokens: 400 });
    expect(items.map(({ line }) => line)).toEqual([
      expect.stringMatching(/prefers spaces over tabs\. .*\[.*, hidden\]/u),
    ]);
    for (const path of await s.files())
      expect([path, (await s.read(path)).includes(value)]).toEqual([path, false]);
  },
);

it('a turn with a credential is recorded without it, and makes no memory of the turn secret', async () => {
  await using s = await setupAgent();
  const session = await s.agent.session({ id: 'talk' });
  await session.append([
    {
      role: 'user',
      content: `I prefer spaces over tabs.\n\nThe deploy key is ${AWS}, oh sorry, forget that.\n\nMy card is 4111 1111 1111 1111.`,
    },
  ]);
  const saved = await session.remember({
    content: 'The user prefers spaces over tabs.',
    quote: 'I prefer spaces over tabs',
  });
  expect(saved).toMatchObject({ decision: 'accept', grounding: 'own_words', trust: 0.7, band: 'private' });
  const { items } = await (await s.agent.session()).recall('tabs or spaces', { tokens: 400 });
  expect(items[0]?.line).toBe('The user prefers spaces over tabs.');
  expect(JSON.stringify(items)).not.toContain('4111');
  for (const path of await s.files())
    expect([path, (await s.read(path)).includes(AWS)]).toEqual([path, false]);
});

it.each([
  ['a value before its label', { content: 'Moonh0rse!8 is the password of Harbor, and Ann keeps it.' }],
  ['a value below its heading', { content: 'Ann keeps this of Harbor.\n\n## Password\n\nmoonh0rse8' }],
  ['a value below its label', { content: 'Ann keeps it:\n\nWifi password\n- moonh0rse8' }],
])('writes no password: %s', async (_, given) => {
  await using s = await setupAgent();
  const saved = await s.agent.remember(given);
  expect(saved.hidden).toEqual(['password']);
  for (const path of await s.files())
    expect([path, (await s.read(path)).toLowerCase().includes('moonh0rse')]).toEqual([path, false]);
});

it('calls a memory secret whose entity is the label of its content', async () => {
  await using s = await setupAgent();
  const saved = await s.agent.remember({ content: 'moonh0rse8', entity: 'password of Ann' });
  expect(saved.band).toBe('secret');
});
