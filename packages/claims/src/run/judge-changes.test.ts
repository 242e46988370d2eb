import { toSpan } from '@memora/core';
import { expect, it } from 'vitest';
import type { OpenOlderSearch } from '../relate/changes/change-relation.ts';
import { changeIndex } from '../store/changes/change-index.ts';
import { type Behaviour, startModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { judgeChanges } from './judge-changes.ts';

const DAYS = ['2025-01-01', '2025-02-01', '2025-03-01', '2025-04-01', '2025-05-01'] as const;
const WHOLE = toSpan(0, 10_000);

/** Finds the note before each note, as a whole. */
const openSearch: OpenOlderSearch = (order) => ({
  visibleSpans: () => [WHOLE],
  find: ({ note }) => {
    const before = order[order.indexOf(note) - 1];
    return before === undefined ? [] : [[{ note: before, span: WHOLE, claim: null }]];
  },
});

/** Says that each month's rent replaces the previous month's. */
const knows: Behaviour = ({ prompt }) => {
  const rents = [...prompt.matchAll(/^\[(?:\d+|new)\] .*(The rent is \d+ EUR\.)/gmu)].map(([, rent]) => rent);
  const newest = rents.at(-1);
  const old = rents.findIndex((rent) => rent !== newest) + 1;
  const change = { old, relation: 'replaces', old_quote: rents[old - 1], new_quote: newest };
  const changes = old === 0 ? [] : [change];
  return JSON.stringify({ changes });
};

const refuses: Behaviour = (_, response) => {
  response.writeHead(429, { 'content-type': 'application/json' });
  response.end('{"error":{"message":"slow down"}}');
  return undefined;
};

const dies: Behaviour = (_, response) => {
  response.destroy();
  return undefined;
};

it.each([
  ['takes no more requests', refuses, 'MODEL_RATE_LIMITED'],
  ['dies', dies, 'MODEL_UNAVAILABLE'],
] as const)(
  'keeps what was judged before the model %s, names the note, and asks the rest alone again',
  async (_, fails, code) => {
    await using t = await setupVault(
      Object.fromEntries(DAYS.map((day, i) => [`${day}.md`, `The rent is ${900 + i} EUR.\n`])),
      { indexes: [changeIndex] },
    );
    await t.index();
    await using server = await startModelServer(knows, knows, fails);
    const judge = () =>
      judgeChanges(t.store, {
        vault: t.vault,
        model: server.model,
        place: 'loopback',
        openSearch,
        parallelism: 1,
        retries: 0,
        backoffMs: 1,
      });
    const first = await judge();
    expect(first.found).toEqual({ replaces: 2 });
    expect(first.failures.map(({ note }) => note)).toContain('2025-04-01.md');
    expect(new Set(first.failures.map((failure) => failure.code))).toEqual(new Set([code]));
    const asked = server.requests.length;
    server.behave(knows);
    const second = await judge();
    expect(second).toMatchObject({ found: { replaces: 2 }, failures: [], left: 0 });
    expect(server.requests.length - asked).toBe(2);
    expect((await judge()).requests).toBe(0);
  },
);
