import type { ClaimId } from '@memora/core';
import { placeIn, readPlainText, writeWholeFile } from '@memora/privacy/files';
import { formatLedgerEntry } from './format-ledger-entry.ts';
import { LEDGER_FILE } from './open-ledger.ts';
import { type LedgerEntry, parseLedger } from './parse-ledger.ts';
import { type ResolveTarget, resolveLedger } from './resolve-ledger.ts';

/** How a ledger is cleaned. */
export interface CleanLedgerOptions {
  readonly dryRun?: boolean;
  readonly resolve?: ResolveTarget;
}

/**
 * Takes the reasons out of every entry that means one of the claims, and the paths: words about an erased claim may be its words, and a
 * file may be named after it. Everything else stays byte for byte. Returns how many entries lost something, or with `dryRun` would.
 * `resolve` says which claims a marked one of an entry means; without it each means its id.
 */
export async function cleanLedger(
  vaultRoot: string,
  erased: ReadonlySet<ClaimId>,
  { dryRun = false, resolve = ({ id }) => [id] }: CleanLedgerOptions = {},
): Promise<number> {
  const place = placeIn(vaultRoot, LEDGER_FILE);
  const text = readPlainText(place) ?? '';
  const means = (entry: LedgerEntry): boolean =>
    [entry, ...resolveLedger([entry], resolve)].some(({ claimIds }) => claimIds.some((id) => erased.has(id)));
  const entries = parseLedger(text).entries.filter((entry) => hasWords(entry) && means(entry));
  if (entries.length === 0 || dryRun) return entries.length;
  const lines = text.split(/(?<=\r\n|\r|\n)/u);
  for (const entry of entries) lines[entry.line - 1] = formatLedgerEntry(withoutWords(entry));
  let isChanged = false;
  await writeWholeFile(place, lines.join(''), {
    confirm: () => {
      isChanged = readPlainText(place) !== text;
      if (isChanged) throw new Error('somebody else wrote a decision');
    },
  }).catch((error: unknown) => {
    if (!isChanged) throw error;
  });
  return isChanged ? cleanLedger(vaultRoot, erased, { resolve }) : entries.length;
}

function hasWords({ verb, reason, marks = [] }: LedgerEntry): boolean {
  if (reason !== '') return true;
  return (
    verb !== 'erase' && marks.some((mark) => mark !== null && (mark.note ?? mark.elsewhere[0]) !== undefined)
  );
}

/** What an `erase` says of its claims holds no word of them. */
function withoutWords({ marks, ...entry }: LedgerEntry): LedgerEntry {
  const bare = { ...entry, reason: '' };
  return entry.verb === 'erase' && marks !== undefined ? { ...bare, marks } : bare;
}
