import type { Claim } from '@memora/claims';
import { decodeText, fingerprint, sliceSpan } from '@memora/core';

/** Reads the words of claims. Many claims of one note are read without reading the note again. */
export interface NoteWords {
  /** The current words of a claim's span on disk; null if they are gone or secret. */
  readonly read: (claim: Claim) => Promise<string | null>;
  /**
   * The same with the rest of its paragraph, because the next sentence may give a date. It is never shown.
   */
  readonly readOn: (claim: Claim) => Promise<string | null>;
  /** The note's own state, `status: done`; null if it has none, or is secret. */
  readonly statusOf: (notePath: string) => Promise<string | null>;
}

/** The number of notes that are cached: claims come in file order, and only a few notes recur. */
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
