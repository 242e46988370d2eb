import type { Blake3 } from '@memora/core';
import { bandCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { formerSpans } from '../read/as-of/former-spans.ts';
import { forgetMeta, readMeta, writeMeta } from '../schema/meta.ts';
import { foldCase, wordsOf } from '../secrets/secret-words.ts';
import { fileName } from '../write/write-note-row.ts';
import { deleteClaims } from './delete-claims.ts';
import { sweepTerms } from './sweep-terms.ts';

const SECRET = bandCodes.toCode('secret');
/** Sentences with one marked word are searched by length; if a run retires more lengths than this, only by whole spans. */
const MOST_LENGTHS = 16;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** How to read the notes that contain, as a secret, text that was retired where it was open. */
interface DuplicateSearch {
  /** When this run retired anything: another process may have finished the search in the meantime and removed the mark. */
  readonly own: number | null;
  readonly hash: Blake3;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
}

/** History rows whose words occur in a secret place. */
interface FoundDuplicates {
  readonly claims: readonly { readonly key: number; readonly id: string }[];
  readonly notes: readonly { readonly key: number; readonly path: string }[];
}

/** Records the time at which claims or notes were retired, in the same transaction, so that the next run finds the duplicates of an interrupted one. */
export function markUnsought(db: Sqlite.Database, now: number): void {
  if (readMeta(db, 'unsought_twins') === undefined) writeMeta(db, 'unsought_twins', now);
}

/**
 * Finds text retired since the last search that also occurs in secret places of other notes: it was first copied into a secret note and later deleted where it
 * was open. Otherwise it would stay as readable history. Reads the notes with secrets; null if nothing was retired.
 */
export async function findDuplicates(
  db: Sqlite.Database,
  duplicates: DuplicateSearch,
): Promise<FoundDuplicates | null> {
  const marked = readMeta<number>(db, 'unsought_twins') ?? duplicates.own;
  if (marked === null) return null;
  const since = Math.min(marked, duplicates.own ?? marked);
  const rows = prepareQuery(db, 'readableHistorySince').all(since);
  const gone = prepareQuery(db, 'goneNotesSince')
    .all(since)
    .filter(({ path, title }) => title !== fileName(path) && wordsOf(title).size > 0);
  if (rows.length + gone.length === 0) return { claims: [], notes: [] };

  const rowsByFingerprint = Map.groupBy(rows, (row) => row.fingerprint.toString('hex'));
  const lengths = new Set(rows.map((row) => row.span_end - row.span_start));
  const claims = new Map<number, string>();
  const notes = new Map<number, string>();
  const look = (bytes: Uint8Array): void => {
    for (const row of rowsByFingerprint.get(Buffer.from(duplicates.hash(bytes)).toString('hex')) ?? [])
      claims.set(row.key, row.id);
  };
  for (const [path, places] of Map.groupBy(prepareQuery(db, 'secretPlaces').all(), (place) => place.path)) {
    const bytes = await duplicates.readNote(path);
    if (bytes === null) continue;
    const isWhole = places[0]?.band === SECRET;
    const spans = places.map(({ start, end }) => bytes.subarray(start, end));
    for (const span of spans) look(span);
    if (!isWhole && lengths.size <= MOST_LENGTHS) for (const span of formerSpans(bytes, lengths)) look(span);
    const text = foldCase((isWhole ? [bytes] : spans).map((each) => decoder.decode(each)).join('\n'));
    for (const { key, path: old, title } of gone) if (text.includes(foldCase(title))) notes.set(key, old);
  }
  return {
    claims: [...claims].map(([key, id]) => ({ key, id })),
    notes: [...notes].map(([key, path]) => ({ key, path })),
  };
}

/** Deletes them: the claims leave history, the notes get their paths as titles, and the mark is removed. In a transaction. */
export function scrubDuplicates(db: Sqlite.Database, { claims, notes }: FoundDuplicates): void {
  if (claims.length > 0)
    deleteClaims(
      db,
      claims.map(({ key }) => key),
    );
  const rename = prepareQuery(db, 'setTitle');
  for (const { key, path } of notes) rename.run(fileName(path), key);
  if (claims.length + notes.length > 0) sweepTerms(db);
  forgetMeta(db, 'unsought_twins');
}
