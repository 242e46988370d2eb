import { join } from 'node:path';
import { expect } from 'vitest';
import type { FlagCase, FlagCases } from './flag-case.ts';

/**
 * `commands/team/team.test.ts` tests their effect on a database. Without a database, none of them falls back
 * to the vault.
 */
const asksForDatabase =
  (...argv: readonly string[]): FlagCase =>
  async (vault) => {
    const { code, stdout, stderr } = await vault.run(argv);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('MEMORA_TEAM_DATABASE')]);
  };

/** Commands that only a team's server supports. */
const asksForServer =
  (...argv: readonly string[]): FlagCase =>
  async (vault) => {
    const { code, stdout, stderr } = await vault.run(argv);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('MEMORA_TEAM_SERVER')]);
  };

const TOKEN_ADD = ['team', 'token', 'add', 'robot', '--token-file', 'tokens.json'];

async function expectToken(vault: Parameters<FlagCase>[0], flags: readonly string[], expected: object) {
  const { code, stdout } = await vault.run([...TOKEN_ADD, '--json', ...flags]);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ principal: 'robot', ...expected }),
  ]);
}

/** The flags of a memory that a team shares. */
export const TEAM_FLAGS: FlagCases = {
  'team init --admin': asksForDatabase('team', 'init', '--admin', 'ann'),
  'team init --login': asksForDatabase('team', 'init', '--login', 'app'),
  'team init --signing-key': asksForDatabase('team', 'init', '--signing-key', 'signing.key'),
  'team init --only-key': asksForDatabase('team', 'init', '--signing-key', 'signing.key', '--only-key'),
  'team init --quota': async (vault) => {
    await asksForDatabase('team', 'init', '--quota', 'notes=5,scope-bytes=1000')(vault);
    for (const wrong of ['notes', 'hats=3', 'notes=-1', 'notes=1.5'])
      expect((await vault.run(['team', 'init', '--quota', wrong])).stderr).toContain('--quota');
  },
  'team init --person': asksForDatabase('team', 'init', '--person', 'ben'),
  'team migrate --repair': asksForDatabase('team', 'migrate', '--repair'),
  'team reseal --old-key': async (vault) => {
    await vault.write('old.key', 'x'.repeat(32));
    await vault.write('new.key', 'y'.repeat(32));
    const reseal = (...argv: readonly string[]) =>
      vault.run(['team', 'reseal', ...argv], { env: { MEMORA_TEAM_KEY_FILE: join(vault.vault, 'new.key') } });
    const old = ['--old-key', join(vault.vault, 'old.key')];
    expect((await reseal(...old)).stderr).toContain('MEMORA_TEAM_DATABASE');
    expect((await reseal()).stderr).toContain('--old-key');
    expect((await vault.run(['team', 'reseal', ...old])).stderr).toContain('MEMORA_TEAM_KEY_FILE');
  },
  'team login --client-id': asksForServer('team', 'login', '--client-id', 'memora-cli'),
  'team login --forget': async (vault) => {
    const { code, stdout } = await vault.run(['team', 'login', '--forget', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ forgotten: false })]);
  },
  'team history --restore': asksForDatabase('team', 'history', 'pump.md', '--restore', '1'),
  'team ingest --scope': asksForDatabase('team', 'ingest', 'a.pdf', '--scope', 'workspace'),
  'team ingest --region': asksForDatabase('team', 'ingest', 'a.pdf', '--region', 'reports'),
  'team ingest --privacy': async (vault) => {
    await asksForDatabase('team', 'ingest', 'a.pdf', '--privacy', 'secret')(vault);
    expect((await vault.run(['team', 'ingest', 'a.pdf', '--privacy', 'hats'])).stderr).toContain('--privacy');
  },
  'team ingest --type': asksForDatabase('team', 'ingest', 'a.txt', '--type', 'text'),
  'team ingest --replace': asksForDatabase('team', 'ingest', 'a.pdf', '--replace'),
  'team ingest --wait': asksForDatabase('team', 'ingest', 'a.pdf', '--wait'),
  'team uploads --withdraw': asksForDatabase('team', 'uploads', '--withdraw', 'a'.repeat(32)),
  'team learned --scope': asksForDatabase('team', 'learned', '--scope', 'user'),
  'team audit --since': asksForDatabase('team', 'audit', '--since', '2026-01-01'),
  'team member --role': asksForDatabase('team', 'member', 'add', 'ben', '--role', 'writer'),
  'team member --group': asksForDatabase('team', 'member', 'add', 'crew', '--group'),
  'team scope --group': asksForDatabase('team', 'scope', 'add', 'payments', '--group'),
  'team scope --output': asksForDatabase('team', 'scope', 'export', 'ben', '--output', 'of-ben'),
  'team token --workspace': async (vault) => {
    const file = ['--token-file', 'of-others.json'];
    await vault.run(['team', 'token', 'add', 'ben', '--workspace', 'globex', ...file]);
    const { stdout } = await vault.run(['team', 'token', 'list', ...file]);
    expect(stdout).toContain('ben  of globex  ');
  },
  'team token --token-file': async (vault) => {
    const { code, stdout } = await vault.run([
      'team',
      'token',
      'add',
      'robot',
      '--token-file',
      'tokens.json',
    ]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^memora_[\w-]{43}\n$/)]);
    const listed = await vault.run(['team', 'token', 'list', '--token-file', 'tokens.json']);
    expect(listed.stdout).toMatch(
      /^[0-9a-f]{12} {2}robot {2}memora:read memora:write {2}ends \d{4}-\d\d-\d\d\n$/,
    );
  },
  'team token --scopes': (vault) => expectToken(vault, ['--scopes', 'read'], { scopes: ['memora:read'] }),
  'team token --groups': (vault) =>
    expectToken(vault, ['--groups', 'crew, board'], { groups: ['crew', 'board'] }),
  'team token --expires': async (vault) => {
    await expectToken(vault, ['--expires', '2999-12-31'], { expires: '2999-12-31T23:59:59.000Z' });
    await expectToken(vault, ['--expires', 'never'], { expires: null });
    expect((await vault.run([...TOKEN_ADD, '--expires', '2020-01-01'])).code).toBe(2);
  },
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
  'capture --scope': async (vault) => {
    expect((await vault.run(['capture', 'The crane is red.', '--scope', '@crew'])).stderr).toContain(
      '--team',
    );
  },
  'capture --team': asksForServer('capture', 'The crane is red.', '--team'),
  'open --team': asksForServer('open', '--team', '--no-browser'),
  'decisions --team': asksForDatabase('decisions', '--team'),
};
