import type { LedgerEntry, LedgerMark } from './parse-ledger.ts';

/** The header of a new ledger. */
export const LEDGER_HEADER = `# Memora ledger

Decisions about claims that prose can't say, one a line. Memora appends; read it, keep it, commit it.

`;

/** Returns the line of a decision, with its line feed. Line breaks in the reason become spaces, so that one entry is one line. */
export function formatLedgerEntry(entry: Omit<LedgerEntry, 'line'>): string {
  const claims = entry.claimIds.map((id, i) => `claim:${id}${formatMark(entry.marks?.[i] ?? null)}`);
  const memories = (entry.memories ?? []).map(
    ({ id, path }) => `note:${id}${path === null ? '' : ` in:${encodeNote(path)}`}`,
  );
  const ids = [...claims, ...memories].join(' ');
  return `- ${entry.time} ${entry.verb} ${ids} : ${entry.reason.replace(/\s+/gu, ' ').trim()}\n`;
}

function formatMark(mark: LedgerMark | null): string {
  if (mark === null) return '';
  const { fingerprint, note, elsewhere } = mark;
  return [
    ...(fingerprint === null ? [] : [` fp:${fingerprint}`]),
    ...(note === null ? [] : [` in:${encodeNote(note)}`]),
    ...elsewhere.map((path) => ` not:${encodeNote(path)}`),
  ].join('');
}

/** Encodes a path as one word: separators and Markdown are percent-encoded, letters of every script stay. */
function encodeNote(path: string): string {
  return path.toWellFormed().replace(/[\s\p{C}\p{Z},%:<>[\]`|]/gu, (character) => {
    const code = encodeURIComponent(character);
    return code === character ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}` : code;
  });
}
