import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryDetail } from '@memora/agent-memory';
import { expect, it } from 'vitest';
import { bridgeError } from '../../bridge-error.ts';
import type { RemoteMemory } from '../remote-memory.ts';
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
    // Somebody looks every half an hour, each time another process.
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
