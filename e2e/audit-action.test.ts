import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, snapshot, type Workspace } from './open-workspace.ts';
import { HOSTILE, readAction, runAction } from './run-action.ts';

const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await openWorkspace({
    'notes/pump.md': '# Pump\n\nThe pump runs at 40 bar.\n',
    'AGENTS.md': '# Agents\n\n- The pump runs at 40 bar.\n',
    'saved/wrong.jsonl': `{"memory":"The pump runs at 60 bar."}\n{"memory":"The token of the pump is ${KEY}."}\n`,
    '-dash.txt': 'The pump runs at 40 bar.\n',
    'empty/readme.txt': 'Nothing that is remembered.\n',
  });
  await mkdir(join(workspace.folder, 'temp'));
});
afterAll(() => workspace[Symbol.asyncDispose]());

const audit = (inputs: Readonly<Record<string, string>>, cwd?: string) =>
  runAction('audit', workspace, inputs, cwd);

describe('the action that audits memories', () => {
  it('is a composite action and pastes no input into a shell', async () => {
    const { runs, inputs, outputs } = await readAction('audit');
    expect(runs.using).toBe('composite');
    expect(runs.steps.flatMap((step) => Object.values(step.env)).sort()).toEqual(
      Object.keys(inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
    for (const { run } of runs.steps) expect(run).not.toContain('${{');
    expect(Object.keys(outputs)).toEqual(['report', 'memories']);
  });

  it('passes what the notes say, even in a file named like an option, and writes nothing', async () => {
    const before = [...(await snapshot(workspace.vault))];
    const { code, stderr, outputs } = await audit({ memories: 'AGENTS.md\n-dash.txt\n', against: 'notes' });
    expect([code, outputs['memories']], stderr).toEqual([0, '2']);
    // Two files with one shared memory.
    const { results } = JSON.parse(await readFile(outputs['report'] ?? '', 'utf8')).runs[0];
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['duplicate']);
    expect([...(await snapshot(workspace.vault))]).toEqual(before);
  });

  it.each([
    ['sarif', /"ruleId": "contradicted"/],
    ['html', /<section id="contradicted">/],
  ])('fails what they deny, says so in %s, and prints no credential', async (format, pattern) => {
    const failed = await audit({ memories: 'saved', against: 'notes', format });
    const report = await readFile(failed.outputs['report'] ?? '', 'utf8');
    expect(failed.code).toBe(1);
    expect(report).toMatch(pattern);
    expect(failed.stdout + failed.stderr + report).not.toContain(KEY.slice(0, 12));
    expect((await audit({ memories: 'saved', against: 'notes', 'fail-on': 'stale_reference' })).code).toBe(0);
  });

  it('fails if there was nothing to audit', async () => {
    const { code, stderr } = await audit({ memories: 'empty', against: 'notes' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('no memory was read')]);
  });

  it('reads the instruction files of this repository', async () => {
    const project = fileURLToPath(new URL('..', import.meta.url));
    const { code, stderr, outputs } = await audit(
      { memories: 'AGENTS.md', against: 'docs', 'fail-on': 'secret,injected' },
      project,
    );
    expect(code, stderr).toBe(0);
    expect(Number(outputs['memories'])).toBeGreaterThan(0);
  });
});

it.each(['memories', 'against', 'folder', 'format', 'fail-on', 'version'])(
  'hostile %s run nothing, write nothing and pass nothing',
  async (name) => {
    const before = [...(await snapshot(workspace.vault))];
    // This is a sample. The whole check combines each input with each of these.
    const few = process.env['MEMORA_TEST_WHOLE'] === '1' ? HOSTILE : HOSTILE.filter((_, i) => i % 4 === 1);
    for (const hostile of few) {
      const { code, outputs, stdout } = await audit({ memories: 'AGENTS.md', [name]: hostile });
      expect(code, `${name} = ${JSON.stringify(hostile)}`).not.toBe(0);
      expect(Object.keys(outputs).filter((key) => key !== 'report' && key !== 'memories')).toEqual([]);
      expect(stdout).not.toMatch(/^::(?!stop-commands|[0-9a-f]{32})/m);
    }
    expect([...(await snapshot(workspace.vault))]).toEqual(before);
  },
);
