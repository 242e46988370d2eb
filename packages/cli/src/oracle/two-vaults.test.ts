import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { ORACLE_SIDES, oracleNotes } from '@memora/testing-fixtures/oracle-notes';
import { expect, it } from 'vitest';
import { COMMANDS } from '../program/command-table.ts';
import { openToldVault, type Told } from '../testing-fixtures/open-told-vault.ts';
import { ORACLE_CASES } from '../testing-fixtures/oracle-commands.ts';

it('has a case of every command', () => {
  const covered = new Set(ORACLE_CASES.map(({ command }) => command));
  expect(COMMANDS.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

it('tells the same of vaults that differ in secret text alone, by every command', {
  timeout: 600_000,
}, async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-oracle-')));
  try {
    const sides: (readonly Told[])[] = [];
    // The side with the same text, and another one; all sides with `MEMORA_TEST_WHOLE=1`.
    for (const side of everyNth(ORACLE_SIDES, 2)) {
      const vault = await openToldVault(folder, oracleNotes(side));
      // The first run creates the keys that the others already have.
      for (const { run } of ORACLE_CASES) await run(vault);
      sides.push(await vault.told());
    }
    const [same = [], ...others] = sides;
    expect(same.length).toBeGreaterThan(COMMANDS.length * 2);
    const names = same.map(({ name }) => name);
    for (const other of others) {
      expect(other.map(({ name }) => name)).toEqual(names);
      const differs = (told: Told, i: number) => JSON.stringify(told) !== JSON.stringify(other[i]);
      const at = same.flatMap((told, i) => (differs(told, i) ? [i] : []));
      expect(at.map((i) => other[i])).toEqual(at.map((i) => same[i]));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
