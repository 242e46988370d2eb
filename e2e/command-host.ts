import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** What a command said, and how it ended. */
export interface HostedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is run in a host: what a process of its own is given before it starts. */
export interface HostOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Commands of the installed product, run one after the other in one process. */
export interface CommandHost extends AsyncDisposable {
  readonly run: (args: readonly string[], options?: HostOptions) => Promise<HostedCommand>;
}

const HOST = fileURLToPath(new URL('./command-host.mjs', import.meta.url));

/**
 * Starting a process takes longer than most commands. What is asked of a command's outputs and files, and not of its start, its end or its signals, is asked of one process that runs
 * them one after the other. Where a command ends the process, the next one starts another.
 */
export function openCommandHost(bin: string, given: Required<Omit<HostOptions, 'stdin'>>): CommandHost {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const open = async (): Promise<ChildProcess> => {
    const started = spawn(process.execPath, [HOST, bin], {
      env: given.env,
      cwd: given.cwd,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [started.stdout, started.stderr]) stream?.setEncoding('utf8');
    await new Promise((resolve, reject) => {
      started.once('message', resolve);
      started.once('close', () => reject(new Error(`${HOST} ended before its first command`)));
    });
    started.once('close', () => {
      child = null;
    });
    child = started;
    return started;
  };
  const run: CommandHost['run'] = async (args, { stdin = '', env = {}, cwd = given.cwd } = {}) => {
    const host = child ?? (await open());
    const mark = `\n${randomUUID()}\n`;
    const said = { stdout: '', stderr: '' };
    return new Promise((resolve) => {
      let code: number | undefined;
      const end = (ended: number | null) => {
        for (const name of ['stdout', 'stderr'] as const) host[name]?.removeAllListeners('data');
        host.removeAllListeners('message').off('close', end);
        resolve({
          code: ended,
          stdout: said.stdout.replace(mark, ''),
          stderr: said.stderr.replace(mark, ''),
        });
      };
      const endOnceWhole = () => {
        if (code !== undefined && Object.values(said).every((text) => text.endsWith(mark))) end(code);
      };
      for (const name of ['stdout', 'stderr'] as const)
        host[name]?.on('data', (part: string) => {
          said[name] += part;
          endOnceWhole();
        });
      host.on('message', (message: { code: number }) => {
        code = message.code;
        endOnceWhole();
      });
      host.once('close', end);
      host.send({ args, env, cwd, stdin, mark });
    });
  };
  return {
    run: (args, options) => {
      const ran = last.then(() => run(args, options));
      last = ran.catch(() => undefined);
      return ran;
    },
    [Symbol.asyncDispose]: async () => {
      const host = child;
      if (host === null) return;
      const ended = new Promise((resolve) => host.once('exit', resolve));
      host.disconnect();
      await ended;
    },
  };
}
