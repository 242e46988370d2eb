import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, inject, it } from 'vitest';
import { createCanaryVault } from './canary/canary-vault.ts';
import { ENTRY_POINTS } from './canary/entry-points.ts';
import { findCanaries } from './canary/find-canaries.ts';
import { WRITERS, writersIn } from './canary/find-writers.ts';
import { ENTRY_POINTS_OF_MUTANTS, installMutant, MUTATIONS } from './canary/mutations.ts';
import { DRIVE_SDK, FIRST_INDEX, findLooseModes, runCanaries } from './canary/run-canaries.ts';
import { openCommandHost } from './command-host.ts';
import { listEntryPoints } from './list-entry-points.ts';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { binPath, runMemora } from './run-memora.ts';

const only = (...names: string[]) => ENTRY_POINTS.filter((entry) => names.includes(entry.name));
/** The installed command. It reuses code that was compiled anywhere in the suite. */
const installed = () => ({ bin: binPath(), codeCache: inject('codeCache') });
const root = fileURLToPath(new URL('..', import.meta.url));
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
const TRIED = everyNth(MUTATIONS, 9);
/** `packages/mcp/src/team/canary-team.test.ts` drives a team on a server. Here it runs only with `MEMORA_TEST_WHOLE=1`. */
const DRIVEN = ENTRY_POINTS.filter(({ name }) => isWhole || name !== 'team, on a database');

describe('no canary is seen', () => {
  it('by a model in the cloud, on any output, in any file, through any entry point', async () => {
    const report = await runCanaries({ seed: 1, model: 'cloud', ...installed(), entryPoints: DRIVEN });
    expect(report.sightings).toEqual([]);
    expect(report.crashes).toEqual([]);
    // Drafts were refused, and the models were given the reasons.
    expect(report.retries).toBeGreaterThan(3);
    // An entry point that calls no model proves nothing about what is sent.
    const [chat, embeddings] = ['POST /v1/chat/completions', 'POST /v1/embeddings'];
    expect(report.asked).toMatchObject({
      [FIRST_INDEX]: [embeddings],
      'index --extractor llm': [chat],
      'index, a model judging conflicts': [chat],
      query: [chat, embeddings],
      'query --json --raw': [chat, embeddings],
      'query --claims': [embeddings],
      'query --as-of': [chat, embeddings],
      'verify --entailment': [chat],
      'consolidate, challenge': [chat],
      'answers by passages': [],
      'questions to notes that changed': expect.arrayContaining([chat]),
      'privacy audit': [],
      'MCP tools': [chat, embeddings],
      'AI SDK': [chat, embeddings],
      'agent memory': [chat, embeddings],
    });
    // Entry points run one after the other, so this measures no times.
  }, 900_000);

  it('on any output if a model on this machine sees everything and repeats it', async () => {
    const entryPoints = only('query', 'query --json --raw', 'verify', 'MCP tools');
    const report = await runCanaries({ seed: 2, model: 'loopback', ...installed(), entryPoints });
    expect(report.sightings).toEqual([]);
    expect(report.bytesSeenByModel).toBeGreaterThan(1_000);
  });
});

