import { type ChildProcess, spawn } from 'node:child_process';
import type { McpRequest, Outputs } from './entry-point.ts';

/** Speaks MCP with a server on its stdin and stdout, one request after the other. */
export async function driveMcp(start: () => ChildProcess, requests: readonly McpRequest[]): Promise<Outputs> {
  const child = start();
  let stdout = '';
  let stderr = '';
  const waiting = new Map<number, () => void>();
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
    for (const match of part.matchAll(/"id":(\d+)/g)) waiting.get(Number(match[1]))?.();
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const ask = (id: number, { method, params = {} }: McpRequest): Promise<void> =>
    Promise.race([
      new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
      ended.then(() => undefined),
    ]);
  await ask(0, {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'canary', version: '1' } },
  });
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  for (const [i, request] of requests.entries()) await ask(i + 1, request);
  child.stdin?.end();
  return { stdout, stderr, code: await ended };
}

/** Starts a command with the pipes that {@link driveMcp} needs. */
export function startPiped(file: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(file, args, { env, stdio: 'pipe' });
}
