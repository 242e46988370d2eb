import { styleText } from 'node:util';
import { MemoraError } from '@memora/core';
import type { CliIo } from '../cli-io.ts';
import { isAbort } from '../program/exit-code.ts';
import { toJsonLines, wantsColour } from './create-output.ts';
import { toTerminalText } from './to-terminal-text.ts';

const ROOM = 'Free some space and run the command again; no note was changed.';
const RIGHTS =
  'Change who may read or write it, or name another place, and run the command again; no note was changed.';
const DISK = 'Check the disk, and run the command again; no note was changed.';
const WRITABLE = 'Make it writable, or name another place, and run the command again; no note was changed.';
const PLACE = 'Check that place, or name another one.';

/** The reason and the remedy for each system error code. */
const TOLD_BY_ERRNO: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['permission denied', RIGHTS],
  EPERM: ['operation not permitted', RIGHTS],
  EROFS: ['the file system is read-only', WRITABLE],
  ENOSPC: ['the disk is full, or has no room for another file', ROOM],
  EDQUOT: ['the disk quota is used up', ROOM],
  EFBIG: ['the file is too large for this file system', ROOM],
  EIO: ['the disk has an error', DISK],
  ESTALE: ['the file system is gone', DISK],
  EBUSY: ['another program uses it', 'Wait for it to finish, and run the command again.'],
  ETXTBSY: ['another program uses it', 'Wait for it to finish, and run the command again.'],
  EMFILE: [
    'too many open files',
    'Allow more (`ulimit -n`), and run the command again; no note was changed.',
  ],
  ENFILE: ['too many open files', 'End some programs, and run the command again; no note was changed.'],
  ENAMETOOLONG: ['the name is too long', PLACE],
  ELOOP: ['its links lead in a circle', PLACE],
  EEXIST: ['it exists already, and nothing is overwritten', PLACE],
  ENOENT: ['no such file or folder', PLACE],
  EISDIR: ['it is a folder', PLACE],
  ENOTDIR: ['it is not a folder', PLACE],
  ENOTEMPTY: ['the folder is not empty', PLACE],
  EXDEV: ['it is on another disk', PLACE],
};

/** The same for SQLite errors, by the beginning of their code, because SQLite appends the cause. */
const TOLD_BY_SQLITE: readonly (readonly [string, code: string, message: string, hint: string])[] = [
  ['SQLITE_FULL', 'DISK_FULL', 'no space left for the database', ROOM],
  ['SQLITE_READONLY', 'DATABASE_READONLY', "the database can't be written", WRITABLE],
  [
    'SQLITE_BUSY',
    'DATABASE_BUSY',
    'another process is writing the database',
    'Wait for it to finish, or stop it.',
  ],
  [
    'SQLITE_LOCKED',
    'DATABASE_BUSY',
    'another process is writing the database',
    'Wait for it to finish, or stop it.',
  ],
  ['SQLITE_IOERR', 'DATABASE_IO', 'reading or writing the database failed', DISK],
  ['SQLITE_CANTOPEN', 'DATABASE_IO', "the database can't be opened", PLACE],
];

/** Prints the error and its remedy on stderr; with `--json` as one JSON line. */
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
  // The first error is more informative than one during cleanup.
  if (error instanceof SuppressedError) return describeError(error.suppressed);
  if (isAbort(error))
    return {
      code: 'ABORTED',
      message: 'interrupted',
      hint: 'Finished work is kept. Run the command again to continue.',
    };
  if (MemoraError.isInstance(error))
    return { code: error.code, message: error.message, hint: error.hint ?? null };
  const errno = error as NodeJS.ErrnoException;
  const missing = readMissing(errno);
  if (missing !== null)
    return {
      code: 'PACKAGE_MISSING',
      message: `this needs the package ${missing}, which is not installed`,
      hint: `npm install ${missing} next to @memora/cli, with -g if the command is installed globally.`,
    };
  // The code of a DOMException is a number.
  const system = typeof errno?.code === 'string' ? errno.code : '';
  const told = TOLD_BY_ERRNO[system];
  if (told !== undefined) {
    const [reason, hint] = told;
    const what = errno.path === undefined ? (errno.syscall ?? 'the system') : errno.path;
    return { code: system, message: `${what}: ${reason}`, hint };
  }
  const ofSqlite = TOLD_BY_SQLITE.find(
    ([start]) => system.startsWith(start) && !system.endsWith('SHORT_READ'),
  );
  if (ofSqlite !== undefined) {
    const [, code, message, hint] = ofSqlite;
    return { code, message, hint };
  }
  // A damaged page that was not read before: the store opens, and a later query reads the page.
  if (system.startsWith('SQLITE_'))
    return {
      code: 'DATABASE_CORRUPT',
      message: 'the database is damaged',
      hint: 'Run `memora doctor --repair`, or restore a backup: it is derived from the notes.',
    };
  // The message of an unknown error might contain a note's text, so only its name is shown.
  const name = error instanceof Error ? error.name : typeof error;
  return {
    code: 'UNEXPECTED',
    message: `something unexpected went wrong (${name}${errno?.code === undefined ? '' : ` ${errno.code}`})`,
    hint: 'Run it again with MEMORA_DEBUG=1 to see where, and report it; the trace may contain text of your notes.',
  };
}

/** The missing optional package that has to be installed; null for any other error. */
function readMissing(error: NodeJS.ErrnoException | undefined): string | null {
  if (!/^(?:ERR_)?MODULE_NOT_FOUND$/u.test(error?.code ?? '')) return null;
  return /^Cannot find (?:module|package) '(pg)'/u.exec(error?.message ?? '')?.[1] ?? null;
}
