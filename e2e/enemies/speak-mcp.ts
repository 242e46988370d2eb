import type { ChildProcess } from 'node:child_process';
import type { McpRequest } from '../canary/entry-point.ts';

/** Speaks MCP with a process on its stdin and stdout, one request after the other, and disconnects. */
export async function speakMcp(child: ChildProcess, requests: readonly McpRequest[]): Promise<void> {
  const waiting = new Map<number, () => void>();
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let rest = '';
  child.stdout?.on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) waiting.get(Number(/"id":(\d+)[,}]/.exec(line)?.[1]))?.();
  });
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (id: number, request: McpRequest) =>
    Promise.race([
      ended,
      new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        send({ id, ...request });
      }),
    ]);
  await ask(0, {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'enemy', version: '1' } },
  });
  send({ method: 'notifications/initialized' });
  for (const [i, request] of requests.entries()) await ask(i + 1, request);
  child.stdin?.end();
}
