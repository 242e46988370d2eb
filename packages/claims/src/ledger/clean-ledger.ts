import type { ClaimId } from '@memora/core';
import { placeIn, readPlainText, writeWholeFile } from '@memora/privacy/files';
import { formatLedgerEntry } from './format-ledger-entry.ts';
import { LEDGER_FILE } from './open-ledger.ts';
import { parseLedger } from './parse-ledger.ts';

/**
 * Takes the reasons out of every entry that names one of the claims: words about an erased claim may be its words. Everything
 * else stays byte for byte. Returns how many entries lost a reason, or with `dryRun` would.
 */
export async function cleanLedger(
  vaultRoot: string,
  erased: ReadonlySet<ClaimId>,
  dryRun = false,
): Promise<number> {
  const place = placeIn(vaultRoot, LEDGER_FILE);
  const text = readPlainText(place) ?? '';
  const entries = parseLedger(text).entries.filter(
    ({ reason, claimIds }) => reason !== '' && claimIds.some((id) => erased.has(id)),
  );
  if (entries.length === 0 || dryRun) return entries.length;
  const lines = text.split(/(?<=\r\n|\r|\n)/u);
  for (const entry of entries) lines[entry.line - 1] = formatLedgerEntry({ ...entry, reason: '' });
  let isChanged = false;
  await writeWholeFile(place, lines.join(''), {
    confirm: () => {
      isChanged = readPlainText(place) !== text;
      if (isChanged) throw new Error('somebody else wrote a decision');
    },
  }).catch((error: unknown) => {
    if (!isChanged) throw error;
  });
  return isChanged ? cleanLedger(vaultRoot, erased) : entries.length;
}
