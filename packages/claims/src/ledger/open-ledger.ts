import { MemoraError } from '@memora/core';
import { appendToFile, placeIn, readPlainText } from '@memora/privacy/files';
import { ClaimsError } from '../model/errors/claims-error.ts';
import { formatLedgerEntry, LEDGER_HEADER } from './format-ledger-entry.ts';
import { type Ledger, type LedgerEntry, parseLedger } from './parse-ledger.ts';

/** The ledger's file, in the vault's root. */
export const LEDGER_FILE = '_ledger.md';

/** Reads the vault's ledger; an absent file is an empty ledger. Throws `LEDGER_UNREADABLE`. */
export async function readLedger(vaultRoot: string): Promise<Ledger> {
  try {
    const text = readPlainText(placeIn(vaultRoot, LEDGER_FILE));
    return text === null ? { entries: [], problems: [] } : parseLedger(text);
  } catch (cause) {
    throw ledgerError('LEDGER_UNREADABLE', 'could not be read', cause);
  }
}

/**
 * Appends one decision and syncs it to disk. Existing lines are never rewritten, and two processes that append at once both keep their lines. Throws
 * `LEDGER_UNWRITABLE`.
 */
export async function appendToLedger(vaultRoot: string, entry: Omit<LedgerEntry, 'line'>): Promise<void> {
  try {
    appendToFile(placeIn(vaultRoot, LEDGER_FILE), formatLedgerEntry(entry), {
      mode: 0o644,
      header: LEDGER_HEADER,
      onOwnLine: true,
      flush: true,
    });
  } catch (cause) {
    throw ledgerError('LEDGER_UNWRITABLE', 'could not be written', cause);
  }
}

function ledgerError(
  code: 'LEDGER_UNREADABLE' | 'LEDGER_UNWRITABLE',
  what: string,
  cause: unknown,
): MemoraError {
  const isRefused = MemoraError.isInstance(cause) && cause.code === 'FILE_REFUSED';
  return new ClaimsError(isRefused ? cause.message : `${LEDGER_FILE} ${what}`, {
    code,
    hint: 'Check the file in the root of the vault: it contains your decisions about claims, one per line.',
    cause,
  });
}
