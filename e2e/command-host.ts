import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** A command's output and exit. */
export interface HostedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of a command in a host: what its own process would get at its start. */
export interface HostOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs commands of the installed product one after the other in one process. */
export interface CommandHost extends AsyncDisposable {
  readonly run: (args: readonly string[], options?: HostOptions) => Promise<HostedCommand>;
}

/** The host program. It takes the bin of the command line as its argument. */
export const HOST = fileURLToPath(new URL('./command-host.mjs', import.meta.url));

/**
 * Starting a process takes longer than most commands. Tests of a command's outputs and files therefore use one process that runs the commands
 * one after the other. Tests of its start, exit or signals do not. If a command ends the process, the next command starts another.
 */
export function openCommandHost(bin: string, given: Required<Omit<HostOptions, 'stdin'>>): CommandHost {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const open = async (): Promise<ChildProcess> => {
    const { env, cwd } = given;
    const started = spawn(process.execPath, [HOST, bin], {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [started.stdout, started.stderr]) stream?.setEncoding('utf8');
    if (!(await waitForHost(started))) throw new Error(`${HOST} ended before its first command`);
    started.once('close', () => {
      child = null;
    });
    child = started;
    return started;
  };
  return {
    run: (args, options) => {
      const ran = last.then(async () =>
        runInHost(child ?? (await open()), args, { cwd: given.cwd, ...options }),
      );
      last = ran.catch(() => undefined);
      return ran;
    },
    [Symbol.asyncDispose]: async () => {
      const host = child;
      if (host === null) return;
      const ended = new Promise((resolve) => host.once('exit', resolve));
      endHost(host);
      await ended;
    },
  };
}

/** Waits until a new host accepts commands; false if it ended before. */
export function waitForHost(host: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    host.once('message', () => resolve(true));
    host.once('exit', () => resolve(false));
  });
}

/** Ends a host after its last command. */
export function endHost(host: ChildProcess): void {
  host.send({});
}

/** Runs one command in a host. Its outputs are text. */
export function runInHost(
  host: ChildProcess,
  args: readonly string[],
  { stdin = '', env = {}, cwd }: HostOptions,
): Promise<HostedCommand> {
  const mark = `\n${randomUUID()}\n`;
  const said = { stdout: '', stderr: '' };
  return new Promise((resolve) => {
    let code: number | undefined;
    const end = (ended: number | null) => {
      host.stdout?.off('data', hearStdout);
      host.stderr?.off('data', hearStderr);
      host.off('message', onMessage).off('close', end);
      resolve({
        code: ended,
        stdout: said.stdout.replace(mark, ''),
        stderr: said.stderr.replace(mark, ''),
      });
    };
    const endOnceWhole = () => {
      if (code !== undefined && Object.values(said).every((text) => text.endsWith(mark))) end(code);
    };
    const hear = (name: keyof typeof said) => (part: string) => {
      said[name] += part;
      endOnceWhole();
    };
    const [hearStdout, hearStderr] = [hear('stdout'), hear('stderr')];
    const onMessage = (message: { code: number }) => {
      code = message.code;
      endOnceWhole();
    };
    host.stdout?.on('data', hearStdout);
    host.stderr?.on('data', hearStderr);
    host.on('message', onMessage).once('close', end);
    host.send({ args, env, cwd, stdin, mark });
  });
}
