import type { LedgerEntry } from './parse-ledger.ts';

/** What begins a ledger that does not exist yet. */
export const LEDGER_HEADER = `# Memora ledger

Decisions about claims that prose can't say, one a line. Memora appends; read it, keep it, commit it.

`;

/** The line of a decision, with its line feed. Line breaks in the reason become spaces, so that one entry stays one line. */
export function formatLedgerEntry(entry: Omit<LedgerEntry, 'line'>): string {
  const ids = entry.claimIds.map((id) => `claim:${id}`).join(' ');
  return `- ${entry.time} ${entry.verb} ${ids} : ${entry.reason.replace(/\s+/gu, ' ').trim()}\n`;
}
