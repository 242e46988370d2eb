import type { LedgerEntry } from '@memora/claims';
import { parseLedger } from '@memora/claims/internal';
import { type LastingTeamReader, shownPath } from '@memora/postgres';

/** The decisions of every ledger that the member sees, about the claims of its own scope that they now apply to. */
export async function readTeamLedgers(
  readNote: (path: string) => Promise<Uint8Array | null>,
  reader: LastingTeamReader,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const kind of reader.kinds()) {
    // Not every scope has a ledger.
    const bytes = await readNote(shownPath(kind, '_ledger.md'));
    if (bytes === null) continue;
    const decided = parseLedger(new TextDecoder().decode(bytes)).entries;
    if (decided.length > 0) entries.push(...(await reader.resolveLedger(decided, kind)));
  }
  return entries;
}
