import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const PLACES = ['Lisbon', 'Oslo', 'Bergen', 'Turin', 'Kyoto'];

it('counts the saves of a session in whichever process it goes on, and those at once too', async () => {
  await using s = await setupAgent();
  const open = async (id: string) => (await s.reopen({ policy: { maxSavesPerSession: 3 } })).session({ id });
  const first = await open('ada@example.com');
  const save = (session: typeof first, place: string) =>
    session.remember({ content: `The relay of ${place} harbour is painted green.` });
  expect(await save(first, 'Lisbon')).toMatchObject({ code: 'new', savesLeft: 2 });
  // Restarted, twice at the same time.
  const [second, third] = await Promise.all([open('ada@example.com'), open('ada@example.com')]);
  const said = await Promise.all([
    ...PLACES.slice(1, 3).map((place) => save(second, place)),
    ...PLACES.slice(3).map((place) => save(third, place)),
  ]);
  expect(said.map(({ code }) => code).sort()).toEqual(['new', 'new', 'rate_limited', 'rate_limited']);
  expect(await s.files()).toHaveLength(3);
  expect(await (await open('another')).remember({ content: 'Atlas supports offline sync.' })).toMatchObject({
    savesLeft: 2,
  });
  // The counter reveals nothing about whose session it was.
  expect((await s.read('.memora/use.db')).includes('ada@example')).toBe(false);
});

it('adds nothing where the session said it before it was restarted', async () => {
  await using s = await setupAgent();
  const content = 'The relay of Harbor runs in Lisbon.';
  const { memoryId } = await (await s.agent.session({ id: 'conv_0123456789ab' })).remember({ content });
  const again = await (await s.reopen()).session({ id: 'conv_0123456789ab' });
  expect(await again.remember({ content })).toMatchObject({ code: 'no_new_evidence', target: memoryId });
  expect(await (await s.agent.session()).remember({ content })).toMatchObject({ code: 'said_again' });
});

it('tells each agent once that a person changed MEMORY.md', async () => {
  await using s = await setupAgent();
  const begin = async (agent: string) => (await (await s.reopen({ agent })).session()).pinnedChanged;
  await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
  expect(await begin('one')).toBe(false);
  await sleep(10);
  await writeFile(join(s.root, 'MEMORY.md'), '- Ada likes tea.\n');
  expect(await begin('one')).toBe(true);
  expect(await begin('one')).toBe(false);
  expect(await begin('two')).toBe(false);
  await sleep(10);
  await writeFile(join(s.root, 'MEMORY.md'), '- Ada likes coffee.\n');
  expect(await Promise.all([begin('one'), begin('two')])).toEqual([true, true]);
});
