import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { openMemory } from '@memora/engine';
import { expect } from 'vitest';
import { done, type FlagCases, idOf, listClaims } from './flag-case.ts';
import { openJudgeServer } from './open-judge-server.ts';
import type { TestVault } from './setup-vault.ts';

const ledger = (vault: TestVault) => readFile(join(vault.vault, '_ledger.md'), 'utf8');
const contradiction = async (vault: TestVault) =>
  (await vault.json<{ contradictions: { id: string }[] }>(['contradictions'])).contradictions[0]?.id ?? '';
const missing = (path: string) =>
  stat(path).then(
    () => false,
    () => true,
  );
const challenge = (vault: TestVault, ...more: string[]) =>
  vault.json<{ items: { id: string }[] }>(['challenge', ...more]);

/** A terminal with a display and an opener that writes down what it is asked to open. */
async function browser(vault: TestVault) {
  const opened = join(vault.folder, 'opened');
  const bin = join(vault.folder, 'bin');
  await mkdir(bin);
  for (const name of ['xdg-open', 'open']) {
    await writeFile(join(bin, name), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
    await chmod(join(bin, name), 0o755);
  }
  const stdout = Object.assign(new Writable({ write: (_chunk, _encoding, next) => next() }), { isTTY: true });
  return {
    io: { stdout, env: { DISPLAY: ':9', PATH: `${bin}${delimiter}${process.env['PATH']}` } },
    opened: async () => {
      while (await missing(opened)) await wait(20);
      while ((await readFile(opened, 'utf8')) === '') await wait(20);
      return readFile(opened, 'utf8');
    },
  };
}

/** Runs a server until it says where it is, looks at it, and ends it. */
async function serving(
  vault: TestVault,
  argv: readonly string[],
  look: (url: string) => Promise<void>,
): Promise<number> {
  const stop = new AbortController();
  let said = '';
  const sink = () =>
    new Writable({
      write: (chunk, _encoding, next) => {
        said += String(chunk);
        next();
      },
    });
  const running = vault.run(argv, { stdout: sink(), stderr: sink(), signal: stop.signal });
  try {
    let url: string | undefined;
    while (url === undefined) {
      await Promise.race([
        wait(20),
        running.then(({ code }) => Promise.reject(new Error(`ended: ${code} ${said}`))),
      ]);
      url = /http:\/\/127\.0\.0\.1:\d+\/[^\s;]*/.exec(said)?.[0];
    }
    await look(url);
  } finally {
    stop.abort();
  }
  return (await running).code;
}

/** The names of the tools that an MCP server lists. */
async function listTools(url: string, token: string): Promise<string[]> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const ask = (method: string, params: object, session?: string) =>
    fetch(url, {
      method: 'POST',
      headers: session === undefined ? headers : { ...headers, 'mcp-session-id': session },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const clientInfo = { name: 'flags', version: '1' };
  const first = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const listed = await (await ask('tools/list', {}, first.headers.get('mcp-session-id') ?? '')).text();
  return [...listed.matchAll(/"name":"(memora_\w+)"/g)].map(([, name = '']) => name);
}

/** The flags of the commands that write, serve or show. */
export const WRITING_FLAGS: FlagCases = {
  'index --extractor': async (vault) => {
    await using server = await openJudgeServer(() => JSON.stringify({ claims: [] }));
    const { claims_new: made } = await vault.json<{ claims_new: number }>([
      'index',
      '--full',
      '--extractor',
      'offline',
    ]);
    expect(made).toBe(0);
    const run = await vault.run(['index', '--full', '--extractor', 'llm', ...server.settings, '--json']);
    expect(JSON.parse(run.stdout).usage).toMatchObject({ estimated: false });
    const prices = ['--set', 'llm.input_price=3', '--set', 'llm.output_price=15'];
    const priced = ['index', '--full', '--extractor', 'llm', ...server.settings];
    const plan = await done(vault, [...priced, ...prices, '--dry-run']);
    expect(plan.stdout).toMatch(/would be asked \d+ times: ~\$0\.\d+ \(~[\d,]+ tokens\)/);
    expect((await vault.run(['index', '--extractor', 'llm'])).code).toBe(2);
  },
  'index --full': async (vault) => {
    expect(await vault.json(['index'])).toMatchObject({ changed: 0, unchanged: 3 });
    expect(await vault.json(['index', '--full'])).toMatchObject({ changed: 3, unchanged: 0 });
  },
  'index --no-contradict': async (vault) => {
    await vault.write(
      'plant/pump-august.md',
      '---\ndate: 2026-08-01\n---\n# Pump\n\nbuoy interval:: 20 seconds\n',
    );
    const open = async () => (await listClaims(vault, '--status', 'superseded')).length;
    await done(vault, ['index', '--no-contradict']);
    expect(await open()).toBe(1);
    await done(vault, ['index', '--full']);
    expect(await open()).toBe(2);
  },
  'index --dry-run': async (vault) => {
    await vault.write('new.md', 'The crane lifts 12 tons.\n');
    const database = join(vault.vault, '.memora', 'memora.db');
    const before = await readFile(database);
    const { stdout } = await done(vault, ['index', '--dry-run']);
    expect(stdout).toContain('Would index 4 notes');
    expect((await readFile(database)).equals(before)).toBe(true);
    expect(await readFile(join(vault.vault, 'new.md'), 'utf8')).toBe('The crane lifts 12 tons.\n');
    expect(await listClaims(vault).then((all) => all.some(({ note }) => note === 'new.md'))).toBe(false);
  },
  'index --no-write': async (vault) => {
    const text = 'The crane lifts 12 tons.\n';
    await vault.write('new.md', text);
    await done(vault, ['index', '--no-write', '--set', 'frontmatter.mode=autofill']);
    expect(await readFile(join(vault.vault, 'new.md'), 'utf8')).toBe(text);
    await done(vault, ['index', '--full', '--set', 'frontmatter.mode=autofill']);
    expect(await readFile(join(vault.vault, 'new.md'), 'utf8')).toMatch(/^---\nid: new\n/);
  },
  'demo --keep': async (vault) => {
    const { vault: kept } = JSON.parse((await vault.run(['demo', '--keep', '--json'])).stdout);
    expect(await readdir(kept)).toContain('semantic');
    expect(JSON.parse((await vault.run(['demo', '--json'])).stdout).vault).toBeNull();
  },
  'demo --html': async (vault) => {
    const page = join(vault.folder, 'demo.html');
    await done(vault, ['demo', '--html', page]);
    expect(await readFile(page, 'utf8')).toContain('<html');
  },
  'demo --open': async (vault) => {
    const { io, opened } = await browser(vault);
    const page = join(vault.folder, 'demo.html');
    expect((await vault.run(['demo', '--open', '--html', page], io)).code).toBe(0);
    expect(await opened()).toBe(`file://${page}`);
  },
  'claims forget --reason': async (vault) => {
    const id = await idOf(vault, '40 bar');
    await done(vault, ['claims', 'forget', id, '--reason', 'a typing mistake']);
    expect(await ledger(vault)).toMatch(new RegExp(`forget claim:${id} : a typing mistake`));
  },
  'claims forget --dry-run': async (vault) => {
    await done(vault, ['claims', 'forget', await idOf(vault, '40 bar'), '--dry-run']);
    expect(await missing(join(vault.vault, '_ledger.md'))).toBe(true);
    expect((await vault.run(['claims', 'forget', 'nope', '--dry-run'])).code).toBe(2);
  },
  'contradictions acknowledge --reason': async (vault) => {
    await done(vault, ['contradictions', 'acknowledge', await contradiction(vault), '--reason', 'two sites']);
    expect(await ledger(vault)).toMatch(/acknowledge .*two sites/);
    expect((await vault.run(['contradictions', 'acknowledge', 'nope'])).code).toBe(2);
  },
  'contradictions resolve --reason': async (vault) => {
    const args = ['contradictions', 'resolve', await contradiction(vault)];
    await done(vault, [...args, await idOf(vault, '30 seconds'), '--reason', 'measured']);
    expect(await ledger(vault)).toMatch(/resolve .*measured/);
    const other = await vault.run([...args, await idOf(vault, '40 bar')]);
    expect(other.code).toBe(2);
  },
  'stale revalidate --reason': async (vault) => {
    await done(vault, ['stale', 'revalidate', await idOf(vault, '40 bar'), '--reason', 'checked again']);
    expect(await ledger(vault)).toMatch(/revalidate .*checked again/);
    expect((await vault.run(['stale', 'revalidate', 'nope'])).code).toBe(2);
  },
  'serve --http': async (vault) => {
    const token = join(vault.folder, 'token');
    const ask = (url: string, secret: string) =>
      fetch(url, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: '{}' });
    const code = await serving(vault, ['serve', '--http', '0', '--token-file', token], async (url) => {
      expect((await ask(url, 'wrong')).status).toBe(401);
      expect((await ask(url, (await readFile(token, 'utf8')).trim())).status).not.toBe(401);
    });
    expect(code).toBe(0);
    for (const port of ['abc', '99999']) {
      const refused = await vault.run(['serve', '--http', port]);
      expect(refused.stderr).toContain('--http');
      expect(refused.code).toBe(2);
    }
  },
  'serve --token-file': async (vault) => {
    const token = join(vault.folder, 'token');
    await serving(vault, ['serve', '--http', '0', '--token-file', token], async () => {
      expect((await readFile(token, 'utf8')).trim().length).toBeGreaterThan(20);
    });
    const { code, stderr } = await vault.run(['serve', '--token-file', token]);
    expect(stderr).toContain('--http');
    expect(code).toBe(2);
  },
  'serve --tools': async (vault) => {
    const token = join(vault.folder, 'token');
    const list = (set: string) => {
      const names: string[] = [];
      return serving(vault, ['serve', '--http', '0', '--token-file', token, '--tools', set], async (url) => {
        names.push(...(await listTools(url, (await readFile(token, 'utf8')).trim())));
      }).then(() => names);
    };
    expect(await list('core')).toHaveLength(6);
    expect((await list('all')).length).toBeGreaterThan(6);
  },
  'privacy erase --dry-run': async (vault) => {
    const { stdout } = await done(vault, ['privacy', 'erase', 'people/ida.md', '--dry-run']);
    expect(stdout).toContain('would be erased');
    expect(await listClaims(vault, '--note', 'people/ida.md')).not.toHaveLength(0);
  },
  'privacy use --reset': async (vault) => {
    const env = { ...vault.env, MEMORA_RETRIEVAL_LEARN_FROM_USE: 'true' };
    {
      await using memory = await openMemory({ vault: vault.vault, env });
      for (const question of ['Who leads the project?', 'How fast does the pump run?'])
        await memory.ask(question);
    }
    const pairs = async () => (await vault.json<{ pairs: number }>(['privacy', 'use'], { env })).pairs;
    expect(await pairs()).toBeGreaterThan(0);
    expect((await done(vault, ['privacy', 'use', '--reset'])).stdout).toContain('Unlearned');
    expect(await pairs()).toBe(0);
  },
  'doctor --repair': async (vault) => {
    await writeFile(
      join(vault.vault, '.memora', 'watch.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, host: 'x' }),
    );
    await chmod(join(vault.vault, '.memora', 'memora.db'), 0o644);
    const before = await vault.run(['doctor']);
    expect(before.stdout).toContain('--repair');
    await done(vault, ['doctor', '--repair']);
    expect((await stat(join(vault.vault, '.memora', 'memora.db'))).mode & 0o77).toBe(0);
  },
  'consolidate --region': async (vault) => {
    await done(vault, ['consolidate', '--region', 'people']);
    expect(await missing(join(vault.vault, 'plant', '_atlas.md'))).toBe(true);
    expect(await missing(join(vault.vault, 'people', '_atlas.md'))).toBe(false);
    expect((await vault.run(['consolidate', '--region', 'nowhere'])).code).toBe(2);
  },
  'consolidate --all': async (vault) => {
    const rebuilt = async (...more: string[]) =>
      (await vault.json<{ regions_rebuilt: string[] }>(['consolidate', ...more])).regions_rebuilt;
    await rebuilt();
    expect(await rebuilt()).toEqual([]);
    expect((await rebuilt('--all')).length).toBeGreaterThan(1);
  },
  'consolidate --dry-run': async (vault) => {
    expect((await done(vault, ['consolidate', '--dry-run'])).stdout).toContain('would write');
    expect(await missing(join(vault.vault, 'world_map.md'))).toBe(true);
  },
  'challenge --region': async (vault) => {
    expect((await challenge(vault)).items.length).toBeGreaterThan(0);
    expect((await challenge(vault, '--region', 'people')).items).toEqual([]);
    expect((await vault.run(['challenge', '--region', 'nowhere'])).code).toBe(2);
  },
  'challenge --all': async (vault) => {
    for (const { id } of (await challenge(vault)).items) await done(vault, ['challenge', 'acknowledge', id]);
    expect((await done(vault, ['challenge'])).stdout).toBe('');
    expect((await done(vault, ['challenge', '--all'])).stdout).toContain('acknowledged');
  },
  'challenge --dry-run': async (vault) => {
    const kept = join(vault.vault, '.memora', 'last_challenger.json');
    await done(vault, ['challenge', '--dry-run']);
    expect(await missing(kept)).toBe(true);
    await done(vault, ['challenge']);
    expect(await missing(kept)).toBe(false);
  },
  'challenge acknowledge --reason': async (vault) => {
    const [first] = (await challenge(vault)).items;
    await done(vault, ['challenge', 'acknowledge', first?.id ?? '', '--reason', 'planned for May']);
    expect(await ledger(vault)).toContain('planned for May');
    expect((await vault.run(['challenge', 'acknowledge', 'nope'])).code).toBe(2);
  },
  'capture --region': async (vault) => {
    const { path } = await vault.json<{ path: string }>([
      'capture',
      'The crane is red.',
      '--region',
      'dock/north',
    ]);
    expect(path).toMatch(/^dock\/north\//);
    const outside = await vault.run(['capture', 'x', '--region', '../out']);
    expect(outside.stderr).toMatch(/inside the vault/);
    expect(outside.code).toBe(2);
  },
  'capture --summary': async (vault) => {
    const { path } = await vault.json<{ path: string }>([
      'capture',
      'The crane is red.',
      '--summary',
      'A crane',
    ]);
    expect(await readFile(join(vault.vault, path), 'utf8')).toMatch(/summary: "?A crane"?/);
  },
  'capture --tags': async (vault) => {
    const { path } = await vault.json<{ path: string }>(['capture', 'The crane is red.', '--tags', 'a, b']);
    expect(await readFile(join(vault.vault, path), 'utf8')).toContain('tags: [a, b]');
  },
  'capture --privacy': async (vault) => {
    const args = ['capture', 'The vault code is 0815.', '--privacy'];
    const { path } = await vault.json<{ path: string }>([...args, 'secret']);
    expect(await readFile(join(vault.vault, path), 'utf8')).toContain('privacy: secret');
    expect((await vault.run(['query', 'What is the vault code?'])).stdout).not.toContain('0815');
    expect((await vault.run([...args, 'hidden'])).stderr).toContain('public, private, secret');
  },
  'report --output': async (vault) => {
    const page = join(vault.folder, 'report.html');
    await done(vault, ['report', '--output', page]);
    expect(await readFile(page, 'utf8')).toContain('40 bar');
    const folder = await vault.run(['report', '--output', vault.folder]);
    expect(folder.stderr).toContain(`cannot write ${vault.folder}: it is a folder`);
    expect(folder.code).toBe(2);
  },
  'report --open': async (vault) => {
    const { io, opened } = await browser(vault);
    expect((await vault.run(['report', '--open'], io)).code).toBe(0);
    expect(await opened()).toMatch(/^file:\/\/.*\/\.memora\/report\.html$/);
  },
  'report --max-nodes': async (vault) => {
    const shown = async (max: string) =>
      (await vault.json<{ claims_shown: number }>(['report', '--max-nodes', max])).claims_shown;
    expect(await shown('2')).toBeLessThan(await shown('5000'));
    expect((await vault.run(['report', '--max-nodes', 'many'])).stderr).toContain('--max-nodes takes');
  },
  'report --watch': async (vault) => {
    const code = await serving(vault, ['report', '--watch'], async (url) => {
      expect(await (await fetch(url)).text()).toContain('40 bar');
    });
    expect(code).toBe(130);
    expect((await vault.run(['report', '--watch', '--output', 'x.html'])).code).toBe(2);
  },
  'report --port': async (vault) => {
    const { createServer } = await import('node:net');
    const held = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => held.once('listening', resolve));
    const { port } = held.address() as { port: number };
    const taken = await vault.run(['report', '--watch', '--port', String(port)]);
    expect(taken.stderr).toContain(String(port));
    expect(taken.code).toBe(2);
    await new Promise((resolve) => held.close(resolve));
    await serving(vault, ['report', '--watch', '--port', String(port)], async (url) =>
      expect(url).toContain(`:${port}/`),
    );
    expect((await vault.run(['report', '--port', '8080'])).stderr).toContain('--watch');
    expect((await vault.run(['report', '--watch', '--port', '99999'])).code).toBe(2);
  },
  'report --share': async (vault) => {
    const page = join(vault.folder, 'share.html');
    await done(vault, ['report', '--share', '--output', page]);
    const html = await readFile(page, 'utf8');
    expect(html).toContain('Ida leads the project.');
    expect(html).not.toMatch(/40 bar|4711/);
  },
};
