import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { startTokenProxy } from '../testing-fixtures/start-token-proxy.ts';
import { teamToolsOf } from './tools/team-tools.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const EXPECTED_FAILURES = fileURLToPath(new URL('../../conformance/expected-failures.yaml', import.meta.url));
const INSPECTOR = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js'),
);

const reason = whyNoServer();
describe.skipIf(reason !== null)(`a team's server${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let team: McpTeam;
  beforeAll(async () => {
    server = await startServer();
    team = await setupTeam(server);
  }, 120_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  it('passes the official conformance suite, but for the expected failures that are explained in their file', async () => {
    const token = await team.tokenOf('ann');
    const port = await freePort();
    await using proxy = await startTokenProxy(`http://127.0.0.1:${port}/mcp`, token);
    const { end } = await team.serve({ listen: { host: '127.0.0.1', port }, url: proxy.url });
    const args = [SUITE, 'server', '--url', proxy.url, '--expected-failures', EXPECTED_FAILURES];
    const { code, output } = await run([...args, '--output-dir', join(team.folder, 'results')]);
    await end();
    expect(code, output).toBe(0);
    expect(output).toMatch(/server-initialize/);
  }, 300_000);

  it('is listed and asked by the official inspector with a bearer token, and refuses it without', async () => {
    const token = await team.tokenOf('ann');
    const { url, end } = await team.serve();
    const inspect = (headers: readonly string[], more: readonly string[]) =>
      run([INSPECTOR, url, '--transport', 'http', ...headers, ...more]);
    const header = ['--header', `Authorization: Bearer ${token}`];
    const listed = await inspect(header, ['--method', 'tools/list']);
    expect(listed.code, listed.output).toBe(0);
    const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(teamToolsOf('all').map(({ name }) => name));
    const asked = await inspect(header, [
      ...['--method', 'tools/call', '--tool-name', 'memora_query', '--tool-arg', 'query=gateway'],
    ]);
    expect([asked.code, asked.output]).toEqual([0, expect.stringContaining('structuredContent')]);
    const refused = await inspect([], ['--method', 'tools/list']);
    expect(refused.code).not.toBe(0);
    expect(refused.output).not.toContain('memora_query');
    await end();
  }, 300_000);
});

function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; output: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, output })));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