describe('the suite', () => {
  it('drives every command, MCP tool, resource and prompt, and all of the AI SDK entry', async () => {
    const covered = new Set(ENTRY_POINTS.flatMap((entry) => entry.covers));
    const [{ commands, offered }, sdk] = [await listEntryPoints(), await listSdk()];
    expect(commands.filter((name) => !covered.has(name))).toEqual([]);
    expect(offered.filter((name) => !covered.has(name))).toEqual([]);
    expect(sdk.filter((name) => !covered.has(name))).toEqual([]);
    expect(sdk.length).toBeGreaterThan(5);
    expect(commands.length).toBeGreaterThan(5);
    expect(offered.length).toBeGreaterThan(5);
  });

  it('knows every file that may reach the network', async () => {
    const { ALLOWED } = (await import(join(root, 'scripts/check-outbound.ts'))) as {
      ALLOWED: readonly { file: string; rule: string }[];
    };
    const known = [
      'examples/agent-memory-script/chat.ts',
      'examples/ai-sdk-script/open-model.ts',
      'examples/next-route/app/api/chat/route.ts',
      'examples/team/team.ts',
      'packages/bridge/src/live/mcp-client.ts',
      'packages/engine/src/models/open-configured-model.ts',
      'packages/engine/src/vectors/open-embedder.ts',
      'packages/ingest/src/thread/take-away-reach.ts',
      'packages/postgres/src/connect/cancel-statement.ts',
      'packages/postgres/src/connect/open-notices.ts',
      'packages/postgres/src/connect/open-pool.ts',
      'packages/privacy/src/egress/address/network-class.ts',
      'packages/privacy/src/egress/address/resolve-host.ts',
      'packages/privacy/src/egress/connect-pinned.ts',
      'packages/privacy/src/egress/exchange.ts',
      'packages/privacy/src/egress/keep-connections.ts',
      'packages/report/page/live.ts',
      'packages/studio/page/server.ts',
    ];
    const outbound = ALLOWED.filter((entry) => entry.rule === 'network').map((entry) => entry.file);
    expect(outbound.toSorted()).toEqual(known);
  });

  it('knows every file that writes a file and every file that listens: a new one has to be driven and searched too', async () => {
    const sources = await readSources();
    const holding = (pattern: RegExp) =>
      sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    expect(writersIn(sources)).toEqual([...WRITERS].sort());
    const { ALLOWED } = (await import(join(root, 'scripts/check-files.ts'))) as {
      ALLOWED: readonly { file: string }[];
    };
    // Code that writes without the module. `lint` fails on anything else.
    expect(ALLOWED.map(({ file }) => file).toSorted()).toEqual([
      'packages/cli/src/commands/demo.ts',
      'packages/cli/src/output/open-output-stream.ts',
      'packages/engine/src/model-test/run-model-test.ts',
    ]);
    expect(holding(LISTENS)).toEqual([
      'packages/mcp/src/http/serve-http.ts',
      'packages/mcp/src/team/http/serve-team-http.ts',
      'packages/studio/src/serve-studio.ts',
    ]);
  });

  it.each([
    ['plain', (t: string) => t],
    ['plain', (t: string) => t.toUpperCase()],
    [
      'JSON escapes',
      (t: string) => [...t].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['base64', (t: string) => Buffer.from(`xy${t}z`).toString('base64')],
    ['hex', (t: string) => Buffer.from(t).toString('hex')],
    ['six letters', (t: string) => t.slice(0, 7)],
  ])('finds a canary as %s', (_, spell) => {
    const [canary] = createCanaryVault(1).canaries;
    if (canary === undefined) throw new TypeError('a vault has canaries');
    expect(findCanaries(Buffer.from(`a ${spell(canary.token)} b`), 'here', [canary])).toHaveLength(1);
    expect(findCanaries(Buffer.from('nothing'), 'here', [canary])).toEqual([]);
  });

  // The entry points that mutants run, without any mutation. One of them reveals secrets, and a subject can be a secret there, too.
  it('sees nothing unless a redaction is removed', async () => {
    const mutants = TRIED.flatMap((mutation) => mutation.entryPoints ?? []);
    const entryPoints = only(...ENTRY_POINTS_OF_MUTANTS, ...mutants);
    const report = await runCanaries({ seed: 3, model: 'cloud', ...installed(), entryPoints });
    expect(report.sightings).toEqual([]);
    expect(report.bytesSeenByModel).toBeGreaterThan(1_000);
    expect(report.retries).toBeGreaterThan(0);
  });

  it.each(TRIED.map((mutation) => [mutation.name, mutation] as const))(
    'fails when %s',
    async (_, mutation) => {
      const folder = await mkdtemp(join(tmpdir(), 'memora-mutant-'));
      try {
        const bin = await installMutant(inject('project'), folder, mutation);
        const entryPoints = only(...(mutation.entryPoints ?? ENTRY_POINTS_OF_MUTANTS));
        const report = await runCanaries({ seed: 3, model: 'cloud', bin, entryPoints });
        expect(report.sightings.length).toBeGreaterThan(0);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('with the network off', () => {
  const recorder = fileURLToPath(new URL('./canary/record-sockets.cjs', import.meta.url));
  const isLoopback = (line: string) => /^connect6? (?:127\.\d+\.\d+\.\d+|::1) \d+$/.test(line);

  it('no process asks the system for any address but loopback, whatever the config names', async () => {
    await using workspace = await openWorkspace(createCanaryVault(3).notes);
    const log = join(workspace.folder, 'sockets.log');
    await writeFile(log, '');
    const env = { MEMORA_SOCKET_LOG: log, OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
    await using memora = openMemora(workspace, { ...env, NODE_OPTIONS: `--require ${recorder}` });
    await memora.run('index');
    for (const config of [
      '[llm]\nprovider = "openai"\n[embed]\nprovider = "openai"\n',
      '[llm]\nprovider = "anthropic"\n',
      '[llm]\nprovider = "ollama"\nendpoint = "http://ollama.example:11434/v1"\n',
      '[llm]\nprovider = "openai-compatible"\nmodel = "m"\nendpoint = "http://203.0.113.9/v1"\n[embed]\nprovider = "ollama"\nendpoint = "http://203.0.113.9"\n',
    ]) {
      await workspace.write('../config/config.toml', config);
      await memora.run('query', 'What does Ida drink?');
      await memora.run('index', '--full', '--extractor', 'llm');
      await memora.run('doctor');
    }
    const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => line.startsWith('loaded')).length).toBe(isWhole ? 13 : 1);
    expect(lines.filter((line) => !line.startsWith('loaded') && !isLoopback(line))).toEqual([]);
  });

  it('the recorder sees what a process does', async () => {
    await using workspace = await openWorkspace();
    const log = join(workspace.folder, 'sockets.log');
    const script = `
      fetch('http://127.0.0.1:59999/').catch(() => {});
      require('node:net').connect(9, '203.0.113.9').on('error', () => {}).unref();
      require('node:dns').lookup('memora.invalid', () => {});
      setTimeout(() => process.exit(), 300);`;
    spawnSync(process.execPath, ['--require', recorder, '-e', script], { env: { MEMORA_SOCKET_LOG: log } });
    const seen = await readFile(log, 'utf8');
    expect(seen).toContain('connect 127.0.0.1 59999');
    expect(seen).toContain('connect 203.0.113.9 9');
    expect(seen).toContain('getaddrinfo memora.invalid');
  });
});

it('only the user can read what is in .memora', async () => {
  await using workspace = await openWorkspace(createCanaryVault(4).notes);
  await using memora = openMemora(workspace);
  for (const command of ['init', 'index', 'consolidate --yes', 'challenge', 'report']) {
    await memora.run(...command.split(' '));
    expect(await findLooseModes(join(workspace.vault, '.memora'))).toEqual([]);
  }
});

/** Runs commands on a workspace's vault one after the other in one process. With `MEMORA_TEST_WHOLE=1`, each runs in its own process. */
function openMemora({ vault, folder, env }: Workspace, more: Readonly<Record<string, string>> = {}) {
  const all = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CACHE_HOME: inject('codeCache'),
    ...env,
    ...more,
  };
  const host = openCommandHost(binPath(), { env: all, cwd: '/' });
  return {
    run: (...args: readonly string[]) =>
      isWhole
        ? runMemora([...args, '--vault', vault], { env: all })
        : host.run([...args, '--vault', vault], { env: all }),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** The names that the AI SDK entry exports. */
async function listSdk(): Promise<string[]> {
  await using workspace = await openWorkspace({ 'a.md': '# A\n\nIda drinks tea.\n' });
  const { vault, env } = workspace;
  await runMemora(['index', '--vault', vault], { env });
  const listed = spawnSync(process.execPath, [DRIVE_SDK, vault, '--list'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return (JSON.parse(listed.stdout) as string[]).map((name) => `sdk ${name}`);
}

const LISTENS = /\bcreateServer\b[^;]*from 'node:(?:http2?|https|net|tls)'/;

/** The product's own sources, without code that only tests use. */
async function readSources(): Promise<{ readonly path: string; readonly text: string }[]> {
  const packages = await readdir(join(root, 'packages'));
  const folders = packages.map((name) => `packages/${name}/src`);
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const own = names
    .flat()
    .filter((path) => path.endsWith('.ts') && !/\.test(?:-d)?\.ts$|\/testing/u.test(path));
  return Promise.all(
    own.sort().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}
