import { expect, it } from 'vitest';
import type { Session } from '../session/session.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';

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
  // The rollback is undone completely.
  await s.agent.rollback({ batch: String(done.batch) });
  expect((await s.agent.list()).memories.map(({ text }) => text)).toEqual([
    'The pump of Harbor runs at forty bar.',
  ]);
});

it('takes back the links of a session from what is decided again, and keeps those of others', async () => {
  await using s = await setupAgent({ now: ticking() });
  const save = async (session: Session, content: string) =>
    String((await session.remember({ content })).memoryId);
  const good = await s.agent.session({ id: 'good' });
  const budget = 'The budget of the Harbor roadmap is 4000 EUR.';
  const crane = await save(good, 'The crane of Harbor lifts forty tons.');
  const relay = await save(good, 'The relay of Harbor runs in Lisbon.');
  const bad = await s.agent.session({ id: 'bad' });
  await save(bad, budget);
  // Decided by what falls.
  const own = await save(await s.agent.session(), budget);
  await (await s.agent.session()).supersede(crane, { by: own });
  await bad.supersede(relay, { by: own });
  const state = async () =>
    (await s.agent.get([crane, relay, own])).map(({ status, supersedes }) => [status, supersedes]);
  const before = await state();
  expect(before.map(([status]) => status)).toEqual(['superseded', 'superseded', 'current']);
  const { stands, returns } = await s.agent.rollback({ session: 'bad' });
  expect([stands, returns]).toEqual([[own], [relay]]);
  expect(await state()).toEqual([
    ['superseded', null],
    ['current', null],
    ['current', crane],
  ]);
  // A later rollback does not restore the link.
  await s.agent.rollback({ session: 'good' });
  expect((await s.agent.get([own])).map(({ status }) => status)).toEqual(['current']);
});

it('brings back what was forgotten since a time, and takes back the links and lines of days since then', async () => {
  const now = ticking();
  await using s = await setupAgent({ now });
  const save = async (content: string) => String((await s.agent.remember({ content })).memoryId);
  const crane = await save('The crane of Harbor lifts forty tons.');
  const relay = await save('The relay of Harbor runs in Lisbon.');
  const newer = await save('The relay of Harbor runs in Porto since the move.');
  const gone = await save('The gate of Harbor opens at six.');
  await s.agent.forget(gone, { reason: 'wrong' });
  const [before, since] = [await standing(), now().toISOString()];
  await s.agent.forget(crane, { reason: 'told to' });
  await s.agent.supersede(relay, { by: newer });
  await (await s.agent.session()).note('The crane was taken down.');
  const done = await s.agent.rollback({ since });
  expect([done.falls, done.returns, done.dailyLines]).toEqual([[], [crane, relay].sort(), 1]);
  expect(await standing()).toEqual(before);
  const later = now().toISOString();
  await s.agent.rollback({ batch: String(done.batch) });
  expect((await standing()).map(([id]) => id)).not.toContain(crane);
  // Undoing a rollback is not a forget operation of that time.
  expect((await s.agent.rollback({ since: later }, { dryRun: true })).returns).toEqual([]);

  async function standing() {
    const { memories } = await s.agent.list();
    return memories.map(({ memoryId, status }) => [memoryId, status]).sort();
  }
});
