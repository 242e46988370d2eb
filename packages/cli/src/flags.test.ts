import { everyNth } from '@memora/testing-fixtures/every-nth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './program/command-table.ts';
import { CLAIMS_FLAGS } from './testing-fixtures/claims-flags.ts';
import { CONVERSATION_FLAGS } from './testing-fixtures/conversation-flags.ts';
import { type ExampleVault, openExampleVault } from './testing-fixtures/example-vault.ts';
import { FLAG_NOTES } from './testing-fixtures/flag-case.ts';
import { INGEST_FLAGS } from './testing-fixtures/ingest-flags.ts';
import { MEMORY_FLAGS } from './testing-fixtures/memory-flags.ts';
import { MODEL_FLAGS } from './testing-fixtures/model-flags.ts';
import { READING_FLAGS } from './testing-fixtures/reading-flags.ts';
import { ROLLBACK_FLAGS } from './testing-fixtures/rollback-flags.ts';
import { SERVING_FLAGS } from './testing-fixtures/serving-flags.ts';
import { SETUP_FLAGS } from './testing-fixtures/setup-flags.ts';
import { copyVault, setupVault, type TestVault } from './testing-fixtures/setup-vault.ts';
import { TEAM_FLAGS } from './testing-fixtures/team-flags.ts';
import { VERIFY_FLAGS } from './testing-fixtures/verify-flags.ts';
import { WRITING_FLAGS } from './testing-fixtures/writing-flags.ts';

const OF_THEIR_OWN = {
  ...WRITING_FLAGS,
  ...SERVING_FLAGS,
  ...CONVERSATION_FLAGS,
  ...INGEST_FLAGS,
  ...MEMORY_FLAGS,
  ...MODEL_FLAGS,
  ...ROLLBACK_FLAGS,
  ...SETUP_FLAGS,
};
/** Commands that change nothing, so that one indexed vault serves them all. */
const READERS = { ...READING_FLAGS, ...VERIFY_FLAGS, ...CLAIMS_FLAGS, ...TEAM_FLAGS };
const CASES = { ...READERS, ...OF_THEIR_OWN };

/** The state after the first index. Commands that change something start from a copy. */
let untouched: TestVault;
/** Shared by commands that change nothing. */
let indexed: TestVault;
beforeAll(async () => {
  untouched = await openIndexed();
  indexed = await openIndexed();
});
/** Commands about stored secrets: a vault's key depends on its folder, so a copy has another. */
const OF_ITS_FOLDER = new Set([
  ...['doctor', 'doctor --repair', 'index --extractor', 'index --full', 'ingest --keep-original'],
]);

async function setupIndexed(name: string): Promise<TestVault> {
  return OF_ITS_FOLDER.has(name) ? openIndexed() : copyVault(untouched);
}

async function openIndexed(): Promise<TestVault> {
  const vault = await setupVault(FLAG_NOTES);
  expect((await vault.run(['index', '--no-write'])).code).toBe(0);
  return vault;
}

afterAll(async () => {
  await indexed[Symbol.asyncDispose]();
  await untouched[Symbol.asyncDispose]();
});

/** A vault in which the example of every row works. */
let example: ExampleVault;
/** Shared by commands that change nothing. */
let shared: ExampleVault;
beforeAll(async () => {
  example = await openExampleVault();
  shared = await example.copy();
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await example[Symbol.asyncDispose]();
});

/** Rows whose example no other test runs, because it has special needs. */
const RUN = COMMANDS.filter(({ needs }) => needs === undefined).map((spec) => [spec.name, spec] as const);
/** Commands that read no setting. The doctor reports a wrong one. */
const WITHOUT_SETTINGS = ['completion', 'operations'];

describe('the flags of every command', () => {
  it.each(RUN)('--json, --quiet and --set of %s', async (name, spec) => {
    await using vault = await (OF_ITS_FOLDER.has(name) ? openExampleVault() : example.copy());
    const args = await vault.argsOf(spec);
    // A wrong setting is reported before anything is done.
    if (!WITHOUT_SETTINGS.includes(name)) {
      const wrong = await vault.run([...args, '--set', 'retrieval.top_q=3']);
      const isDoctor = name === 'doctor';
      expect(isDoctor ? wrong.stdout : wrong.stderr).toContain('Did you mean retrieval.top_k?');
      expect(wrong.code).toBe(isDoctor ? 1 : 2);
      if (!isDoctor) expect(wrong.stdout).toBe('');
    }
    const json = await vault.run([...args, '--json']);
    expect(json.code).toBe(0);
    // `runInProcess` checks, here and in every other test, that each line matches the row's `output`.
    for (const text of json.stdout.trim().split('\n')) expect(JSON.parse(text)).toBeTypeOf('object');
  });

  it.each(RUN.filter(([, { writes }]) => writes !== true))(
    '%s --quiet says nothing but the result',
    async (_, spec) => {
      const quiet = await shared.run([...(await shared.argsOf(spec)), '--quiet']);
      expect(quiet).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

describe('every flag does what its help says', () => {
  it('has a case for each flag in the command table, and none for another', () => {
    const flags = COMMANDS.flatMap(({ name, options = [] }) =>
      options.map((option) => `${name} ${/--[\w-]+/.exec(option.flags)?.[0]}`),
    );
    expect(Object.keys(CASES).sort()).toEqual(flags.sort());
  });

  it.each(Object.entries(READERS))('%s', (_, check) => check(indexed));

  it.each(everyNth(Object.entries(OF_THEIR_OWN), 3))('%s', async (name, check) => {
    await using vault = await setupIndexed(name);
    await check(vault);
  });
});
