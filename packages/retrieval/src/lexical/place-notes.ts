import type { PlacedNote } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { createPassageReader, type PassageReader, type PassageTerms } from './passages/passage-terms.ts';
import { createPassageWriter, type PassageWriter, type StoredPassage } from './passages/passage-writer.ts';
import { snippetText } from './passages/snippet-text.ts';
import { LEXICAL_INDEX } from './tables/lexical-schema.ts';
import type { NoteTerms } from './tables/read-documents.ts';
import { toCounted } from './tables/statistics-change.ts';

/** Updates the passages of notes. Unchanged passages keep their rows, so an edit only rewrites changed texts and moved positions. */
export function placeNotes(db: Sqlite.Database, notes: readonly PlacedNote[]): void {
  const write = createPassageWriter(db);
  let reader: PassageReader | undefined;
  const gone = notes.flatMap((note) =>
    placeNote(write, note, () => {
      reader ??= createPassageReader();
      return reader;
    }),
  );
  // In row order: the full-text index flushes to disk for each row that comes before the previous one.
  for (const key of gone.sort((a, b) => a - b)) {
    for (const place of write.statements.placesIn.all(key)) write.statements.removePlace.run(place.key);
    write.remove(key);
  }
  write.change.apply();
}

/** Returns the rows to remove. */
function placeNote(write: PassageWriter, note: PlacedNote, reader: () => PassageReader): number[] {
  const stored = write.statements.passagesOfNote.all(note.note);
  if (stored.length === 0 && note.passages.length === 0) return [];
  const read = note.byIndex?.[LEXICAL_INDEX] as NoteTerms | undefined;
  const isNew = stored.length === 0 && read !== undefined;
  if (isNew) write.change.countNote(read);
  const byPrint = Map.groupBy(stored, ({ print }) => print);
  const keys = note.passages.map((passage, at): Written => {
    const { section, span } = passage;
    const place = { at, section, start: span.start, end: span.end };
    const known = byPrint.get(passage.print)?.shift();
    if (known !== undefined) {
      if (isElsewhere(known, place)) write.move(known.key, place);
      return { key: known.key, starts: null };
    }
    const early = read?.passages[at];
    const reading = early === undefined ? reader().readPassage(passage, note) : null;
    const terms = reading ?? (early as PassageTerms);
    const key = write.insert(
      {
        ...place,
        note: note.note,
        band: passage.band,
        kind: passage.kind,
        print: passage.print,
        fingerprint: passage.fingerprint,
        context: { headings: passage.headingPath, ...passage.context },
      },
      terms,
    );
    // Passages read on another thread come without their list of terms.
    if (!isNew) write.change.count(reading ?? toCounted(terms), 1);
    return { key, starts: terms.starts };
  });
  placeClaimsOf(write, note, keys, stored.length === 0, read, reader);
  return [...byPrint.values()].flatMap((left) => left.map(({ key }) => key));
}

interface Written {
  readonly key: number;
  /** Index of the first term of each piece; null if the row existed before. */
  readonly starts: readonly number[] | null;
}

function isElsewhere(
  known: StoredPassage,
  { at, section, start, end }: { at: number; section: number; start: number; end: number },
): boolean {
  return known.at !== at || known.section !== section || known.span_start !== start || known.span_end !== end;
}

function placeClaimsOf(
  write: PassageWriter,
  note: PlacedNote,
  written: readonly Written[],
  isNew: boolean,
  read: NoteTerms | undefined,
  reader: () => PassageReader,
): void {
  const { statements } = write;
  const kept = new Set<number>();
  const startsOf = new Map<number, readonly number[]>();
  const starts = (passage: number): readonly number[] => {
    let known = written[passage]?.starts ?? startsOf.get(passage);
    if (known === undefined) {
      known = (
        read?.passages[passage] ??
        reader().readPassage(note.passages[passage] as PlacedNote['passages'][number], note)
      ).starts;
      startsOf.set(passage, known);
    }
    return known;
  };
  const before = new Map(
    (isNew ? [] : statements.placesOfNote.all(note.note)).map((place) => [place.key, place] as const),
  );
  for (const { key, passage, piece, text } of note.claims) {
    kept.add(key);
    const { key: passageKey, starts: fresh } = written[passage] as Written;
    // A claim that was in another note, or without a passage, is looked up by itself.
    const known = isNew ? undefined : (before.get(key) ?? statements.placeOf.get(key));
    const snippet = snippetText(text);
    if (fresh === null && known?.passage === passageKey && known.snippet === snippet) continue;
    if (known !== undefined && statements.noteOfPassage.get(known.passage) === null)
      write.remove(known.passage);
    const bounds = starts(passage);
    statements.putPlace.run(key, passageKey, bounds[piece] ?? 0, bounds[piece + 1] ?? 0, snippet);
  }
  // The claims of a passage that is removed were checked there.
  const standing = new Set(written.map(({ key }) => key));
  for (const { key, passage } of before.values())
    if (standing.has(passage) && !kept.has(key)) statements.removePlace.run(key);
}
