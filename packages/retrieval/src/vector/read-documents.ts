import type { ClaimDocument } from '@memora/claims';
import { toWireText } from '@memora/privacy';
import { checkVectors } from '../embed/checked-embed.ts';
import { openWordTable } from '../embed/open-word-table.ts';
import { vectorText } from './vector-text.ts';

/** The vectors of one note's claims, of length 1, concatenated. */
export interface NoteVectors {
  /** The embedder's version. Vectors of another version are not used. */
  readonly version: string;
  readonly vectors: Float32Array;
}

const { embedNow, place, version, dimensions } = await openWordTable();

/** The reader of the vector index: embeds a note's claims with the built-in table, on the thread that reads notes. None is secret. */
export function readDocuments(documents: readonly ClaimDocument[]): NoteVectors | null {
  const wires = documents.flatMap(
    (document) => toWireText({ text: vectorText(document), band: document.band }, place) ?? [],
  );
  if (embedNow === undefined || wires.length !== documents.length) return null;
  const vectors = new Float32Array(wires.length * dimensions);
  for (const [i, vector] of checkVectors(embedNow(wires), wires.length, dimensions).entries())
    vectors.set(vector, i * dimensions);
  return { version, vectors };
}
