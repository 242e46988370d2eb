import { styleText } from 'node:util';
import { MemoraError } from '@memora/core';
import type { CliIo } from '../cli-io.ts';
import { isAbort } from '../exit-code.ts';
import { toJsonLines, wantsColour } from './create-output.ts';
import { toTerminalText } from './to-terminal-text.ts';

const REASON_BY_ERRNO: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many open files',
  EEXIST: 'it exists already, and nothing is overwritten',
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
};

/** Says on stderr what went wrong and what to do about it; as one JSON line under `--json`. */
export function reportError(error: unknown, io: CliIo, options: { readonly json: boolean }): void {
  const { code, message, hint } = describeError(error);
  if (options.json) {
    io.stderr.write(toJsonLines({ error: { code, message, hint } }));
    return;
  }
  const label = wantsColour(io.stderr, io.env)
    ? styleText('red', 'memora:', { validateStream: false })
    : 'memora:';
  io.stderr.write(`${label} ${toTerminalText(`${message}\n${hint === null ? '' : `  ${hint}\n`}`)}`);
  if (io.env['MEMORA_DEBUG'] && error instanceof Error)
    io.stderr.write(`${toTerminalText(error.stack ?? '')}\n`);
}

function describeError(error: unknown): { code: string; message: string; hint: string | null } {
  if (isAbort(error))
    return {
      code: 'ABORTED',
      message: 'interrupted',
      hint: 'What was finished is kept; run the command again to go on.',
    };
  if (MemoraError.isInstance(error))
    return { code: error.code, message: error.message, hint: error.hint ?? null };
  const errno = error as NodeJS.ErrnoException;
  const reason = REASON_BY_ERRNO[errno?.code ?? ''];
  if (reason !== undefined) {
    const what = errno.path === undefined ? (errno.syscall ?? 'the system') : errno.path;
    const isFull = errno.code === 'ENOSPC' || errno.code === 'EDQUOT';
    const hint = isFull ? 'Free some space and run the command again; notes are whole.' : null;
    return { code: errno.code ?? 'IO', message: `${what}: ${reason}`, hint };
  }
  // A page that nobody had read since: the store opens, and a query comes to it.
  if (/^SQLITE_/.test(errno?.code ?? ''))
    return {
      code: 'DATABASE_CORRUPT',
      message: 'the database is damaged',
      hint: 'Run `memora doctor --repair`, or restore a backup: it is derived from the notes.',
    };
  // The message of an unknown error might carry a note's text, so only its name is shown.
  const name = error instanceof Error ? error.name : typeof error;
  return {
    code: 'UNEXPECTED',
    message: `something unexpected went wrong (${name}${errno?.code === undefined ? '' : ` ${errno.code}`})`,
    hint: 'Run it again with MEMORA_DEBUG=1 to see where, and report it; the trace may hold text of your notes.',
  };
}
