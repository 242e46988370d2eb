import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** A program without arguments, its working folder, and additions to its environment. */
export interface Program {
  readonly file: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** How a program ended: 0, its exit code, or the signal that ended it. */
export interface EndedProgram {
  readonly status: string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TurnOptions {
  readonly nodeArgs?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A program that has not ended after this time is hanging, and is killed. */
  readonly longestMs: number;
}

const TAKE_TURNS = fileURLToPath(new URL('take-turns.ts', import.meta.url));

/**
 * Runs programs one after the other in one process. The process loads their shared modules once, which takes
 * most of the time of a short program. The next program starts when nothing is left that would keep the
 * process of the previous one alive. If a program ends the process (it throws, exits or hangs), the next ones
 * get another.
 */
export async function runInTurn(
  programs: readonly Program[],
  options: TurnOptions,
): Promise<readonly EndedProgram[]> {
  const ended: EndedProgram[] = [];
  while (ended.length < programs.length)
    ended.push(...(await runUntilOneFails(programs.slice(ended.length), options)));
  return ended;
}

/** All of them, or those up to the one that ended the process. */
function runUntilOneFails(
  programs: readonly Program[],
  { nodeArgs = [], env, longestMs }: TurnOptions,
): Promise<readonly EndedProgram[]> {
  const mark = `\u0000${randomUUID()} `;
  const args = ['--disable-warning=ExperimentalWarning', ...nodeArgs, TAKE_TURNS];
  const child = spawn(process.execPath, args, { env: { ...env }, stdio: 'pipe' });
  child.stdin.on('error', () => undefined).end(JSON.stringify({ mark, programs }));
  const said = { stdout: '', stderr: '' };
  const kill = () => child.kill('SIGKILL');
  let timer = setTimeout(kill, longestMs);
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      if (!text.includes('\u0000')) return;
      clearTimeout(timer);
      timer = setTimeout(kill, longestMs);
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const [out = [], errors = []] = [said.stdout, said.stderr].map((text) => text.split(mark));
      const ended = out.slice(1).map((part, i) => ({
        status: part.slice(0, part.indexOf('\n')),
        stdout: behindStatus(out, i),
        stderr: behindStatus(errors, i),
      }));
      const status = String(signal ?? code);
      if (ended.length < programs.length)
        ended.push({
          status,
          stdout: behindStatus(out, ended.length),
          stderr: behindStatus(errors, ended.length),
        });
      // Work that a program leaves for the very end fails with the last program.
      else if (status !== '0') ended.push({ ...(ended.pop() as EndedProgram), status });
      resolve(ended);
    });
  });
}

/** The output of one program. It starts after the line with the previous program's status. */
function behindStatus(parts: readonly string[], i: number): string {
  const part = parts[i] ?? '';
  return i === 0 ? part : part.slice(part.indexOf('\n') + 1);
}
