import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { startHttpServer } from './testing-fixtures/start-server.ts';
import { startTokenProxy } from './testing-fixtures/start-token-proxy.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const EXPECTED_FAILURES = fileURLToPath(new URL('../conformance/expected-failures.yaml', import.meta.url));

it('passes the official conformance suite over HTTP, but for the expected failures that are explained in their file', async () => {
  await using vault = await setupVault();
  const tokenFile = join(vault.folder, 'token');
  await using server = await startHttpServer(vault.vault, vault.env, tokenFile);
  await using proxy = await startTokenProxy(server.url, (await readFile(tokenFile, 'utf8')).trim());
  const args = [SUITE, 'server', '--url', proxy.url, '--expected-failures', EXPECTED_FAILURES];
  const { code, output } = await run([...args, '--output-dir', join(vault.folder, 'results')]);
  expect(code, output).toBe(0);
  expect(output).toMatch(/server-initialize/);
});

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
