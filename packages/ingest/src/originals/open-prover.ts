import { fingerprint } from '@memora/core';
import { readPlainFile } from '@memora/privacy/files';
import { parseNote, type Vault } from '@memora/vault';
import { locateFrontmatter } from '@memora/vault/internal';
import type { Document } from '../document.ts';
import { loadReader } from '../formats/load-reader.ts';
import { entryBytes } from '../note/entry-bytes.ts';
import { type DocumentDetector, sealMarkdown } from '../note/seal-markdown.ts';
import { createBoundedReader } from '../thread/read-bounded.ts';
import { MOST_KEPT } from './keep-original.ts';
import { type OriginalPath, parseOriginalPath } from './original-place.ts';

/** Whether the text of a note is what its extractor produces from its original. */
export type OriginalProof =
  | {
      readonly status: 'proved';
      /** BLAKE3 of the original's bytes. */
      readonly digest: string;
      readonly extractor: string;
      /** Lines of the note that were not extracted: a person's edits. */
      readonly edits: number;
      /** True if the lines of the note with these bytes were extracted unchanged. */
      readonly isExtracted: (span: { readonly start: number; readonly end: number }) => boolean;
    }
  | {
      /**
       * `missing`: the original does not exist. `changed`: its bytes do not match the note.
       * `other_extractor`: another version of the extractor made the note. `differs`: extracting the original
       * again gives no such document.
       */
      readonly status: 'missing' | 'changed' | 'other_extractor' | 'differs';
    };

/** Extracts originals again. */
export interface OriginalProver extends AsyncDisposable {
  /** Null for a note without an original. */
  readonly prove: (note: Uint8Array) => Promise<OriginalProof | null>;
}

/** Opens a prover for the notes of a vault. It writes nothing and fetches nothing. */
export function openProver(
  vault: Pick<Vault, 'root'>,
  { detector }: { readonly detector?: DocumentDetector } = {},
): OriginalProver {
  const reader = createBoundedReader();
  return {
    prove: async (note) => {
      const { fields } = parseNote(note, { path: 'note.md' }).frontmatter;
      const original = parseOriginalPath(vault.root, fields.get('original'));
      if (original === null) return null;
      const extractor = fields.get('extractor');
      if (extractor !== (await loadReader(original.format)).extractor) return { status: 'other_extractor' };
      const bytes = readOriginal(original);
      if (bytes === null) return { status: 'missing' };
      if (fingerprint(bytes) !== original.digest) return { status: 'changed' };
      const text = (name: string) => {
        const value = fields.get(name);
        return typeof value === 'string' ? value : undefined;
      };
      const [origin, charset, hash] = ['origin', 'encoding', 'origin_hash'].map(text);
      const told = {
        type: original.format,
        ...(origin === undefined ? {} : { name: origin }),
        ...(origin !== undefined && /^https?:/.test(origin) ? { url: origin } : {}),
        ...(charset === undefined ? {} : { charset }),
      };
      try {
        for await (const document of reader.read(bytes, told))
          if (hash === original.digest || hash === fingerprint(entryBytes(document)))
            return compare(note, document, extractor, original.digest, detector);
      } catch {
        // This original gave a document before, so the current reader must behave differently.
      }
      return { status: 'differs' };
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

function readOriginal({ place }: OriginalPath): Uint8Array | null {
  try {
    return readPlainFile(place, MOST_KEPT);
  } catch {
    return null;
  }
}

function compare(
  note: Uint8Array,
  document: Document,
  extractor: string,
  digest: string,
  detector: DocumentDetector | undefined,
): OriginalProof {
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(note);
  const body = whole.slice(locateFrontmatter(whole)?.bodyStart ?? 0);
  const extracted = `\n${sealMarkdown(document.markdown, detector).markdown.trim()}\n`;
  const lines = new Set(extracted.split('\n'));
  const edits = body.split('\n').filter((line) => !lines.has(line)).length;
  // A document that shares no line with the note is not the document of the note.
  const isOther = body.trim() !== '' && body.split('\n').every((line) => line === '' || !lines.has(line));
  if (isOther) return { status: 'differs' };
  return {
    status: 'proved',
    digest,
    extractor,
    edits,
    isExtracted: ({ start, end }) => {
      const first = Buffer.from(note).lastIndexOf('\n', start - 1) + 1;
      const last = note.indexOf(0x0a, Math.max(start, end - 1));
      const shown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        note.subarray(first, last < 0 ? undefined : last),
      );
      return extracted.includes(`\n${shown}\n`);
    },
  };
}
