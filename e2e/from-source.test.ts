import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { driveMcp, startPiped } from './canary/drive-mcp.ts';
import { makePlacedDocuments } from './ingest/documents-with-places.ts';
import { openWorkspace } from './open-workspace.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8'));

/** Runs the script from the repository's `package.json`, and therefore only with the dependencies of `from-source`. */
async function runFromSource(script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const { scripts } = await readManifest('.');
  const [, ...words] = (scripts[script] ?? '').split(' ');
  return run(process.execPath, [...words, ...args], env);
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}

it('a clone runs the demo without a build and with the few dependencies of from-source', async () => {
  await using workspace = await openWorkspace({});
  const { code, output } = await runFromSource('demo', [], workspace.env);
  expect(code, output).toBe(0);
  expect(output).toContain('fingerprint mismatch');
});

it('a clone runs every other command too: it indexes, answers and writes a report', async () => {
  // A long note is read in its own thread, which must find the packages, too.
  const long = '- A line of a list that goes on for long.\n'.repeat(5_000);
  await using workspace = await openWorkspace({
    'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n',
    'long.md': `# Long\n\n${long}`,
  });
  for (const [args, shown] of [
    [['index'], '2 notes'],
    [['query', 'At how many bar does the pump run?'], 'The pump runs at 40 bar.'],
    [['report'], 'report.html'],
  ] as const) {
    const { code, output } = await runFromSource(
      'memora',
      [...args, '--vault', workspace.vault],
      workspace.env,
    );
    expect(code, output).toBe(0);
    expect(output).toContain(shown);
  }
});

it('a command bundles packages of many files for the next one, again after another version of one was installed', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const modules = join(root, 'packaging/from-source/node_modules');
  const list = join(modules, '.cache/packages/list.json');
  await mkdir(dirname(list), { recursive: true });
  await writeFile(list, JSON.stringify({ made: ['/yaml@1.0.0'], folder: dirname(list) }));
  const args = ['index', '--vault', workspace.vault];
  expect((await runFromSource('memora', args, workspace.env)).code).toBe(0);
  const { made, folder } = JSON.parse(await readFile(list, 'utf8'));
  expect(made).toContain(await realpath(join(modules, 'yaml')));
  for (const name of ['chrono-node', 'yaml'])
    expect(Object.keys((await import(join(folder, `${name}.mjs`))) as object)).toContain('parse');
  const question = ['query', 'At how many bar does the pump run?', '--vault', workspace.vault];
  expect((await runFromSource('memora', question, workspace.env)).output).toContain(
    'The pump runs at 40 bar.',
  );
});

it('a link to the short command asks from any folder, with the Node of the clone', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const link = join(workspace.folder, 'memora');
  await symlink(join(root, 'packaging/from-source/memora'), link);
  // On Linux the clone brings its own Node, so the Node on the PATH may be too old to run the source.
  const old = join(workspace.folder, 'old');
  await mkdir(old);
  await writeFile(join(old, 'node'), '#!/bin/sh\necho "an old Node was started" >&2\nexit 9\n', {
    mode: 0o755,
  });
  const first = process.platform === 'linux' ? old : dirname(process.execPath);
  const path = [first, process.env['PATH']].join(delimiter);
  const args = ['query', 'At how many bar does the pump run?', '--vault', workspace.vault];
  const { code, output } = await run(link, args, { ...workspace.env, PATH: path });
  expect(code, output).toBe(0);
  expect(output).toContain('The pump runs at 40 bar.');
});

it('setup in a clone without a build writes a command that an agent can start from any folder', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const home = join(workspace.folder, 'home');
  await mkdir(join(home, '.cursor'), { recursive: true });
  const args = ['setup', '--yes', '--vault', workspace.vault];
  const { code, output } = await runFromSource('memora', args, { ...workspace.env, HOME: home });
  expect(code, output).toBe(0);
  const { mcpServers } = JSON.parse(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8'));
  const { command, args: given, env } = mcpServers.memora;
  expect(given).not.toContainEqual(expect.stringContaining('dist'));
  const call = { name: 'memora_query_cited', arguments: { query: 'At how many bar does the pump run?' } };
  const said = await driveMcp(
    () => startPiped(command, given, { HOME: '/nonexistent', ...env }),
    [{ method: 'tools/call', params: call }],
  );
  expect(said.stdout, said.stderr).toMatch(/40 bar.{0,4} ?\[claim:[0-9a-z]{16}\]/);
});

it('the short command says what to run in a clone where nothing is installed', async () => {
  await using workspace = await openWorkspace({});
  const folder = join(workspace.folder, 'clone/packaging/from-source');
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'packaging/from-source/memora'), join(folder, 'memora'));
  const { code, output } = await run(join(folder, 'memora'), ['--version'], workspace.env);
  expect(code).toBe(1);
  expect(output).toMatch(/^memora: nothing is installed in this clone yet\. .*npx -y pnpm@12 demo\n$/u);
});

it('a clone ingests documents of every format, with the parsers of from-source', async () => {
  await using workspace = await openWorkspace();
  const documents = await makePlacedDocuments();
  const folder = join(workspace.folder, 'documents');
  await mkdir(folder);
  for (const { name, bytes } of documents) await writeFile(join(folder, name), bytes);
  const { code, output } = await runFromSource(
    'memora',
    ['ingest', folder, '--json', '--vault', workspace.vault],
    workspace.env,
  );
  expect(code, output).toBe(0);
  for (const { name } of documents) expect(output).toContain(`"${name}"`);
});

it('from-source has the versions that the packages have', async () => {
  const wanted = new Map<string, Set<string>>();
  for (const name of await readdir(join(root, 'packages'))) {
    const { dependencies, devDependencies } = await readManifest(`packages/${name}`);
    for (const [each, range] of [
      ...Object.entries(dependencies ?? {}),
      ...Object.entries(devDependencies ?? {}),
    ])
      wanted.set(each, (wanted.get(each) ?? new Set()).add(range));
  }
  const { dependencies = {} } = await readManifest('packaging/from-source');
  for (const [each, range] of Object.entries(dependencies).filter(([name]) => !name.startsWith('@memora/')))
    expect([each, [...(wanted.get(each) ?? [])]]).toEqual([each, expect.arrayContaining([range])]);
});
