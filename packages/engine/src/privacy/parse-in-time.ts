import type { ParsedNote, ParseNoteOptions } from '@memora/vault';

/**
 * Parses a note within the budget of `parseBounded` (@memora/claims), which is loaded on first use. Throws
 * `NOTE_TOO_COSTLY`.
 */
export async function parseInTime(bytes: Uint8Array, options: ParseNoteOptions): Promise<ParsedNote> {
  parseBounded ??= (await import('./parse-bounded.ts')).parseBounded;
  return parseBounded(bytes, options);
}

/** Kept, because each import takes longer than parsing a short note. */
let parseBounded: typeof import('./parse-bounded.ts').parseBounded | undefined;
