import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { programOf } from '@memora/testing-fixtures/program-of';
import { runInProcess } from '../run-in-process.ts';

/** The result of a process. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The number of its writing operations; null if it was killed. */
  readonly operations: number | null;
}

/** When to end a process by `kill -9`: at its n-th writing operation; by default it ends normally. */
export interface Ending {
  readonly at?: number;
  /**
   * Instead of being killed, the n-th operation and all later writes fail with this code: a full, read-only
   * or broken disk. With `EMFILE`, operations that open files fail; with `INODES`, those that create one.
   */
  readonly failWith?: 'ENOSPC' | 'EROFS' | 'EIO' | 'EMFILE' | 'INODES';
  /** Milliseconds by which the clock of the process is shifted. */
  readonly clockShiftMs?: number;
  /**
   * Milliseconds after which it is stopped as by Ctrl-C, once it has reported its first run. A watch does not
   * end by itself.
   */
  readonly stopMs?: number;
}

/**
 * A process without output for this long is stopped. If it does not end this long after being stopped, it
 * hangs and is killed.
 */
const HANGS_MS = 60_000;
const TOLD = /^(?:indexed|problem|failed)/m;

const PRELOAD = join(import.meta.dirname, 'kill-at.mjs');
const BIN = join(import.meta.dirname, 'run-source.ts');
const CLAIMS = join(import.meta.dirname, '../../../../claims/package.json');

/**
 * A folder with a vault and a config folder whose state can be saved and restored. The vault can't move,
 * because keys depend on its path.
 */
export function openCrashPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'memora-crash-'));
  const at = join(folder, 'at');
  const vault = join(at, 'vault');
  mkdirSync(vault, { recursive: true });
  const env = { MEMORA_CONFIG_DIR: join(at, 'config') };
  return {
    vault,
    config: env.MEMORA_CONFIG_DIR,
    at,
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      writeFileSync(join(vault, path), text);
    },
    remove: (path: string) => rmSync(join(vault, path), { recursive: true, force: true }),
    keep: (name: string) => copyExactly(at, join(folder, name)),
    putBack: (name: string) => {
      rmSync(at, { recursive: true, force: true });
      copyExactly(join(folder, name), at);
    },
    /** Runs a command in this process, for recovery and setup. */
    run: (argv: readonly string[], stdin?: string) =>
      runInProcess([...argv, '--vault', vault], { cwd: at, env, ...(stdin === undefined ? {} : { stdin }) }),
    /** Runs it in a separate process that ends as specified. */
    spawn: (argv: readonly string[], ending: Ending = {}, stdin = '', during?: () => void) =>
      spawnMemora([...argv, '--vault', vault], { cwd: at, env, ending, stdin, during, folder }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Includes the modes and times of files and folders. */
function copyExactly(from: string, to: string): void {
  execFileSync('cp', ['-Rp', from, to]);
}

/** See {@link openCrashPlace}. */
export type CrashPlace = ReturnType<typeof openCrashPlace>;

interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ending: Ending;
  readonly stdin: string;
  readonly during: (() => void) | undefined;
  readonly folder: string;
}

function spawnMemora(
  argv: readonly string[],
  { cwd, env, ending, stdin, during, folder }: SpawnOptions,
): Promise<Ended> {
  const count = join(folder, 'count');
  rmSync(count, { force: true });
  const args = ['--import', PRELOAD, ...programOf(BIN), ...argv];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        HOME: cwd,
        ...env,
        KILL_COUNT: count,
        KILL_UNDER: cwd,
        CLOCK_SHIFT: String(ending.clockShiftMs ?? 0),
        KILL_RESOLVE: CLAIMS,
        KILL_AT: String(ending.at ?? 0),
        ...(ending.failWith === undefined ? {} : { FAIL_WITH: ending.failWith }),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
      if (/[Ww]atching/.test(chunk)) during?.();
    });
    const { stopMs } = ending;
    const started = Date.now();
    let stoppedAt: number | null = null;
    const look = () => {
      const now = Date.now();
      const isTold = TOLD.test(stdout) || TOLD.test(stderr) || now - started > HANGS_MS;
      if (stoppedAt === null && isTold && now - started > (stopMs ?? 0)) {
        stoppedAt = now;
        child.kill('SIGINT');
      }
      if (stoppedAt !== null && now - stoppedAt > HANGS_MS) child.kill('SIGKILL');
    };
    const timer = stopMs === undefined ? undefined : setInterval(look, 500);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      const operations = existsSync(count) ? Number(readFileSync(count, 'utf8')) : null;
      resolve({ code, signal, stdout, stderr, operations });
    });
    child.stdin.on('error', () => undefined).end(stdin);
  });
}

/** Every file below a folder, by its path. */
export function readFiles(folder: string): Map<string, Buffer> {
  if (!existsSync(folder)) return new Map();
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const full = join(folder, name);
    if (statSync(full, { throwIfNoEntry: false })?.isFile() === true)
      files.set(relative(folder, full), readFileSync(full));
  }
  return files;
}
