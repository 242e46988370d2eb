import { type ClaimFilter, createPassageId, type Passage, type SqliteClaimStore } from '@memora/claims';
import { type Fingerprint, toSpan } from '@memora/core';
import { PASSAGE_BANDS, PASSAGE_KINDS, readStoredContext } from '../lexical/passages/passage-writer.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** An indexed passage and its position in its note. */
export interface IndexedPassage {
  readonly passage: Passage;
  readonly at: number;
  readonly section: number;
}

/** A row of `lexical_passages` joined with its note. */
export interface PassageDetailRow {
  readonly key: number;
  readonly kind: number;
  readonly band: number;
  readonly span_start: number;
  readonly span_end: number;
  readonly at: number;
  readonly section: number;
  /** Null if text of its note was erased and the note has not been indexed again. */
  readonly fingerprint: Uint8Array | null;
  readonly context: string;
  /** The number of earlier passages in its note with the same bytes. */
  readonly occurrence: number;
  readonly note_id: string;
  readonly path: string;
  readonly title: string;
}

/** Prepares reads of whole passages by row key. Passages that must be indexed again are left out. */
export function preparePassages({
  database,
  noteHeads,
}: Pick<SqliteClaimStore, 'database' | 'noteHeads'>): (
  keys: readonly number[],
) => ReadonlyMap<number, IndexedPassage> {
  const read = prepareQuery(database, 'wholePassages');
  return (keys) => {
    const rows = read.all(JSON.stringify(keys));
    const heads = noteHeads([...new Set(rows.map(({ note }) => note))]);
    return new Map(
      rows.flatMap(({ note, ...row }) => {
        const head = heads.get(note);
        if (head === undefined) return [];
        return toIndexedPassage({ ...row, note_id: head.noteId, path: head.path, title: head.title });
      }),
    );
  };
}

/** Converts a row to its key and passage; empty if the passage must be indexed again. */
export function toIndexedPassage(row: PassageDetailRow): readonly (readonly [number, IndexedPassage])[] {
  const { key, fingerprint, note_id: noteId, path, title, at, section, occurrence } = row;
  if (fingerprint === null) return [];
  const passage: Passage = {
    id: createPassageId({ noteId, fingerprint, occurrence }),
    noteId,
    notePath: path,
    kind: PASSAGE_KINDS[row.kind] ?? 'section',
    band: PASSAGE_BANDS[row.band] ?? 'private',
    span: toSpan(row.span_start, row.span_end),
    fingerprint: Buffer.from(fingerprint).toString('hex') as Fingerprint,
    context: { title, path, ...readStoredContext(row.context) },
  };
  return [[key, { passage, at, section }]];
}

/** A passage without claims. */
export interface BareRow {
  readonly key: number;
  readonly band: number;
  readonly context: string;
}

/**
 * True if a filter allows a passage without claims. This is judged by its own row, because such a passage is
 * as current as its note.
 */
export function isBareShown({ band, context }: BareRow, { bands, status, asOf }: ClaimFilter): boolean {
  if (bands?.includes(PASSAGE_BANDS[band] ?? 'secret') === false) return false;
  const statuses = typeof status === 'string' ? [status] : status;
  if (statuses?.includes('current') === false) return false;
  const { dates } = readStoredContext(context);
  return (
    asOf?.valid === undefined || dates.length === 0 || dates.some((date) => date <= (asOf.valid as string))
  );
}

/** Prepares a read of the visible passages without claims. */
export function prepareBarePassages({
  database,
  passingNotes,
}: Pick<SqliteClaimStore, 'database' | 'passingNotes'>): (
  filter: ClaimFilter,
  passages: readonly number[],
) => ReadonlySet<number> {
  const read = prepareQuery(database, 'barePassages');
  return (filter, passages) => {
    const rows = read.all(JSON.stringify(passages)).filter((row) => isBareShown(row, filter));
    const notes = passingNotes(filter, [...new Set(rows.map(({ note }) => note))]);
    return new Set(rows.flatMap(({ key, note }) => (notes.has(note) ? [key] : [])));
  };
}
