import type { ClaimDocument } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { toWireText } from '@memora/privacy';
import { checkVectors } from '../embed/checked-embed.ts';
import type { Embedder } from '../embed/embedder.ts';
import { prepareQueries } from '../queries/prepare-query.ts';
import type { NoteVectors } from './read-documents.ts';
import { prepareBlockWriter } from './scan/vector-blocks.ts';
import { ensureVectorSet, isSetOf, readVectorSets, VECTOR_INDEX, type VectorSet } from './vector-schema.ts';
import { vectorText } from './vector-text.ts';

/**
 * Writes claims into every set, in the transaction that writes them. An embedder that only computes embeds them at once, and no text is kept; for the others
 * they are queued. `embedders` are those that are known here, and the first gets a set if it has none. Secret claims are never embedded, because a vector
 * reveals what its text was about.
 */
export function addToVectors(
  db: Sqlite.Database,
  documents: readonly ClaimDocument[],
  embedders: readonly Embedder[],
): void {
  if (embedders[0] !== undefined) ensureVectorSet(db, embedders[0]);
  const open = documents.filter(({ band }) => band !== 'secret');
  const waiting: VectorSet[] = [];
  for (const set of readVectorSets(db)) {
    const embedder = embedders.find((each) => isSetOf(set, each));
    const now = embedder?.embedNow;
    if (embedder === undefined || now === undefined) {
      waiting.push(set);
      continue;
    }
    // A computed vector overwrites the old one; only a claim that became secret leaves an empty slot.
    removeFromSets(
      db,
      set.state === 'ready' && !isAwaited(db, set)
        ? documents.filter(({ band }) => band === 'secret')
        : documents,
      [set],
    );
    writeNow(db, open, set, embedder, now);
  }
  if (waiting.length === 0) return;
  removeFromSets(db, documents, waiting);
  queue(db, open, waiting);
}

/** Stores vectors. Zero vectors (texts without meaning to the model) are left out and never found. */
export function writeVectors(
  db: Sqlite.Database,
  { id, dimensions }: VectorSet,
  keys: readonly number[],
  vectors: readonly Float32Array[],
): void {
  writerOf(db).blocks.put(id, dimensions, new Map(keys.map((key, i) => [key, vectors[i] ?? null])));
}

export function removeFromVectors(db: Sqlite.Database, keys: readonly number[]): void {
  removeFromSets(
    db,
    keys.map((key) => ({ key })),
    readVectorSets(db),
  );
}

type Keyed = Pick<ClaimDocument, 'key'>;

function removeFromSets(db: Sqlite.Database, documents: readonly Keyed[], sets: readonly VectorSet[]): void {
  if (documents.length === 0 || sets.length === 0) return;
  const write = writerOf(db);
  const gone = new Map(documents.map(({ key }) => [key, null]));
  for (const { key } of documents) write.removeVectorText.run(key);
  for (const set of sets) {
    const { id, dimensions } = set;
    write.blocks.put(id, dimensions, gone);
    if (isAwaited(db, set)) for (const { key } of documents) write.unqueueVector.run(id, key);
    if (write.firstRefused.get(id) !== undefined)
      for (const { key } of documents) write.acceptVector.run(id, key);
  }
}

/**
 * True if a claim waits for its vector in a set. In a set of computed vectors, this happens only after a
 * process without its embedder wrote claims.
 */
function isAwaited(db: Sqlite.Database, { id }: VectorSet): boolean {
  return writerOf(db).firstPending.get(id) !== undefined;
}

function writeNow(
  db: Sqlite.Database,
  documents: readonly ClaimDocument[],
  set: VectorSet,
  embedder: Embedder,
  embed: NonNullable<Embedder['embedNow']>,
): void {
  const keys: number[] = [];
  const vectors: Float32Array[] = [];
  const rest = documents.flatMap((document) => {
    const read = readBefore(document, embedder);
    if (read !== null) {
      keys.push(document.key);
      vectors.push(read);
      return [];
    }
    const wire = toWireText({ text: vectorText(document), band: document.band }, embedder.place);
    return wire === null ? [] : [{ key: document.key, wire }];
  });
  vectors.push(...checkVectors(embed(rest.map(({ wire }) => wire)), rest.length, embedder.dimensions));
  keys.push(...rest.map(({ key }) => key));
  writeVectors(db, set, keys, vectors);
}

/** Returns the vector that the reader thread computed for a claim; null if there is none, or one of another version. */
function readBefore({ reading }: ClaimDocument, { version, dimensions }: Embedder): Float32Array | null {
  const made = reading?.note.byIndex[VECTOR_INDEX] as NoteVectors | null | undefined;
  if (reading === undefined || !made || made.version !== version) return null;
  if (made.vectors.length !== reading.note.count * dimensions) return null;
  return made.vectors.subarray(reading.at * dimensions, (reading.at + 1) * dimensions);
}

function queue(db: Sqlite.Database, documents: readonly ClaimDocument[], sets: readonly VectorSet[]): void {
  const write = writerOf(db);
  for (const document of documents) {
    write.putVectorText.run(document.key, vectorText(document));
    for (const { id } of sets) write.queueVector.run(id, document.key);
  }
}

type Writer = ReturnType<typeof prepareWriter>;
const writers = new WeakMap<Sqlite.Database, Writer>();

function writerOf(db: Sqlite.Database): Writer {
  const known = writers.get(db);
  if (known) return known;
  const writer = prepareWriter(db);
  writers.set(db, writer);
  return writer;
}

function prepareWriter(db: Sqlite.Database) {
  return {
    blocks: prepareBlockWriter(db),
    ...prepareQueries(db, [
      'putVectorText',
      'removeVectorText',
      'queueVector',
      'unqueueVector',
      'firstPending',
      'firstRefused',
      'acceptVector',
    ]),
  };
}
