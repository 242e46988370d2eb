import type { Claim } from '@memora/claims';
import { decodeText, fingerprint, sliceSpan } from '@memora/core';

/** Reads the words of claims, many of one note after the other without reading the note again. */
export interface NoteWords {
  /** The words of a claim's span as they are on disk; null if they are gone or secret. */
  readonly read: (claim: Claim) => Promise<string | null>;
  /** The same with the rest of its paragraph, for dates that the next sentence gives. It is never shown. */
  readonly readOn: (claim: Claim) => Promise<string | null>;
  /** The state that a note gives itself, `status: done`; null if it gives none, or is secret. */
  readonly statusOf: (notePath: string) => Promise<string | null>;
}

/** Notes that are kept: claims come in file order, and a few come back. */
const KEPT = 8;
const PARAGRAPH_BYTES = 800;

/** Creates a {@link NoteWords} over a reader of notes. */
export function createNoteWords(readNote: (path: string) => Promise<Uint8Array | null>): NoteWords {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  const bytesOf = (path: string) => {
    const known = kept.get(path) ?? readNote(path);
    kept.delete(path);
    kept.set(path, known);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return known;
  };
  const intact = async ({ notePath, span, fingerprint: expected, band }: Claim) => {
    const bytes = band === 'secret' ? null : await bytesOf(notePath);
    const words = bytes === null ? null : sliceSpan(bytes, span);
    return bytes === null || words === null || fingerprint(words) !== expected ? null : { bytes, words };
  };
  return {
    read: async (claim) => {
      const found = await intact(claim);
      return found === null ? null : decodeText(found.words).text;
    },
    readOn: async (claim) => {
      const found = await intact(claim);
      if (found === null) return null;
      const { start } = claim.span;
      const text = decodeText(found.bytes.subarray(start, start + PARAGRAPH_BYTES)).text;
      return text.split(/\r?\n[ \t]*\r?\n/u)[0] ?? '';
    },
    statusOf: async (notePath) => {
      const bytes = await bytesOf(notePath);
      if (bytes === null) return null;
      const { readNoteHead } = await import('@memora/vault/internal');
      const { band, frontmatter } = readNoteHead(bytes, { once: true });
      const status = band === 'secret' ? null : frontmatter.fields.get('status');
      return typeof status === 'string' ? status : null;
    },
  };
}
