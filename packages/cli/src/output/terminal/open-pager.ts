import { spawn } from 'node:child_process';
import type { CliIo } from '../../cli-io.ts';

/** Shows colours, ends at once if everything fits, and leaves the text on the screen. */
const LESS = 'FRX';

/** The pager of this terminal, as git finds it: `PAGER`, else `less`; null if none is wanted or nobody could use it. */
export function findPager({ stdin, stdout, env }: Pick<CliIo, 'stdin' | 'stdout' | 'env'>): string | null {
  if (stdout.isTTY !== true || stdin.isTTY !== true || env['TERM'] === 'dumb' || env['CI']) return null;
  const asked = env['PAGER']?.trim();
  if (asked === '' || asked === 'cat') return null;
  return asked ?? (process.platform === 'win32' ? null : 'less');
}

/**
 * Shows a long text page by page in `pager`, a command line of the person's own. False if it cannot be started: the text is written
 * as it is then.
 */
export function showInPager(text: string, pager: string, env: CliIo['env']): Promise<boolean> {
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: { LESS, ...env } });
  return new Promise((resolve) => {
    // Who leaves the pager before the end has read enough.
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve(false));
    // The codes of a shell for a command that is missing, or may not run.
    child.on('close', (code) => resolve(code !== 126 && code !== 127));
    child.stdin.end(text);
  });
}
