import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';
import type { CaptureClient } from './capture-clients.ts';

const CHILD = fileURLToPath(new URL('capture-child.ts', import.meta.url));

/** Deals the clients out to this many processes. */
export function shareOut(clients: readonly CaptureClient[], processes: number): readonly CaptureClient[][] {
  const shares = Math.max(1, processes);
  return Array.from({ length: shares }, (_, i) => clients.filter((_, j) => j % shares === i));
}

/** Runs each task in a separate process, or all in this one. */
export async function runInProcesses<Task, Result>(
  tasks: readonly Task[],
  processes: number,
  here: (task: Task) => Promise<Result>,
): Promise<Result[]> {
  if (processes === 0) return Promise.all(tasks.map(here));
  return Promise.all(
    tasks.map(async (task) => {
      const child = spawn(process.execPath, programOf(CHILD), { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(JSON.stringify(task));
      let text = '';
      for await (const piece of child.stdout.setEncoding('utf8')) text += piece;
      return JSON.parse(text) as Result;
    }),
  );
}
