import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { stateOf } from '../testing-fixtures/state-of.ts';
import { ticking } from '../testing-fixtures/ticking.ts';
import { emptyTrash, findOldTrash } from './empty-trash.ts';

const RELAY = 'The relay of Harbor runs in Lisbon.';

type Setup = Awaited<ReturnType<typeof setupAgent>>;

async function saved(s: Setup, content: string, more: object = {}): Promise<string> {
  const { memoryId } = await (await s.agent.session()).remember({ content, ...more });
  return String(memoryId);
}

/** Every file except the log, with its bytes. */
async function bytesOf(s: Setup): Promise<Record<string, string>> {
  const paths = (await s.files()).filter((path) => !path.startsWith('.trash'));
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await s.read(path)])));
}

describe('consolidating', () => {
  it('asks about pairs that are near each other and that nobody settled, and decides none of them', async () => {
    await using s = await setupAgent({ now: ticking() });
    const kind = 'preference' as const;
    const tabs = await saved(s, 'The user prefers tabs over spaces.', { kind });
    await saved(s, 'The relay of Harbor runs in Lisbon.');
    const spaces = await saved(s, 'The user indents with spaces and not with tabs.', { kind });
    await saved(s, 'Invoices go out on the first working day of a month.');
    const { steps, asks } = await s.agent.consolidate();
    expect(steps).toEqual([]);
    expect(asks).toEqual([[spaces, tabs]]);
    await s.agent.supersede(tabs, { by: spaces });
    expect((await s.agent.consolidate({ dryRun: true })).asks).toEqual([]);
  });

  it('folds what is said twice into the oldest, tells it first, does nothing the second time, and is undone byte for byte', async () => {
    await using s = await setupAgent({ now: ticking() });
    const talk = async (content: string) => {
      const session = await s.agent.session();
      await session.append([{ role: 'user', content }]);
      return String((await session.remember({ content, quote: content })).memoryId);
    };
    const [first, second, third] = [await talk(RELAY), await talk(RELAY), await talk(RELAY)];
    const other = await saved(s, 'Atlas supports offline sync.');
    const [before, stood] = [await bytesOf(s), await stateOf(s.agent)];
    const planned = await s.agent.consolidate({ dryRun: true });
    expect(planned).toMatchObject({
      batch: null,
      steps: [{ pass: 'merge', code: 'merged', notes: [first, second, third] }],
    });
    expect(await bytesOf(s)).toEqual(before);
    const done = await s.agent.consolidate();
    expect({ ...done, batch: null }).toEqual(planned);
    const standing = (await s.agent.list()).memories.map(({ memoryId, trust }) => [memoryId, trust]);
    expect(standing.sort()).toEqual(
      [
        [first, 1],
        [other, 0.7],
      ].sort(),
    );
    const [merged] = await s.agent.get([first]);
    expect(merged?.evidence.map(({ quote, intact }) => [quote, intact])).toEqual([
      [RELAY, true],
      [RELAY, true],
      [RELAY, true],
    ]);
    const log = await readFile(join(s.root, '_learning.md'), 'utf8');
    expect(await s.agent.consolidate()).toMatchObject({ batch: null, steps: [], left: [] });
    expect(await readFile(join(s.root, '_learning.md'), 'utf8')).toBe(log);
    await s.agent.rollback({ batch: String(done.batch) });
    expect(await bytesOf(s)).toEqual(before);
    expect(await stateOf(s.agent)).toEqual(stood);
  });

  it.each([
    ['The price of the Quay plan is 49 EUR.', 'The price of the Quay plan is 59 EUR.'],
    ['The end of the Quay plan is 2026-05-01.', 'The end of the Quay plan is 2026-06-01.'],
  ])(
    'decides a dispute by what another session said since, leaves one that nothing decides, and is undone',
    async (one, other) => {
      await using s = await setupAgent({ now: ticking() });
      const since = { validFrom: '2026-03' };
      const older = await saved(s, one, since);
      const newer = await saved(s, other, since);
      const open = [
        await saved(s, 'The price of the Mole plan is 7 EUR.', since),
        await saved(s, 'The price of the Mole plan is 9 EUR.', since),
      ];
      // As if from another machine: the same words in a separate session, a day later.
      const last = 'mem_zzzzzzzzzzzz';
      const path = (await s.files()).find((each) => each.includes(newer.slice(4))) ?? '';
      const text = (await s.read(path))
        .replace(newer, last)
        .replace(/conv_[0-9a-z]{12}/u, 'conv_zzzzzzzzzzzz')
        .replace(/created: \S+/u, 'created: 2026-11-24T08:00:00Z');
      await writeFile(join(s.root, path.replace(newer.slice(4), last.slice(4))), text);
      await s.agent.memory.index();
      const statusOf = async (ids: readonly string[]) => (await s.agent.get(ids)).map(({ status }) => status);
      expect(await statusOf([older, ...open])).toEqual(['contested', 'contested', 'contested']);
      const before = await bytesOf(s);
      const { batch, steps } = await s.agent.consolidate();
      expect(steps).toEqual([{ pass: 'resolve', code: 'said_since', notes: [last, older] }]);
      expect(await statusOf([older, last, ...open])).toEqual([
        'superseded',
        'current',
        'contested',
        'contested',
      ]);
      expect(await s.agent.consolidate()).toMatchObject({ batch: null, steps: [] });
      await s.agent.close();
      await rm(join(s.root, '.memora'), { recursive: true });
      const anew = await s.reopen();
      await anew.memory.index();
      expect((await anew.get([older, last])).map(({ status }) => status)).toEqual(['superseded', 'current']);
      await anew.rollback({ batch: String(batch) });
      expect(await bytesOf(s)).toEqual(before);
      expect((await anew.get([older])).map(({ status }) => status)).toEqual(['contested']);
    },
  );

  it('keeps apart what differs in a figure, a name, its trust or its validity, and what was said again after it had been replaced', async () => {
    await using s = await setupAgent({ now: ticking() });
    for (const content of ['The crane of Harbor lifts 12 tons.', 'The crane of Harbor lifts 13 tons.'])
      await saved(s, content);
    await saved(s, 'Rosa likes to drink black tea at work.');
    await saved(s, 'Rosa likes to drink green tea at work.');
    await saved(s, RELAY);
    const session = await s.agent.session();
    await session.append([{ role: 'user', content: RELAY }]);
    await session.remember({ content: RELAY, quote: RELAY });
    for (const euros of [40, 50, 40]) await saved(s, `The budget of the Harbor roadmap is ${euros} EUR.`);
    const before = await bytesOf(s);
    expect(await s.agent.consolidate()).toMatchObject({ batch: null, steps: [] });
    expect(await bytesOf(s)).toEqual(before);
  });

  it('takes out what is over and what nobody confirmed in 90 days, archives old days, and puts all of it back', async () => {
    let at = Date.parse('2026-01-10T10:00:00Z');
    await using s = await setupAgent({
      now: () => {
        at += 60_000;
        return new Date(at);
      },
      policy: { timeZone: 'UTC', maxSavesPerSession: null },
    });
    const over = await saved(s, 'The office of Harbor is closed.', { validUntil: '2026-03' });
    const still = await saved(s, 'The archive of Harbor is open.', { validUntil: '2026' });
    const held = await saved(s, 'Always deploy on Fridays after lunch.', { kind: 'procedure' });
    await (await s.agent.session()).note('Ada called.');
    at = Date.parse('2026-03-31T23:00:00Z');
    const waits = await saved(s, 'Never restart the relay before noon.', { kind: 'procedure' });
    expect((await s.agent.consolidate({ dryRun: true })).steps).toEqual([]);
    const before = await bytesOf(s);
    at = Date.parse('2026-04-12T00:00:00Z');
    const { batch, steps } = await s.agent.consolidate();
    expect(steps.map(({ code, notes }) => [code, ...notes]).sort()).toEqual(
      [
        ['ended', over],
        ['unconfirmed', held],
        ['archived', 'daily_2026-01-10'],
      ].sort(),
    );
    const ids = async () => (await s.agent.list()).memories.map(({ memoryId }) => memoryId).sort();
    expect(await ids()).toEqual([still, waits].sort());
    expect(await s.files()).toContain('episodic/daily/archive/2026-01-10.md');
    await s.agent.rollback({ batch: String(batch) });
    expect(await bytesOf(s)).toEqual(before);
    expect(await ids()).toHaveLength(4);
  });

  it.each([
    ['0', []],
    ['30', ['daily_2026-01-10']],
  ])(
    'with memory.daily_keep_days = %s, moves these notes of days after two months: %j',
    async (days, moved) => {
      let at = Date.parse('2026-01-10T10:00:00Z');
      await using s = await setupAgent({
        env: { MEMORA_MEMORY_DAILY_KEEP_DAYS: days, MEMORA_CONFIG_DIR: '/nonexistent' },
        now: () => new Date(at),
        policy: { timeZone: 'UTC' },
      });
      await (await s.agent.session()).note('Ada called.');
      at = Date.parse('2026-03-10T10:00:00Z');
      const archived = async () =>
        (await s.agent.consolidate()).steps.flatMap(({ code, notes }) => (code === 'archived' ? notes : []));
      expect(await archived()).toEqual(moved);
      at = Date.parse('2027-03-10T10:00:00Z');
      expect(await archived()).toEqual([]);
    },
  );

  it('marks what lost its evidence, files what is about something else now, and leaves what a person changed since', async () => {
    await using s = await setupAgent({ now: ticking() });
    const session = await s.agent.session();
    await session.append([{ role: 'user', content: RELAY }]);
    const quoted = String((await session.remember({ content: RELAY, quote: RELAY })).memoryId);
    const twice = [
      await saved(s, 'Atlas supports offline sync.'),
      await saved(s, 'Atlas supports offline sync.'),
    ];
    const moved = await saved(s, 'The archive of Harbor is in Oslo.', { entity: 'Harbor' });
    const pathOf = async (id: string) =>
      (await s.files()).find((path) => !path.startsWith('.') && path.includes(id.slice(4))) ?? '';
    const edit = async (path: string, from: string, to: string) =>
      writeFile(join(s.root, path), (await s.read(path)).replace(from, to));
    await edit(await pathOf(moved), 'entity: "Harbor"', 'entity: "Oslo"');
    const [talk = ''] = (await s.files()).filter((path) => path.startsWith('episodic/conversations/'));
    await edit(talk, 'Lisbon', 'Madrid');
    const { batch, steps } = await s.agent.consolidate();
    expect(steps.map(({ code, notes }) => [code, ...notes])).toEqual([
      ['merged', ...twice],
      ['evidence_gone', quoted],
      ['filed', moved],
    ]);
    expect((await s.agent.get([quoted]))[0]?.status).toBe('stale');
    expect(await pathOf(moved)).toMatch(/^semantic\/memory\/oslo\//u);
    expect(await s.agent.consolidate()).toMatchObject({ batch: null, steps: [] });
    await edit(await pathOf(twice[0] as string), 'Atlas', 'Titan');
    await s.agent.memory.index();
    const undone = await s.agent.rollback({ batch: String(batch) });
    expect(undone.returns).toEqual([twice[1]]);
    expect(await s.read(await pathOf(twice[0] as string))).toContain('Titan');
  });

  it('lets one of two that begin at once work, and leaves what changes while it reads', async () => {
    await using s = await setupAgent({ now: ticking() });
    const ids = [
      await saved(s, RELAY),
      await saved(s, RELAY),
      await saved(s, 'Atlas supports offline sync.'),
    ];
    const other = await s.reopen();
    const both = await Promise.all([s.agent.consolidate(), other.consolidate()]);
    const steps = both.flatMap((each) => each.steps);
    expect(steps).toMatchObject([{ code: 'merged', notes: ids.slice(0, 2) }]);
    expect(both.filter(({ batch }) => batch !== null)).toHaveLength(1);
    expect((await s.agent.log({ operation: 'merge' })).entries).toHaveLength(1);
  });

  it('empties the trash of what is older than the settings say, and of nothing else', async () => {
    let at = Date.parse('2026-01-10T10:00:00Z');
    await using s = await setupAgent({ now: () => new Date(at) });
    const old = await saved(s, RELAY);
    await s.agent.forget(old, { reason: 'x' });
    at = Date.parse('2026-02-10T10:00:00Z');
    const young = await saved(s, 'Atlas supports offline sync.');
    await s.agent.forget(young, { reason: 'x' });
    const { entries } = await s.agent.log();
    const found = findOldTrash(s.root, entries, 20, new Date(at));
    expect(found.map((path) => path.slice(-15, -3))).toEqual([old.slice(4)]);
    expect(findOldTrash(s.root, entries, 0, new Date(at))).toEqual([]);
    emptyTrash(s.root, found);
    await expect(s.agent.restore(old)).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
    expect(await s.agent.restore(young)).toMatchObject({ restored: young });
  });
});
