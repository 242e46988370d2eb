import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim, StoredNote } from '@memora/claims';
import { expect, it } from 'vitest';
import { checkMemories } from './check-memories.ts';

const ROOT = join(tmpdir(), 'no-such-vault');
const NOW = new Date('2026-11-24T08:00:00Z');
const pathOf = (n: number, room = 'semantic') => `${room}/memory/fact/x-${String(n).padStart(12, '0')}.md`;
const idOf = (n: number) => `mem_${String(n).padStart(12, '0')}`;

function storeOf(memories: readonly { room?: string; claim?: string; note?: string; since?: string }[]) {
  const notes = memories.map(({ room, note = 'active', since = '2026-11-01T00:00:00Z' }, n) => ({
    ...{ path: pathOf(n, room), noteId: idOf(n), status: note, firstSeen: since },
  })) as unknown as StoredNote[];
  const claims = memories.map(({ room, claim = 'current' }, n) => ({
    ...{ notePath: pathOf(n, room), noteId: idOf(n), status: claim },
  })) as unknown as Claim[];
  return { notes: async () => notes, listClaims: async () => ({ claims, next: null }) };
}

const access = (last: Readonly<Record<string, string>> = {}) => ({
  read: async (ids: readonly string[]) =>
    new Map(
      ids.flatMap((id) => (last[id] === undefined ? [] : [[id, { count: 1, first: '', last: last[id] }]])),
    ) as never,
  lastTaken: async () => null,
});

it('says nothing of a vault without memories, and that all is well where nothing wants a look', async () => {
  expect(await checkMemories(storeOf([]), { access: access(), now: NOW, vaultRoot: ROOT })).toEqual([]);
  expect(await checkMemories(storeOf([{}]), { access: access(), now: NOW, vaultRoot: ROOT })).toMatchObject([
    { name: 'memories', status: 'ok' },
  ]);
});

it('counts what is held, stale and never recalled in a year, and proposes to roll back a source that is contradicted often', async () => {
  const bad = { room: 'external/mem0', claim: 'contested' };
  const all = [
    ...[
      { note: 'archived' },
      { claim: 'stale' },
      { since: '2025-01-01T00:00:00Z' },
      { since: '2025-01-01T00:00:00Z' },
    ],
    ...[bad, bad, bad, bad, { ...bad, claim: 'superseded' }, { ...bad, claim: 'current' }],
    // Contradicted rarely, or with only a few statements.
    ...[{ room: 'external/zep', claim: 'contested' }, { room: 'external/zep' }],
  ];
  const checks = await checkMemories(storeOf(all), {
    access: access({ [idOf(3)]: '2026-10-01T00:00:00Z' }),
    now: NOW,
    vaultRoot: ROOT,
  });
  expect(checks.map(({ status, detail }) => [status, detail])).toEqual([
    ['warning', "1 memory waits for a person's confirmation"],
    ['warning', '1 memory has lost its evidence'],
    ['warning', '1 memory was not recalled in a year'],
    ['warning', '5 of 6 memories of mem0 are contradicted or replaced'],
  ]);
  expect(checks.at(-1)?.remedy).toContain('memora memory rollback --dry-run --source mem0');
});
