import { Readable, Writable } from 'node:stream';
import type { CliIo } from '../cli-io.ts';
import { runCli } from '../program/run-cli.ts';
import { checkPrinted } from './check-printed.ts';

/** Runs one command line in this process and returns its output. */
export async function runInProcess(
  argv: readonly string[],
  io: Partial<Omit<CliIo, 'stdin'>> & {
    readonly stdin?: string;
    /** Called with all output so far whenever there is more. */
    readonly onStdout?: (text: string) => void;
  } = {},
) {
  const { stdin = '', onStdout, ...rest } = io;
  const printed = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _encoding, done) {
        printed[name] += String(chunk);
        if (name === 'stdout') onStdout?.(printed.stdout);
        done();
      },
    });
  const code = await runCli(argv, {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    env: {},
    cwd: '/',
    signal: new AbortController().signal,
    ...rest,
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
  });
  await checkPrinted(argv, printed.stdout, code);
  return { code, ...printed };
}
