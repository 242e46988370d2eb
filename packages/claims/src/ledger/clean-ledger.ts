import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaimId } from '@memora/core';
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
  const path = join(vaultRoot, LEDGER_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const entries = parseLedger(text).entries.filter(
    ({ reason, claimIds }) => reason !== '' && claimIds.some((id) => erased.has(id)),
  );
  if (entries.length === 0 || dryRun) return entries.length;
  const lines = text.split(/(?<=\r\n|\r|\n)/u);
  for (const entry of entries) lines[entry.line - 1] = formatLedgerEntry({ ...entry, reason: '' });
  const draft = `${path}.${process.pid}.partial`;
  await writeFile(draft, lines.join(''), { mode: (await stat(path)).mode });
  if ((await readFile(path, 'utf8')) !== text) return cleanLedger(vaultRoot, erased);
  await rename(draft, path);
  return entries.length;
}
