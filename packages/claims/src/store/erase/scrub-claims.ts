import type { Blake3 } from '@memora/core';
import { wordPieces } from '@memora/language/text';
import { distinctiveTokens } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { forgetChanges } from '../changes/change-memory.ts';
import type { NoteWork } from '../note-work.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { formerSpans } from '../read/as-of/former-spans.ts';
import type { JoinedClaimRow } from '../read/claim-rows.ts';
import { foldCase, secretPieces, secretText, secretWords, wordsOf } from '../secrets/secret-words.ts';
import { fileName } from '../write/write-note-row.ts';
import { deleteClaims } from './delete-claims.ts';

/** Text that became secret and must be in no generated page. */
export interface Hidden {
  /** Ids of its claims while it was readable. */
  readonly claimIds: readonly string[];
  /** Words of four or more characters, in lower case, that occur only in the secret parts of the note. */
  readonly words: readonly string[];
  /** The note, with its words of any length if any of its text is newly secret: they are looked for only in what was made from this note. */
  readonly note: HiddenNote;
}

/** What to hide of one note. */
export interface HiddenNote {
  readonly path: string;
  /** Also short words, and pairs of letters in scripts without spaces. */
  readonly pieces: readonly string[];
  /** The title if the whole note is secret, else null. */
  readonly title: string | null;
}

/** The input of scrubbing. */
interface Scrub {
  readonly work: NoteWork;
  /** The row of the note. */
  readonly note: number;
  /** Segments that are newly secret in the note, by index. */
  readonly fresh: readonly number[];
  readonly hash: Blake3;
}

/**
 * Deletes the readable rows of text that is secret now, instead of keeping them as history. Of this note: every retired claim with a word that occurs only in
 * secret parts of the note (a short one only when the text becomes secret), or whose bytes were a sentence around the marked text. Of other notes: retired claims with the bytes of a secret segment, or with a
 * password, number or key of one.
 */
export function scrubClaims(db: Sqlite.Database, scrub: Scrub): Hidden {
  const { work, note, fresh } = scrub;
  const words = secretWords(work);
  if (fresh.length > 0) forgetChanges(db, [note]);
  const pieces: ReadonlySet<string> = fresh.length > 0 ? secretPieces(work) : NONE;
  const rows = prepareQuery(db, 'readableHistoryOf').all(note);
  const own =
    work.note.band === 'secret'
      ? rows
      : [...rowsWith(rows, words), ...rowsWithPieces(rows, pieces), ...rowsOnceMarked(rows, scrub)];
  const others = fresh.length === 0 ? [] : rowsElsewhere(db, scrub, words);
  const idByKey = new Map([...own, ...others].map((row) => [row.key, row.id]));
  const sentences = idByKey.size === 0 ? [] : deleteClaims(db, [...idByKey.keys()]);
  const isNew = fresh.length > 0 || idByKey.size > 0;
  return {
    claimIds: [...idByKey.values(), ...sentences],
    words: isNew ? [...words] : [],
    note: {
      path: work.note.path,
      pieces: [...pieces],
      title: isNew && work.note.band === 'secret' ? work.note.title : null,
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Makes the file name the title of a deleted note if its title contains text that is secret now, or if the file at its path is secret. Returns true if any
 * title changed.
 */
export function scrubTitles(
  db: Sqlite.Database,
  work: Pick<NoteWork, 'note' | 'bytes'>,
  { words, note }: Pick<Hidden, 'words' | 'note'>,
): boolean {
  const gone = prepareQuery(db, 'goneNotes').all();
  if (gone.length === 0) return false;
  const secret = secretText(work);
  const hidden = new Set([...words, ...note.pieces]);
  const isHidden = (title: string): boolean =>
    secret.includes(foldCase(title)) &&
    [...wordsOf(title), ...wordPieces(title)].some((word) => hidden.has(word));
  const rename = prepareQuery(db, 'setTitle');
  const named = gone.filter(
    ({ path, title }) =>
      title !== fileName(path) &&
      ((work.note.band === 'secret' && path === work.note.path) || isHidden(title)),
  );
  for (const { key, path } of named) rename.run(fileName(path), key);
  return named.length > 0;
}

function rowsWith(rows: readonly JoinedClaimRow[], words: ReadonlySet<string>): JoinedClaimRow[] {
  if (words.size === 0) return [];
  return rows.filter((row) => {
    for (const word of wordsOf(textOf(row))) if (words.has(word)) return true;
    return false;
  });
}

function rowsWithPieces(rows: readonly JoinedClaimRow[], pieces: ReadonlySet<string>): JoinedClaimRow[] {
  if (pieces.size === 0) return [];
  return rows.filter((row) => wordPieces(textOf(row)).some((piece) => pieces.has(piece)));
}

function textOf(row: JoinedClaimRow): string {
  return [row.subject_text, row.predicate_text, row.object, row.heading_text, row.metadata].join('\n');
}

/** Returns claims whose bytes, unmarked, contained text that a marker hides now. */
function rowsOnceMarked(rows: readonly JoinedClaimRow[], { work, fresh, hash }: Scrub): JoinedClaimRow[] {
  if (fresh.length === 0 || rows.length === 0) return [];
  const rowsByFingerprint = Map.groupBy(rows, (row) => row.fingerprint.toString('hex'));
  const lengths = new Set(rows.map((row) => row.span_end - row.span_start));
  const found: JoinedClaimRow[] = [];
  for (const bytes of formerSpans(work.bytes, lengths))
    for (const row of rowsByFingerprint.get(Buffer.from(hash(bytes)).toString('hex')) ?? []) found.push(row);
  return found;
}

/**
 * Returns claims of other notes with text that is secret here: with the bytes of a secret segment, current or before a marker was added, or with a password,
 * number or key of one; for a note that came from there, the same as for a note's own history.
 */
function rowsElsewhere(db: Sqlite.Database, scrub: Scrub, words: ReadonlySet<string>): JoinedClaimRow[] {
  const { work, note, fresh, hash } = scrub;
  const rows = prepareQuery(db, 'readableHistoryBeside').all(note);
  if (rows.length === 0) return [];
  const segments = fresh.flatMap((index) => work.note.segments[index] ?? []);
  const fingerprints = new Set(
    segments.map(({ span }) => Buffer.from(hash(work.bytes.subarray(span.start, span.end))).toString('hex')),
  );
  const sameBytes = [
    ...rows.filter((row) => fingerprints.has(row.fingerprint.toString('hex'))),
    ...rowsOnceMarked(rows, scrub),
  ];
  const origins = originsOf(db, work, new Set(sameBytes.map((row) => row.note)));
  const ofOrigins = rows.filter((row) => origins.has(row.note));
  return [
    ...sameBytes,
    ...rowsWith(rows, tokensOf(segments)),
    ...(work.note.band === 'secret' ? ofOrigins : rowsWith(ofOrigins, words)),
  ];
}

function tokensOf(segments: readonly { readonly text: string }[]): ReadonlySet<string> {
  return new Set(
    segments.flatMap(({ text }) => distinctiveTokens(text)).flatMap((each) => [...wordsOf(each)]),
  );
}

/** Returns the deleted notes that had the title of this one: it was moved and marked at once. */
function originsOf(db: Sqlite.Database, { note }: NoteWork, notes: ReadonlySet<number>): Set<number> {
  const gone = prepareQuery(db, 'goneNotes')
    .all()
    .filter(({ key, title }) => notes.has(key) && title === note.title);
  return new Set(gone.map(({ key }) => key));
}
