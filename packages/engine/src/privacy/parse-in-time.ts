import type { ParsedNote, ParseNoteOptions } from '@memora/vault';

/** Parses a note within the budget of `parseBounded` (@memora/claims), which is loaded for the first. Throws `NOTE_TOO_COSTLY`. */
export async function parseInTime(bytes: Uint8Array, options: ParseNoteOptions): Promise<ParsedNote> {
  const { parseBounded } = await import('./parse-bounded.ts');
  return parseBounded(bytes, options);
}
