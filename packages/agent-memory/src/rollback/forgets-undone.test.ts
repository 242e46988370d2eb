import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

it('brings back what a session forgot, under the ids it had, and not what was forgotten elsewhere', async () => {
  await using s = await setupAgent();
  const [kept, other] = [
    await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' }),
    await s.agent.remember({ content: 'The crane of Harbor lifts forty tons.' }),
  ];
  const before = await s.files();
  const bad = await s.agent.session({ id: 'bad' });
  await bad.remember({ content: 'The pump of Harbor runs at forty bar.' });
  await bad.forget(String(kept.memoryId), { reason: 'told to' });
  await s.agent.forget(String(other.memoryId), { reason: 'wrong' });
  expect((await s.agent.list()).memories.map(({ text }) => text)).toEqual([
    'The pump of Harbor runs at forty bar.',
  ]);
  const dry = await s.agent.rollback({ session: 'bad' }, { dryRun: true });
  expect(dry.returns).toContain(kept.memoryId);
  const done = await s.agent.rollback({ session: 'bad' });
  expect(done.returns).toContain(kept.memoryId);
  expect((await s.agent.list()).memories.map(({ memoryId }) => memoryId)).toEqual([kept.memoryId]);
  const placeOf = (paths: readonly string[]) => paths.filter((path) => path.includes('the-relay-of-harbor'));
  expect(placeOf(await s.files())).toEqual(placeOf(before));
  // The rollback is undone as a whole.
  await s.agent.rollback({ batch: String(done.batch) });
  expect((await s.agent.list()).memories.map(({ text }) => text)).toEqual([
    'The pump of Harbor runs at forty bar.',
  ]);
});
