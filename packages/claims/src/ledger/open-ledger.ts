import { constants } from 'node:fs';
import { lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { formatLedgerEntry, LEDGER_HEADER } from './format-ledger-entry.ts';
import { type Ledger, type LedgerEntry, parseLedger } from './parse-ledger.ts';

/** The ledger's file, in the vault's root. */
export const LEDGER_FILE = '_ledger.md';

/** Reads the vault's ledger; an absent file is an empty ledger. Throws `LEDGER_UNREADABLE`. */
export async function readLedger(vaultRoot: string): Promise<Ledger> {
  const path = join(vaultRoot, LEDGER_FILE);
  try {
    await refuseLink(path);
    return parseLedger(await readFile(path, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { entries: [], problems: [] };
    if (MemoraError.isInstance(cause)) throw cause;
    throw ledgerError('LEDGER_UNREADABLE', 'could not be read', cause);
  }
}

/**
 * Appends one decision and makes sure that it is on disk. What stands in the file is never rewritten, and two processes that
 * append at once both keep their line. Throws `LEDGER_UNWRITABLE`.
 */
export async function appendToLedger(vaultRoot: string, entry: Omit<LedgerEntry, 'line'>): Promise<void> {
  const path = join(vaultRoot, LEDGER_FILE);
  try {
    await refuseLink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o644);
    try {
      const { size } = await file.stat();
      await file.appendFile(`${await leadOf(file, size)}${formatLedgerEntry(entry)}`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (MemoraError.isInstance(cause)) throw cause;
    throw ledgerError('LEDGER_UNWRITABLE', 'could not be written', cause);
  }
}

/** The header of a new file; a line feed where the last line lacks one, so that an entry never joins a person's text. */
async function leadOf(file: Awaited<ReturnType<typeof open>>, size: number): Promise<string> {
  if (size === 0) return LEDGER_HEADER;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] === 0x0a ? '' : '\n';
}

async function refuseLink(path: string): Promise<void> {
  const entry = await lstat(path);
  if (!entry.isFile()) throw ledgerError('LEDGER_UNREADABLE', 'is no plain file', null);
}

function ledgerError(
  code: 'LEDGER_UNREADABLE' | 'LEDGER_UNWRITABLE',
  what: string,
  cause: unknown,
): MemoraError {
  return new MemoraError(`${LEDGER_FILE} ${what}`, {
    code,
    hint: 'Check the file in the root of the vault: it holds your decisions about claims, one a line.',
    cause,
  });
}
