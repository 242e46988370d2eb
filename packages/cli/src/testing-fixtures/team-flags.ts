import { expect } from 'vitest';
import type { FlagCase, FlagCases } from './flag-case.ts';

/** What they do on a database is held by `commands/team/team.test.ts`; without one, none of them falls back to the vault. */
const asksForDatabase =
  (...argv: readonly string[]): FlagCase =>
  async (vault) => {
    const { code, stdout, stderr } = await vault.run(argv);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('MEMORA_TEAM_DATABASE')]);
  };

/** The flags of a memory that a team shares. */
export const TEAM_FLAGS: FlagCases = {
  'team init --admin': asksForDatabase('team', 'init', '--admin', 'ann'),
  'team init --login': asksForDatabase('team', 'init', '--login', 'app'),
  'team migrate --repair': asksForDatabase('team', 'migrate', '--repair'),
  'team member --role': asksForDatabase('team', 'member', 'add', 'ben', '--role', 'writer'),
  'team member --group': asksForDatabase('team', 'member', 'add', 'crew', '--group'),
  'team push --source-commit': asksForDatabase('team', 'push', '--source-commit', 'abc'),
  'team worker --once': asksForDatabase('team', 'worker', '--once'),
  'query --team': asksForDatabase('query', '--team', 'How large is Pump Nine?'),
  'report --team': asksForDatabase('report', '--team', '--output', 'team.html'),
  'verify --team': asksForDatabase('verify', '--team', '-'),
  'claims list --team': asksForDatabase('claims', 'list', '--team'),
  'timeline --team': asksForDatabase('timeline', 'pump', '--team'),
  'contradictions --team': asksForDatabase('contradictions', '--team'),
  'stale --team': asksForDatabase('stale', '--team'),
  'doctor --team': asksForDatabase('doctor', '--team'),
  'decisions --team': asksForDatabase('decisions', '--team'),
};
