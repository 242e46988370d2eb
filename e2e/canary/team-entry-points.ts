import { driveTeam, whyNoTeam } from '../testing-fixtures/drive-team.ts';
import type { EntryPoint } from './entry-point.ts';

/** Nothing listens there. The tests of @memora/postgres search what is sent to a database. */
const NOWHERE = {
  MEMORA_TEAM_DATABASE: 'postgres://memora@127.0.0.1:9/memora',
  MEMORA_TEAM_WORKSPACE: 'harbor',
};
const COMMANDS = [
  'team init --login memora_app --signing-key signing.key',
  'team migrate',
  'team reseal --old-key old.key',
  'team workspace list',
  'team member list',
  'team member add ida',
  'team group list',
  'team group add payments ida',
  'team scope list',
  'team token add ida --token-file tokens.json',
  'team token list --token-file tokens.json',
  'team token revoke 0123456789ab --token-file tokens.json',
  'team push',
  'team pull',
  'team worker --once',
  'team erase-user ida',
  'team erasures export erasures.jsonl',
  'team status --json',
  'team history pump.md',
  'team learned',
  'team uploads',
  'team audit --since 2026-01-01',
  'claims list --team',
  'query pump --team',
  'report --team --output team.html',
  'doctor --team',
];

/** A shared memory whose database is down, and one whose database is up. */
export const TEAM_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'team',
    covers:
      'init migrate reseal workspace member group scope token login push pull promote erase erase-user erasures worker history learned ingest uploads audit status'
        .split(' ')
        .map((name) => `team ${name}`),
    run: async ({ memora, vault, capture, question }) => {
      const said = [];
      for (const line of COMMANDS) said.push(await memora(line.split(' '), { env: NOWHERE }));
      for (const act of ['promote', 'erase'])
        said.push(await memora(['team', act, `${vault}/pump.md`], { env: NOWHERE }));
      said.push(await memora(['team', 'ingest', `${vault}/pump.md`], { env: NOWHERE }));
      // Through a server that does not answer. The text to write must be in no error.
      const by = { MEMORA_TEAM_SERVER: 'http://127.0.0.1:9', MEMORA_TEAM_TOKEN: 'memora_none' };
      for (const line of [
        ['capture', capture],
        ['team', 'push'],
        ['team', 'ingest', `${vault}/pump.md`],
        ['team', 'login', '--client-id', 'memora-cli'],
        ['query', question],
      ])
        said.push(await memora(line[0] === 'team' ? line : [...line, '--team'], { env: by }));
      const status = await memora(['team', 'status'], { env: NOWHERE });
      if (!status.stderr.includes('database')) throw new Error(`not told: ${status.stderr.slice(0, 600)}`);
      said.push(status);
      return said;
    },
  },
  ...(whyNoTeam() === null ? [{ name: 'team, on a database', covers: [], run: driveTeam }] : []),
];
