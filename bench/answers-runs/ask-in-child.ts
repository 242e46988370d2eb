import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ShownUnit } from './judge-answer.ts';

/** The input of a child process: a vault that it may write its index into, and questions. */
export interface AskRequest {
  readonly vault: string;
  readonly config: string;
  readonly questions: readonly { readonly id: string; readonly text: string }[];
  /** The day of the questions; today by default. */
  readonly now?: string;
}

/** One answer as its reader sees it. */
export interface AskedAnswer {
  readonly id: string;
  readonly units: readonly ShownUnit[];
  /** The time that the answer is about, if it says so: `2025-03`, or a day. */
  readonly asOf: string | null;
}

/** A build of the engine to test: its name in tables, what to import, and Node's flags for it. */
export interface AskedBuild {
  readonly name: string;
  readonly engine: string;
  readonly flags: readonly string[];
}

/** This checkout, and the built one that `MEMORA_BENCH_BASE` names, if any. */
export function findBuilds(env: NodeJS.ProcessEnv = process.env): AskedBuild[] {
  const source = fileURLToPath(new URL('../../packages/engine/src/index.ts', import.meta.url));
  const now = { name: 'now', engine: source, flags: ['--conditions=memora-source'] };
  const folder = env['MEMORA_BENCH_BASE'];
  if (folder === undefined) return [now];
  const file = join(folder, 'packages/engine/dist/index.js');
  if (!existsSync(file)) throw new Error(`MEMORA_BENCH_BASE names no built checkout: ${file} is missing`);
  return [now, { name: 'base', engine: file, flags: [] }];
}

/** Indexes a vault and asks questions in a separate process, so that two builds never share a module. */
export async function askInChild(build: AskedBuild, request: AskRequest): Promise<AskedAnswer[]> {
  const script = fileURLToPath(new URL('./answer-questions.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', ...build.flags];
  const child = spawn(process.execPath, [...flags, script, pathToFileURL(build.engine).href], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const code = await ended;
  if (code !== 0) throw new Error(`the answers of ${build.name} ended with ${code}`);
  return output
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AskedAnswer);
}
