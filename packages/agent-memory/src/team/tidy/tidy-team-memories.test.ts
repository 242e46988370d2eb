import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { tidyTeamMemories } from './tidy-team-memories.ts';

type Scope = Parameters<typeof tidyTeamMemories>[0];

const root = mkdtempSync(join(tmpdir(), 'memora-tidy-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** This many memories of one principal, and how often each part of the scope was read. */
function scopeOf(count: number, bodyOf: (i: number) => string, line = '') {
  const asked = { read: 0, claims: 0, edges: 0 };
  const batches: number[] = [];
  const rows = Array.from({ length: count }, (_, i) => {
    const id = `mem_${i.toString(36).padStart(12, '0')}`;
    const note = `---\nid: ${id}\ntype: semantic\nkind: fact\nsource: agent\nprivacy: private\n${line}created: 2026-01-01T00:00:00Z\n---\n${bodyOf(i)}\n`;
    const read = () => {
      asked.read++;
      return Buffer.from(note);
    };
    const path = `semantic/memory/fact/said-${id.slice(4)}.md`;
    return { id, path, version: 1, author: 'ben', at: '2026-01-01T00:00:00.000000Z', read };
  });
  const store = {
    listClaims: async () => {
      const claim = { id: `claim_${asked.claims++}`, status: 'current', trust: 0.7 };
      return { claims: [claim] };
    },
    edges: async () => {
      asked.edges++;
      return [];
    },
    resolveLedger: async () => [],
  };
  const memories = {
    list: async () => rows,
    retire: async (some: readonly unknown[]) => {
      batches.push(some.length);
    },
  };
  const scope = { root, store, pages: [], memories, now: new Date('2026-11-30') } as unknown as Scope;
  return { scope, asked, batches };
}

it('asks nothing about memories that say different things', async () => {
  const { scope, asked, batches } = scopeOf(600, (i) => `The relay of Harbor runs on port ${i}.`);
  expect((await tidyTeamMemories(scope)).counts).toEqual({ duplicates: 0 });
  expect(asked).toEqual({ read: 600, claims: 0, edges: 0 });
  expect(batches).toEqual([]);
});

it.each([
  ['are over', 'valid_until: "2025-03"\n'],
  ['say the same', ''],
])(
  'takes out so many of those that %s, a few at a time, and asks nothing about the rest',
  async (_, line) => {
    const { scope, asked, batches } = scopeOf(2_200, () => 'The office of Harbor is closed.', line);
    const { counts } = await tidyTeamMemories(scope);
    expect(counts['waiting']).toBeGreaterThan(0);
    expect(batches).toEqual(Array.from({ length: 40 }, () => 50));
    expect(asked.claims).toBeLessThanOrEqual(2_002);
  },
);

it.each([
  ['reads them', '', (i: number) => `The relay of Harbor runs on port ${i}.`],
  ['takes out those that are over', 'valid_until: "2025-03"\n', () => 'The office of Harbor is closed.'],
  ['compares them', '', () => 'The office of Harbor is closed.'],
])('lets other work of its thread go on while it %s', async (_, line, bodyOf) => {
  const { scope } = scopeOf(800, bodyOf, line);
  let [turns, isDone] = [0, false];
  const tidying = tidyTeamMemories(scope).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await turn();
    turns++;
  }
  await tidying;
  // Each loop yields after sixteen memories.
  expect(turns).toBeGreaterThanOrEqual(bodyOf(1) === bodyOf(2) ? 100 : 50);
});

it.each([
  ['reads', 'read', 400],
  ['takes out', 'claims', 400],
] as const)('ends at a signal while it %s', async (_, part, at) => {
  const ended = new AbortController();
  const { scope, asked } = scopeOf(
    1_600,
    () => 'The office of Harbor is closed.',
    'valid_until: "2025-03"\n',
  );
  const tidying = tidyTeamMemories({ ...scope, signal: ended.signal }).catch((error: unknown) => error);
  while (asked[part] < at) await turn();
  ended.abort();
  expect(await tidying).toBe(ended.signal.reason);
  expect(asked[part]).toBeLessThan(at + 50);
});
