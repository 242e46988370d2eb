import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryDetail } from '@memora/agent-memory';
import { expect, it } from 'vitest';
import { bridgeError } from '../../bridge-error.ts';
import type { RemoteMemory, RemoteWrite } from '../remote-memory.ts';
import { drainWrites } from './drain-writes.ts';
import { type JournalLine, openJournal } from './open-journal.ts';

const place = { bands: new Set(['public'] as const) };
const detailOf = (memoryId: string) =>
  ({
    memoryId,
    text: `Fact ${memoryId}.`,
    kind: 'fact',
    entity: null,
    source: 'agent',
    held: null,
    band: 'public',
    status: 'current',
  }) as unknown as MemoryDetail;
const agent = { get: async (ids: readonly string[]) => ids.map(detailOf) };
const ids = Array.from({ length: 40 }, (_, i) => `mem_${String(i).padStart(12, '0')}`);

async function inFolder(run: (root: string) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'journal-'));
  try {
    await run(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

it('keeps all of it in its order through a week offline, tries ever more rarely, and gives nothing up', () =>
  inFolder(async (root) => {
    const saved: string[] = [];
    let isAway = true;
    let tries = 0;
    const remote = {
      isIdempotent: true,
      atOnce: 1,
      save: async ({ key }: { key: string }) => {
        tries++;
        if (isAway) throw bridgeError('BRIDGE_AWAY', 'It is away.', 'Wait.');
        saved.push(key);
        return key;
      },
      find: async () => null,
      remove: async () => undefined,
    } as unknown as RemoteMemory;
    const journal = await openJournal(root, 'other');
    journal.append(...ids.map((id) => ({ t: 'want' as const, id, op: 'save' as const })));
    const signal = new AbortController().signal;
    const start = Date.parse('2026-11-01T00:00:00Z');
    // A check every half an hour, each time by another process.
    for (let minutes = 0; minutes < 7 * 24 * 60; minutes += 30) {
      const again = await openJournal(root, 'other');
      await drainWrites(again, {
        agent,
        place,
        remote: async () => remote,
        now: () => new Date(start + minutes * 60_000),
        signal,
      });
    }
    expect(tries).toBeLessThan(7 * 24 + 20);
    expect((await openJournal(root, 'other')).pending.size).toBe(ids.length);
    isAway = false;
    const back = await openJournal(root, 'other');
    const done = await drainWrites(back, {
      agent,
      place,
      remote: async () => remote,
      now: () => new Date(start + 8 * 86_400_000),
      signal,
    });
    expect(done).toMatchObject({ saved: ids.length, failed: 0, stopped: null });
    expect(saved).toEqual(ids);
  }));

it('reads a journal that a crash cut anywhere, and is the same after it was written anew', () =>
  inFolder(async (root) => {
    const journal = await openJournal(root, 'other');
    const path = join(root, '.memora', 'bridge', 'other.jsonl');
    for (let round = 0; round < 60; round++)
      journal.append(
        ...ids.flatMap((id): JournalLine[] =>
          round % 2 === 0
            ? [
                { t: 'want', id, op: 'save' },
                { t: 'try', id },
              ]
            : [{ t: 'done', id, op: 'save', remote: `r-${id}`, sum: 'abcd' }],
        ),
      );
    journal.append(
      { t: 'want', id: ids[3] ?? '', op: 'remove' },
      { t: 'read', line: 12 },
      { t: 'wait', until: 5, n: 2 },
    );
    const before = (await readFile(path, 'utf8')).length;
    const anew = await openJournal(root, 'other');
    expect((await readFile(path, 'utf8')).length).toBeLessThan(before / 10);
    for (const state of [anew, await openJournal(root, 'other')]) {
      expect([...state.written]).toEqual([...journal.written]);
      expect([...state.pending]).toEqual([...journal.pending]);
      expect([state.read(), state.wait()]).toEqual([12, { until: 5, times: 2 }]);
    }
    const whole = await readFile(path);
    for (let cut = whole.length - 1; cut > whole.length - 40; cut -= 7) {
      await truncate(path, cut);
      expect((await openJournal(root, 'other')).written.size).toBe(ids.length);
      await writeFile(path, whole);
    }
  }));

it('lets nothing go for good that the guard stops, and goes on with the others', () =>
  inFolder(async (root) => {
    const journal = await openJournal(root, 'other');
    journal.append(...ids.slice(0, 3).map((id) => ({ t: 'want' as const, id, op: 'save' as const })));
    const remote = {
      isIdempotent: true,
      atOnce: 1,
      find: async () => null,
      remove: null,
      save: async ({ key }: { key: string }) => {
        if (key === ids[1])
          throw Object.assign(bridgeError('BRIDGE_REFUSED', 'x', 'y'), { code: 'SECRET_IN_PAYLOAD' });
        return key;
      },
    } as unknown as RemoteMemory;
    const done = await drainWrites(journal, {
      agent,
      place,
      remote: async () => remote,
      now: () => new Date(0),
      signal: new AbortController().signal,
    });
    expect(done).toMatchObject({ saved: 2, failed: 1 });
    expect([...journal.pending].map(([id, { dead }]) => [id, dead])).toEqual([[ids[1], 'SECRET_IN_PAYLOAD']]);
  }));

/** Another system's memory that records its requests and answers after a moment. */
function noting(given: Partial<RemoteMemory> & { readonly refuses?: string }) {
  const [calls, there]: [string[][], string[]] = [[], []];
  let [now, most] = [0, 0];
  const take = async (keys: readonly string[]) => {
    calls.push([...keys]);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    if (given.refuses !== undefined && keys.includes(given.refuses))
      throw bridgeError('BRIDGE_REFUSED', 'x', 'y');
    there.push(...keys);
  };
  const remote = {
    isIdempotent: true,
    atOnce: 1,
    find: async () => null,
    save: async ({ key }: RemoteWrite) => {
      await take([key]);
      return key;
    },
    remove: async (_: string, _signal: AbortSignal, key: string) => {
      there.splice(0, there.length, ...there.filter((each) => each !== key));
    },
    ...given,
    ...(given.saveMany === undefined
      ? {}
      : {
          saveMany: async (writes: readonly RemoteWrite[]) => {
            await take(writes.map(({ key }) => key));
            return writes.map(({ key }) => key);
          },
        }),
  } as unknown as RemoteMemory;
  return { remote, calls, there, most: () => most };
}

const portsOf = (remote: RemoteMemory, detail = agent) => ({
  agent: detail,
  place,
  remote: async () => remote,
  now: () => new Date(0),
  signal: new AbortController().signal,
});
const many = Array.from({ length: 200 }, (_, i) => `mem_${String(i).padStart(12, '0')}`);

it('writes what is new in few calls where several go in one, and each by itself where such a call is refused', () =>
  inFolder(async (root) => {
    const journal = await openJournal(root, 'other');
    let appends = 0;
    const counted = {
      ...journal,
      append: (...lines: readonly JournalLine[]) => {
        appends++;
        journal.append(...lines);
      },
    };
    journal.append(...many.map((id) => ({ t: 'want' as const, id, op: 'save' as const })));
    const { remote, calls, there } = noting({
      saveMany: async () => [],
      refuses: many[70] ?? '',
    });
    expect(await drainWrites(counted, portsOf(remote))).toMatchObject({ saved: 199, failed: 1 });
    expect([...there].sort()).toEqual(many.filter((id) => id !== many[70]));
    // Four calls for all, and one each for the 64 in the refused call.
    expect(calls.length).toBe(4 + 64);
    expect(appends).toBeLessThan(100);
    expect([...(await openJournal(root, 'other')).pending.keys()]).toEqual([many[70]]);
  }));

it('has as many calls under way as a memory takes at once, and one where nobody says that it takes more', () =>
  inFolder(async (root) => {
    for (const [name, atOnce] of [
      ['rest', 8],
      ['file', 1],
    ] as const) {
      const journal = await openJournal(root, name);
      journal.append(...many.map((id) => ({ t: 'want' as const, id, op: 'save' as const })));
      const { remote, there, most } = noting({ atOnce, isIdempotent: false });
      expect(await drainWrites(journal, portsOf(remote))).toMatchObject({ saved: many.length });
      expect([most(), there.length]).toEqual([atOnce, many.length]);
    }
  }));

it('takes out what was replaced once the new one stands there, in the same run', () =>
  inFolder(async (root) => {
    const [older = '', newer = '', other = ''] = many;
    for (const atOnce of [1, 8]) {
      const journal = await openJournal(root, `at-${atOnce}`);
      const { remote, there } = noting({ atOnce, isIdempotent: atOnce === 1 });
      journal.append({ t: 'want', id: older, op: 'save' });
      await drainWrites(journal, portsOf(remote));
      journal.append(
        { t: 'want', id: newer, op: 'save' },
        { t: 'want', id: older, op: 'remove', behind: newer },
        { t: 'want', id: other, op: 'save' },
      );
      const standing: string[][] = [];
      const { remove } = remote;
      const watched: RemoteMemory = {
        ...remote,
        remove: async (...given) => {
          standing.push([...there]);
          await remove?.(...given);
        },
      };
      expect(await drainWrites(journal, portsOf(watched))).toMatchObject({
        saved: 2,
        removed: 1,
        stopped: null,
      });
      expect(standing).toEqual([[older, newer]]);
      expect([...there].sort()).toEqual([newer, other]);
    }
  }));

it('asks for each of several that a lost connection left in doubt, and writes none of them twice', () =>
  inFolder(async (root) => {
    const journal = await openJournal(root, 'other');
    journal.append(...many.slice(0, 16).map((id) => ({ t: 'want' as const, id, op: 'save' as const })));
    const there: string[] = [];
    let isCut = true;
    const remote = {
      isIdempotent: false,
      atOnce: 8,
      find: async ({ key }: RemoteWrite) => (there.includes(key) ? { id: key, text: `Fact ${key}.` } : null),
      remove: null,
      save: async ({ key }: RemoteWrite) => {
        if (isCut && there.length % 2 === 1) throw bridgeError('BRIDGE_AWAY', 'x', 'y');
        there.push(key);
        if (isCut) throw bridgeError('BRIDGE_AWAY', 'x', 'y');
        return key;
      },
    } as unknown as RemoteMemory;
    expect(await drainWrites(journal, portsOf(remote))).toMatchObject({ saved: 0, stopped: 'BRIDGE_AWAY' });
    // One pause for all that failed together.
    expect(journal.wait().times).toBe(1);
    isCut = false;
    const again = await openJournal(root, 'other');
    expect(await drainWrites(again, { ...portsOf(remote), isForced: true })).toMatchObject({ saved: 16 });
    expect([...there].sort()).toEqual(many.slice(0, 16));
  }));
