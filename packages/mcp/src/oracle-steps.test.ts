import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Memory } from '@memora/engine';
import { countSteps, type StepCounter } from '@memora/testing-fixtures/count-steps';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { ORACLE_SIDES, oracleNotes } from '@memora/testing-fixtures/oracle-notes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';

type Side = (typeof ORACLE_SIDES)[number];

/** One time for all notes, because the test does not depend on when they were written. */
const DAY = new Date('2026-11-20');
/** Questions whose words are hidden on one side, hidden on another, or in neither. */
const QUESTIONS = [
  'What is the gateway pin 4711?',
  'What is the gateway pin 8630?',
  'Who is Oskar?',
  'What happened to the gateway on 2019-07-09?',
];
const GUESSES = ['The gateway pin is 4711 since 1987-06-05.', 'The gateway pin is 8630 since 2019-11-28.'];
/**
 * A secret is parsed like any text and costs as much as its length, whatever is asked. Compiled code also
 * counts some blocks less often.
 */
const NOISE = 0.015;
/** For one vault, a right guess and a wrong one of the same length. */
const NOISE_OF_GUESSES = 0.004;
/** The first runs load code and fill caches. */
const WARM = 1;
const ROUNDS = 3;

let counter: StepCounter;
beforeAll(async () => {
  counter = await countSteps();
});
afterAll(() => counter[Symbol.asyncDispose]());

/** The steps of each call by name: the median of three counts. */
async function costs(side: Side, act: 'a client' | 'the owner'): Promise<ReadonlyMap<string, number>> {
  await using vault = await setupVault({ 'first.md': '# First\n' });
  for (const [path, text] of Object.entries(oracleNotes(side))) {
    const full = join(vault.vault, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, text);
    await utimes(full, DAY, DAY);
  }
  // Loaded after counting began, so that blocks are counted instead of only functions.
  const { openMemory } = await import('@memora/engine');
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  await memory.index();
  const work = act === 'a client' ? await asClient(memory) : asOwner(memory);
  const counted = new Map<string, number>();
  for (const [name, run] of work) {
    const counts: number[] = [];
    for (let round = 0; round < WARM + ROUNDS; round++) {
      // Steps since the last count do not belong to the call.
      await counter.count(() => undefined);
      counts.push(await counter.count(run));
    }
    counted.set(name, counts.slice(WARM).sort((a, b) => a - b)[1] ?? 0);
  }
  return counted;
}

/** Every tool call that depends on a question or a guess. */
async function asClient(memory: Memory): Promise<ReadonlyMap<string, () => unknown>> {
  const { createToolService } = await import('./protocol/tool-service.ts');
  const service = createToolService({ memory: async () => memory, toolset: 'all', log: () => undefined });
  const context = {
    signal: new AbortController().signal,
    progress: () => undefined,
    notesChanged: () => undefined,
  };
  const { claims } = await memory.claims.listClaims({ limit: 1_000 });
  const secret = claims
    .filter(({ band, notePath }) => band === 'secret' && notePath === 'projects/gateway.md')
    .sort((a, b) => a.span.start - b.span.start)
    .slice(0, 3);
  const inputs: [string, Record<string, unknown>][] = [
    ...QUESTIONS.flatMap((query): [string, Record<string, unknown>][] => [
      ['memora_query', { query, k: 50 }],
      ['memora_query', { query, as_of: '2019-07-09' }],
      ['memora_query_cited', { query }],
    ]),
    ...secret.flatMap(({ id }) => [
      ['memora_verify_claim', { claim_id: id }] as [string, Record<string, unknown>],
      ...GUESSES.map((guess): [string, Record<string, unknown>] => [
        'memora_verify_answer',
        { text: `${guess} [claim:${id}]` },
      ]),
    ]),
  ];
  return new Map(
    inputs.map(([name, input], i) => [`${i} ${name}`, () => service.callTool(name, input, context)]),
  );
}

/** The same questions from a caller who may read everything. */
function asOwner(memory: Memory): ReadonlyMap<string, () => unknown> {
  return new Map(QUESTIONS.map((query, i) => [`${i} ask`, () => memory.ask(query)]));
}

/** The cost of each call in each vault. */
async function countSides(act: 'a client' | 'the owner'): Promise<readonly ReadonlyMap<string, number>[]> {
  // The first vault pays for loading.
  await costs('says the same', act);
  const all: ReadonlyMap<string, number>[] = [];
  for (const side of everyNth(ORACLE_SIDES, 2)) all.push(await costs(side, act));
  return all;
}

/** How much the most expensive exceeds the cheapest. */
const apart = (counts: readonly number[]): number => Math.max(...counts) / Math.min(...counts) - 1;

/** The same call in each of the vaults. */
function acrossSides(all: readonly ReadonlyMap<string, number>[]): (readonly [string, number])[] {
  return [...(all[0]?.keys() ?? [])].map((name) => [name, apart(all.map((side) => side.get(name) ?? 0))]);
}

it('a client’s questions and guesses cost the same work whatever the secrets of a vault say', async () => {
  const all = await countSides('a client');
  const across = acrossSides(all);
  expect(across.length).toBe(QUESTIONS.length * 3 + 9);
  expect(across.filter(([, by]) => by > NOISE)).toEqual([]);
  // Two guesses about one claim are adjacent, and so are the questions with the right and the wrong figure.
  for (const side of all) {
    const counts = [...side].filter(([name]) => name.endsWith('memora_verify_answer'));
    const pairs = counts.flatMap(([name, count], i) =>
      i % 2 === 0 ? [[name, apart([count, counts[i + 1]?.[1] ?? 0])] as const] : [],
    );
    expect(pairs.length).toBe(3);
    expect(pairs.filter(([, by]) => by > NOISE_OF_GUESSES)).toEqual([]);
  }
});

it('and the measure would notice: the owner’s answers, which may hold secrets, cost what they hold', async () => {
  const across = acrossSides(await countSides('the owner'));
  expect(across.filter(([, by]) => by > 3 * NOISE).length).toBeGreaterThan(0);
});
