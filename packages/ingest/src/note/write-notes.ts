import { type Band, fingerprint, MemoraError } from '@memora/core';
import { parsePrivacyMarkers } from '@memora/privacy';
import { hideCredentials } from '@memora/privacy/internal';
import { parseNote } from '@memora/vault';
import type { Document, DocumentMeta, LeftOut } from '../document.ts';
import { IngestError, ingestError } from '../ingest-error.ts';
import { entryBytes } from './entry-bytes.ts';
import { identityIn } from './identity-in.ts';
import { type IngestedDocument, ingestDocument } from './ingest-document.ts';

/** The information about a source in its notes, and their place. */
export interface NotesWanted {
  /** The identity of the source: the same one has the same notes. */
  readonly identity: string;
  /** The file name that the notes show. */
  readonly origin: string;
  /** BLAKE3 of the source's bytes. */
  readonly originHash: string;
  readonly retrievedMs: number;
  readonly region?: string;
  readonly privacy?: Band;
  /** Replaces notes whose edits can't be determined. */
  readonly replace?: boolean;
  readonly mostNotes: number;
  /** Maximum number of bytes of all notes together. */
  readonly mostBytes: number;
}

/** The note of one document, to be written by the caller. */
export interface DocumentNote {
  readonly id: string;
  readonly path: string;
  readonly status: IngestedDocument['status'];
  /** The new bytes; null if nothing is to be written. */
  readonly bytes: Uint8Array | null;
  /** True if a part of these bytes is secret, so that they must be sealed. */
  readonly isSecret: boolean;
  /** BLAKE3 of the original of this document. */
  readonly originHash: string;
  readonly format: string;
  /** The number of places that were marked secret. */
  readonly sealed: number;
  /** The kinds of credentials among them, by name. */
  readonly classes: readonly string[];
  readonly anchors: number;
  /** Places that a person edited, which are kept. */
  readonly edits: number;
  readonly conflicts: number;
  readonly leftOut: LeftOut;
  /** Set if some of the text was recognised in pictures, or a part of the document is missing; null otherwise. */
  readonly made: NonNullable<DocumentMeta['made']> | null;
  /** The number of notices, for example of attachments that are not in the note. */
  readonly notices: number;
}

/** Creates the notes of documents one after the other. Writes nothing: `standing` returns the note at a path, and the caller receives the bytes. */
export async function* writeNotes(
  documents: AsyncIterable<Document>,
  { identity, origin, originHash, mostNotes, mostBytes, ...options }: NotesWanted,
  standing: (path: string) => Promise<Uint8Array | null>,
): AsyncGenerator<DocumentNote> {
  const keys = new Map<string, number>();
  const mails = new Map<string, string>();
  let [notes, length] = [0, 0];
  for await (const document of documents) {
    const own = identityIn(identity, document, keys);
    const original = own === identity ? originHash : fingerprint(entryBytes(document));
    const { thread, key } = document.meta;
    const answered = thread === undefined || thread.answers === null ? undefined : mails.get(thread.answers);
    let bytes: Uint8Array | null = null;
    const folder = {
      root: null,
      readNote: async (path: string) => {
        const found = await standing(path);
        if (found !== null) return found;
        throw new MemoraError('there is no such note', { code: 'NOTE_NOT_FOUND', hint: 'None is needed.' });
      },
      replaceNote: async (_path: string, _expected: Uint8Array | null, next: Uint8Array) => {
        bytes = next;
      },
    };
    const told = await ingestDocument(folder, document, {
      ...options,
      ...{ identity: own, origin, original, refs: answered === undefined ? [] : [answered] },
    });
    if (thread !== undefined && key !== undefined) mails.set(key, told.id);
    const made = bytes as Uint8Array | null;
    notes++;
    length += made?.length ?? 0;
    if (notes > mostNotes || length > mostBytes) throw tooMany(mostNotes, mostBytes);
    const { hidden } = hideCredentials(document.markdown);
    yield {
      ...{ id: told.id, path: told.path, status: told.status, bytes: made, originHash: original },
      isSecret: made !== null && holdsSecret(told.path, made),
      ...{ format: told.format, sealed: told.sealed, classes: hidden, anchors: told.anchors },
      ...{ edits: told.edits, conflicts: told.conflicts, leftOut: told.leftOut },
      ...{ made: document.meta.made ?? null, notices: document.meta.notices.length },
    };
  }
  if (notes === 0) throw ingestError('DOCUMENT_EMPTY', 'The source contains no document.');
}

/** True if a note has a secret part: by its band, by a segment, or by a marker anywhere. */
export function holdsSecret(path: string, bytes: Uint8Array): boolean {
  const { band, segments } = parseNote(bytes, { path });
  return (
    band === 'secret' ||
    segments.some((segment) => segment.band === 'secret') ||
    parsePrivacyMarkers(bytes).regions.some((region) => region.band === 'secret')
  );
}

function tooMany(mostNotes: number, mostBytes: number): IngestError {
  return new IngestError(`It would produce more than ${mostNotes} notes, or ${mostBytes} bytes of notes.`, {
    code: 'DOCUMENT_TOO_LARGE',
    hint: 'Split it, and upload the parts.',
  });
}
