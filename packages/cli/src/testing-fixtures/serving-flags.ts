import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

const missing = (path: string) =>
  stat(path).then(
    () => false,
    () => true,
  );

/** A terminal with a display, and an opener that records what it has to open. */
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

/** Runs a server until it prints its address, inspects it, and ends it. */
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
  return [...listed.matchAll(/"name":"(memor[ay]_\w+)"/g)].map(([, name = '']) => name);
}

/** Flags of commands that serve or show a page, each tested by its effect. */
export const SERVING_FLAGS: FlagCases = {
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
  'serve --names': async (vault) => {
    const token = join(vault.folder, 'token');
    const asked = ['serve', '--http', '0', '--token-file', token, '--tools', 'memory', '--names'];
    const names: string[] = [];
    await serving(vault, [...asked, 'memory'], async (url) => {
      names.push(...(await listTools(url, (await readFile(token, 'utf8')).trim())));
    });
    expect(names).toEqual(expect.arrayContaining(['memory_save', 'memory_search', 'memory_forget']));
    expect((await vault.run([...asked, 'other'])).code).toBe(2);
  },
  'open --no-browser': async (vault) => {
    const { io, opened } = await browser(vault);
    const shown = new AbortController();
    const running = vault.run(['open'], { ...io, signal: shown.signal });
    expect(await opened()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    shown.abort();
    expect((await running).code).toBe(130);
    const code = await serving(vault, ['open', '--no-browser'], async (url) => {
      expect(await (await fetch(url)).text()).toContain('<title>Memora</title>');
    });
    expect(code).toBe(130);
  },
  'open --port': async (vault) => {
    const { createServer } = await import('node:net');
    const held = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => held.once('listening', resolve));
    const { port } = held.address() as { port: number };
    const taken = await vault.run(['open', '--no-browser', '--port', String(port)]);
    expect(taken.stderr).toContain(String(port));
    expect(taken.code).toBe(2);
    await new Promise((resolve) => held.close(resolve));
    await serving(vault, ['open', '--no-browser', '--port', String(port)], async (url) =>
      expect(url).toContain(`:${port}/`),
    );
    expect((await vault.run(['open', '--port', '99999'])).code).toBe(2);
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
    expect(html).not.toMatch(/40 bar|471108/);
  },
};
