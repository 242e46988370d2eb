import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './command-table.ts';
import { FLAG_NOTES } from './testing-fixtures/flag-case.ts';
import { READING_FLAGS } from './testing-fixtures/reading-flags.ts';
import { setupVault, type TestVault } from './testing-fixtures/setup-vault.ts';
import { WRITING_FLAGS } from './testing-fixtures/writing-flags.ts';

const CASES = { ...READING_FLAGS, ...WRITING_FLAGS };

async function setupIndexed(): Promise<TestVault> {
  const vault = await setupVault(FLAG_NOTES);
  expect((await vault.run(['index', '--no-write'])).code).toBe(0);
  return vault;
}

let indexed: TestVault;
beforeAll(async () => {
  indexed = await setupIndexed();
});
afterAll(() => indexed[Symbol.asyncDispose]());

describe('every flag does what its help says', () => {
  it('has a case for each flag in the command table, and none for another', () => {
    const flags = COMMANDS.flatMap(({ name, options = [] }) =>
      options.map((option) => `${name} ${/--[\w-]+/.exec(option.flags)?.[0]}`),
    );
    expect(Object.keys(CASES).sort()).toEqual(flags.sort());
  });

  it.each(Object.entries(READING_FLAGS))('%s', (_, check) => check(indexed));

  it.each(Object.entries(WRITING_FLAGS))('%s', async (_, check) => {
    await using vault = await setupIndexed();
    await check(vault);
  });
});
