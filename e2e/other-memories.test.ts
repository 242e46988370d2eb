/**
 * Bridges to other memory systems, driven by the installed command alone. What is saved here is found there.
 * What is saved there is found, adopted and cited here. Forgetting follows.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createCanaryVault, isName } from './canary/canary-vault.ts';
import { findCanaries } from './canary/find-canaries.ts';
import { openWorkspace } from './open-workspace.ts';
import { runMemora } from './run-memora.ts';

const folder = await mkdtemp(join(tmpdir(), 'other-memories-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
// The packages of other makers and the mem0-like server come from the bridge's own tests.
const ofBridge = new URL('../packages/bridge/package.json', import.meta.url);
const require = createRequire(ofBridge);
const { openMem0Server } = (await import(new URL('src/testing-fixtures/mem0-server.ts', ofBridge).href)) as {
  openMem0Server: () => Promise<AsyncDisposable & { readonly url: string; readonly seen: readonly string[] }>;
};

function programOf(name: string): readonly string[] {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest) as { readonly bin: string | Readonly<Record<string, string>> };
  return [
    process.execPath,
    join(dirname(manifest), typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '')),
  ];
}

const FACT = 'The relay of Harbor runs in Lisbon.';
const QUESTION = 'Where does the relay of Harbor run?';

interface Found {
  readonly memories: readonly unknown[];
  readonly external: readonly {
    readonly line: string;
    readonly trust: number;
    readonly captured: { readonly claim_id: string } | null;
  }[];
}

/** Connects two vaults to one server. */
async function driveBeside(name: string, table: Readonly<Record<string, unknown>>): Promise<void> {
  const config = join(folder, name, 'config');
  await mkdir(config, { recursive: true });
  const lines = Object.entries({ ...table, bands: ['public', 'private'], deadline_ms: 20_000 });
  await writeFile(
    join(config, 'config.toml'),
    `[bridge.other]\n${lines.map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join('\n')}\n`,
  );
  const at = async (vault: string) => {
    const path = join(folder, name, vault);
    await mkdir(path, { recursive: true });
    return async <T>(args: readonly string[], stdin = ''): Promise<T> => {
      const { code, stdout, stderr } = await runMemora([...args, '--json', '--vault', path], {
        env: { MEMORA_CONFIG_DIR: config },
        stdin,
      });
      expect([code, args[1], code === 0 ? '' : stderr]).toEqual([0, args[1], '']);
      return JSON.parse(stdout) as T;
    };
  };
  const [here, there] = [await at('here'), await at('there')];
  const { memory_id: saved } = await here<{ memory_id: string }>([
    'memory',
    'save',
    FACT,
    '--entity',
    'Harbor',
  ]);
  expect(await here(['memory', 'sync'])).toMatchObject({
    bridges: [{ problem: null, pushed: { saved: 1 }, pending: [] }],
  });

  const asked = await there<Found>(['memory', 'search', QUESTION]);
  expect(asked.memories).toEqual([]);
  expect(asked.external).toMatchObject([{ line: FACT, trust: 0.3, captured: null }]);
  expect(await there(['memory', 'sync'])).toMatchObject({
    bridges: [{ problem: null, pulled: { written: 1 } }],
  });
  const [captured] = (await there<Found>(['memory', 'search', QUESTION])).external;
  const claim = captured?.captured?.claim_id ?? '';
  const answer = `The relay of Harbor runs in Lisbon [claim:${claim}].`;
  expect(await there(['verify'], answer)).toMatchObject({ verdict: 'verified' });

  await here(['memory', 'forget', saved, '--reason', 'moved']);
  expect(await here(['memory', 'sync'])).toMatchObject({
    bridges: [{ problem: null, pushed: { removed: 1 }, refused: [] }],
  });
  const third = await at('third');
  expect((await third<Found>(['memory', 'search', QUESTION])).external).toEqual([]);
}

/** Two of the four systems, or all of them with `MEMORA_TEST_WHOLE=1`. */
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
const some = <T>(all: readonly T[]): readonly T[] => (isWhole ? all : all.slice(0, 1));

it.each(
  some([
    ['@modelcontextprotocol/server-memory', 'MEMORY_FILE_PATH=', 'memory.jsonl'],
    ['mcp-memory-libsql', 'LIBSQL_URL=file:', 'memory.db'],
  ] as const),
)('works beside %s', async (name, variable, file) => {
  const id = name.replace(/\W+/gu, '-');
  await driveBeside(id, { command: programOf(name), env: [`${variable}${join(folder, file)}`] });
});

it.each(
  some([
    ['mem0-rest', ''],
    ['mem0', '/mcp'],
  ] as const),
)('works beside a server that behaves as %s', async (provider, path) => {
  await using server = await openMem0Server();
  await driveBeside(provider, { url: `${server.url}${path}`, provider, user: 'ada' });
});

it('gives no secret of the vault to another memory, to a report of an audit, or to its own files about them', async () => {
  const { notes, canaries, questions } = createCanaryVault(1);
  const planted = canaries.filter(({ later }) => !later);
  await using workspace = await openWorkspace(notes);
  await using server = await openMem0Server();
  await writeFile(
    join(workspace.folder, 'config', 'config.toml'),
    `[bridge.other]\nurl = "${server.url}"\nprovider = "mem0-rest"\nbands = ["public", "private"]\ndeadline_ms = 5000\n`,
  );
  const token = planted.find((each) => !isName(each))?.token ?? '';
  const store = join(workspace.folder, 'saved.json');
  const rows = [
    ...planted.slice(0, 40).map((each) => `The code of Ida is ${each.token}.`),
    'Ida drinks tea.',
  ];
  await writeFile(store, JSON.stringify({ results: rows.map((memory, i) => ({ id: `m${i}`, memory })) }));
  const run = (...args: readonly string[]) =>
    runMemora([...args, '--vault', workspace.vault], { env: workspace.env });
  await run('index');
  await run('memory', 'save', 'The relay of Harbor hums at night.');
  await run('memory', 'save', `The word of the relay is ${token}.`, '--privacy', 'secret');
  const outputs = [
    await run('memory', 'sync', '--json'),
    await run('memory', 'search', 'Where does the relay of Harbor hum?', '--json'),
    ...(await Promise.all(
      [questions[0] ?? '', questions[1] ?? ''].map((question) => run('memory', 'search', question, '--json')),
    )),
    await run('memory', 'search', token),
    await run('memory', 'sync', '--retry'),
    ...(await Promise.all(
      ['text', 'json', 'sarif', 'junit', 'html'].map((format) =>
        run('memory', 'audit', store, '--against', workspace.vault, '--format', format),
      ),
    )),
  ];
  const sent = server.seen.join('\n');
  expect(sent).toContain('hums at night');
  expect(findCanaries(Buffer.from(sent), 'the other memory', planted)).toEqual([]);
  for (const { stdout, stderr } of outputs)
    expect(findCanaries(Buffer.from(`${stdout}\n${stderr}`), 'an output', planted)).toEqual([]);
  for (const file of ['egress.jsonl', join('bridge', 'other.jsonl')])
    expect(findCanaries(await readFile(join(workspace.vault, '.memora', file)), file, planted)).toEqual([]);
});
