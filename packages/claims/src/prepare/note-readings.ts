import type { Blake3, ClaimId } from '@memora/core';
import type { ParsedNote } from '@memora/vault';
import type { ClaimDocument } from '../model/claim-index.ts';
import type { Extraction } from '../model/extractor.ts';
import type { NotePassages } from '../model/note-passages.ts';
import { identifyClaims } from './identify-claims.ts';
import { readPassages } from './passages/read-passages.ts';
import { prepareClaims } from './prepare-claims.ts';
import { toDocument } from './to-document.ts';

/**
 * What is computed of a note's claims before the store is asked: all that needs no database. It can be made on another thread, and
 * is left out where it does not hold.
 */
export interface NoteReadings {
  /** The id of the note that the claim ids were made with. */
  readonly noteId: string;
  /** In file order, as the claims of the extraction stand. */
  readonly ids: readonly ClaimId[];
  /** 32 bytes a claim. */
  readonly fingerprints: Uint8Array;
  readonly said: readonly number[];
  readonly contexts: readonly number[];
  /** What the readers of the indexes made of the claims' documents, by the name of the index. */
  readonly byIndex: Readonly<Record<string, unknown>>;
}

/** Reads what an index needs from the documents of a note's claims and from its passages. The result is cloned between threads. */
export type ReadDocuments = (documents: readonly ClaimDocument[], passages: NotePassages) => unknown;

/** The claims of an extraction in file order: what readings go by. */
export function inFileOrder(extraction: Extraction): Extraction {
  const claims = [...extraction.claims].sort(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end || a.segment - b.segment,
  );
  return { ...extraction, claims };
}

/** Null for a note with secret parts: what is made of those takes the vault's key. */
export function readNoteClaims(
  note: ParsedNote,
  bytes: Uint8Array,
  { claims }: Extraction,
  hash: Blake3,
  readers: Readonly<Record<string, ReadDocuments>>,
): NoteReadings | null {
  if (note.band === 'secret' || note.segments.some(({ band }) => band === 'secret')) return null;
  const prepared = prepareClaims(note, bytes, claims);
  const ids = identifyClaims(note.id, prepared, bytes, undefined, hash);
  const fingerprints = new Uint8Array(32 * prepared.length);
  for (const [i, { span }] of prepared.entries())
    fingerprints.set(hash(bytes.subarray(span.start, span.end)), 32 * i);
  const documents = prepared.map((claim, i) => toDocument(0, ids[i] as ClaimId, claim, note, undefined));
  const passages = readPassages(note, { claimed: new Set(claims.map(({ segment }) => segment)) });
  return {
    noteId: note.id,
    ids,
    fingerprints,
    said: prepared.map(({ said }) => said as number),
    contexts: prepared.map(({ context }) => context),
    byIndex: Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(documents, passages)]),
    ),
  };
}
