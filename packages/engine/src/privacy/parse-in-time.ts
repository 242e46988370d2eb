import type { ParsedNote, ParseNoteOptions } from '@memora/vault';

/** Parses a note within the budget of `parseBounded` (@memora/claims), which is loaded for the first. Throws `NOTE_TOO_COSTLY`. */
export async function parseInTime(bytes: Uint8Array, options: ParseNoteOptions): Promise<ParsedNote> {
  parseBounded ??= (await import('./parse-bounded.ts')).parseBounded;
  return parseBounded(bytes, options);
}

/** Kept: an import takes longer than a short note does, each time. */
let parseBounded: typeof import('./parse-bounded.ts').parseBounded | undefined;
