import { spawn } from 'node:child_process';
import type { CliIo } from '../../cli-io.ts';

/** Shows colours, quits at once if everything fits, and leaves the text on the screen. */
const LESS = 'FRX';

/** The pager of this terminal, chosen like git's: `PAGER`, else `less`; null if none is wanted or usable. */
export function findPager({ stdin, stdout, env }: Pick<CliIo, 'stdin' | 'stdout' | 'env'>): string | null {
  if (stdout.isTTY !== true || stdin.isTTY !== true || env['TERM'] === 'dumb' || env['CI']) return null;
  const asked = env['PAGER']?.trim();
  if (asked === '' || asked === 'cat') return null;
  return asked ?? (process.platform === 'win32' ? null : 'less');
}

/**
 * Shows a long text in `pager`, a command line of the user. Returns false if it cannot be started; the text
 * is then written directly.
 */
export function showInPager(text: string, pager: string, env: CliIo['env']): Promise<boolean> {
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: { LESS, ...env } });
  return new Promise((resolve) => {
    // A user who quits the pager early has read enough.
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve(false));
    // A shell's exit codes for a command that is missing or not executable.
    child.on('close', (code) => resolve(code !== 126 && code !== 127));
    child.stdin.end(text);
  });
}
