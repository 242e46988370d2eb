import type { LedgerEntry } from '@memora/claims';
import { parseLedger } from '@memora/claims/internal';
import { type ScopeKind, shownPath, type TeamReader } from '@memora/postgres';

const SCOPES: readonly ScopeKind[] = ['workspace', 'global', 'user'];

/** The decisions of every ledger that the member sees, about the claims of its own scope that they mean now. */
export async function readTeamLedgers(
  readNote: (path: string) => Promise<Uint8Array | null>,
  reader: TeamReader,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const kind of SCOPES) {
    // Not everybody has a scope of their own, nor each a ledger.
    const bytes = await readNote(shownPath(kind, '_ledger.md'));
    if (bytes === null) continue;
    const decided = parseLedger(new TextDecoder().decode(bytes)).entries;
    if (decided.length > 0) entries.push(...(await reader.resolveLedger(decided, kind)));
  }
  return entries;
}
