import type { Blake3, ClaimId } from '@memora/core';
import type { ParsedNote } from '@memora/vault';
import type { ClaimDocument } from '../model/claim-index.ts';
import type { Extraction } from '../model/extractor.ts';
import type { NotePassages } from '../model/note-passages.ts';
import { identifyClaims } from './identify-claims.ts';
import { readPassages } from './passages/read-passages.ts';
import { prepareClaims } from './prepare-claims.ts';
import { toDocument } from './to-document.ts';

/** The results for a note's claims that need no database. They can be computed on another thread, and are absent if they do not apply. */
export interface NoteReadings {
  /** The note id that the claim ids are based on. */
  readonly noteId: string;
  /** In file order, like the claims of the extraction. */
  readonly ids: readonly ClaimId[];
  /** 32 bytes per claim. */
  readonly fingerprints: Uint8Array;
  readonly said: readonly number[];
  readonly contexts: readonly number[];
  /** The index readers' results for the claims' documents, by index name. */
  readonly byIndex: Readonly<Record<string, unknown>>;
}

/** Returns the data that an index needs from a note's claims and passages. The result is cloned between threads. */
export type ReadDocuments = (documents: readonly ClaimDocument[], passages: NotePassages) => unknown;

/** Returns the claims of an extraction in file order, which readings refer to. */
export function inFileOrder(extraction: Extraction): Extraction {
  const claims = [...extraction.claims].sort(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end || a.segment - b.segment,
  );
  return { ...extraction, claims };
}

/** Null for a note with secret parts: those need the vault's key. */
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
