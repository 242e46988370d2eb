import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deed, Recorded } from './deed.ts';
import { readStrace, TRACED } from './read-strace.ts';

/** The recorder of a process: the system's tracer, which sees every call, or wrapped Node functions that report their calls. */
export type Recorder = 'strace' | 'preload';

const PRELOAD = fileURLToPath(new URL('./record-calls.cjs', import.meta.url));

/** A process that runs this long is hanging. It is killed, and the result is its signal. */
const LONGEST_MS = 180_000;

/** The recorder that this machine allows: `strace`, unless it is missing or tracing is forbidden. */
export function chooseRecorder(): Recorder {
  const tried = spawnSync(
    'strace',
    ['-f', '-qq', '-e', 'trace=execve', '-o', '/dev/null', process.execPath, '-e', '0'],
    {
      encoding: 'utf8',
    },
  );
  return tried.status === 0 ? 'strace' : 'preload';
}

/**
 * With `-D`, the process waits three seconds for its tracer. If the tracer has not attached by then, as on a busy
 * machine, its own alarm ends the process. No code of ours has run by then. It is started again, this many times.
 */
const BEGINNINGS = 8;

/** The options for running a process. */
export interface RecordOptions {
  readonly recorder: Recorder;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Called with the process once it runs. Without this, `stdin` is written and closed. */
  readonly drive?: (child: ChildProcess) => void;
  /** It communicates by messages, like a Node process that another one started. */
  readonly ipc?: true;
  /** Interrupted as by Ctrl-C when its output matches, or after this many milliseconds. */
  readonly stop?: { readonly when: RegExp; readonly afterMs: number };
}

/** Runs Node on a script and returns its deeds. */
export async function recordProcess(args: readonly string[], options: RecordOptions): Promise<Recorded> {
  for (let left = BEGINNINGS - 1; ; left--) {
    const recorded = await recordOnce(args, options);
    const isBegun = recorded.signal !== 'SIGALRM' || recorded.deeds.length > 0;
    if (isBegun || left === 0) {
      // Both logs begin with the program itself. A recorder that saw nothing would prove nothing.
      if (recorded.deeds.length === 0)
        throw new Error(
          `the recorder saw nothing of ${args.join(' ')}: ${recorded.signal ?? ''} ${recorded.stderr}`,
        );
      return recorded;
    }
  }
}

async function recordOnce(args: readonly string[], options: RecordOptions): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'memora-deeds-'));
  const log = join(folder, 'deeds');
  try {
    const ended = await run(args, log, options);
    const said = readFileSync(log);
    const deeds =
      options.recorder === 'strace' ? readStrace(said, options.cwd) : readLines(said.toString('utf8'));
    return { ...ended, deeds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(
  args: readonly string[],
  log: string,
  { recorder, cwd, env, stdin = '', drive, ipc, stop }: RecordOptions,
): Promise<Omit<Recorded, 'deeds'>> {
  const node = [process.execPath, ...args];
  // The process runs as a grandchild, so that signals reach it directly. Its output ends when the tracer does.
  const tracer = ['strace', '-D', '-f', '-qq', '-y', '-s', '8192', '--seccomp-bpf', '-e', TRACED, '-o', log];
  const [file = '', ...rest] = recorder === 'strace' ? [...tracer, '--', ...node] : node;
  const path = process.env['PATH'] ?? '';
  return new Promise((resolve, reject) => {
    const child = spawn(recorder === 'strace' ? findIn(path, file) : file, rest, {
      cwd,
      env: recorder === 'strace' ? env : { ...env, MEMORA_DEEDS: log, NODE_OPTIONS: `--require=${PRELOAD}` },
      stdio: ['pipe', 'pipe', 'pipe', ...(ipc === true ? (['ipc'] as const) : [])],
    }) as ChildProcessWithoutNullStreams;
    const said = { stdout: '', stderr: '' };
    let timer: NodeJS.Timeout | undefined;
    let isHalted = false;
    // Sent once. A second Ctrl-C would skip the cleanup.
    const halt = () => {
      if (!isHalted) child.kill('SIGINT');
      isHalted = true;
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (part: string) => {
        said[name] += part;
        if (stop?.when.test(said[name])) halt();
      });
    }
    if (stop !== undefined) timer = setTimeout(halt, stop.afterMs);
    const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearTimeout(limit);
      resolve({ code, signal, ...said });
    });
    child.stdin.on('error', () => undefined);
    if (drive === undefined) child.stdin.end(stdin);
    else drive(child);
  });
}

function findIn(path: string, name: string): string {
  const { stdout } = spawnSync('/bin/sh', ['-c', `command -v ${name}`], {
    encoding: 'utf8',
    env: { PATH: path },
  });
  return stdout.trim();
}

function readLines(text: string): Deed[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Deed);
}
