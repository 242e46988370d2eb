import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BINS = [
  ['memora-mcp', '../packages/mcp/dist/bin.js', []],
  ['memora serve', '../packages/cli/dist/bin.js', ['serve']],
] as const;

it.each(BINS)(
  'the built %s captures a note, finds it, and exits when stdin closes',
  async (_, bin, command) => {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bin-'));
    const vault = await mkdtemp(join(folder, 'vault-'));
    await writeFile(join(vault, 'a.md'), 'The kiln burns at 900 degrees.\n');
    const args = [fileURLToPath(new URL(bin, import.meta.url)), ...command, '--vault', vault];
    const env = { PATH: process.env['PATH'], MEMORA_CONFIG_DIR: join(folder, 'config') };
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const replies = collectReplies(child.stdout.setEncoding('utf8'));
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const call = (id: number, name: string, given: object) => {
      send({ id, method: 'tools/call', params: { name, arguments: given } });
      return replies.of(id);
    };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
    });
    await replies.of(1);
    send({ method: 'notifications/initialized' });
    const body = 'The glaze needs 1,240 degrees.';
    const captured = await call(2, 'memora_capture', { region: 'log', summary: 'Glaze', body });
    expect(captured, stderr).toMatchObject({ structuredContent: { path: 'log/Glaze.md' } });
    const found = await call(3, 'memora_query', { query: 'how hot for the glaze?' });
    expect(JSON.stringify(found)).toContain(body);
    child.stdin.end();
    expect(await new Promise((resolve) => child.on('close', resolve)), stderr).toBe(0);
    await rm(folder, { recursive: true, force: true });
  },
);

function collectReplies(stdout: NodeJS.ReadableStream) {
  const resultById = new Map<number, unknown>();
  const waiting = new Map<number, (result: unknown) => void>();
  let buffer = '';
  stdout.on('data', (text: string) => {
    buffer += text;
    const lines = buffer.split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
      if (id === undefined) continue;
      resultById.set(id, result ?? error);
      waiting.get(id)?.(result ?? error);
    }
  });
  const of = (id: number) =>
    new Promise<unknown>((resolve) => {
      if (resultById.has(id)) resolve(resultById.get(id));
      else waiting.set(id, resolve);
    });
  return { of };
}
