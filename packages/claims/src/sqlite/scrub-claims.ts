import type { Blake3 } from '@memora/core';
import { distinctiveTokens } from '@memora/privacy';
import type BetterSqlite3 from 'better-sqlite3';
import type { NoteWork } from '../note-work.ts';
import { JOINED_CLAIMS, type JoinedClaimRow } from './claim-rows.ts';
import { bandCodes } from './codes.ts';
import { deleteClaims } from './delete-claims.ts';
import { formerSpans } from './former-spans.ts';
import { secretWords, wordsOf } from './secret-words.ts';

const SECRET = bandCodes.toCode('secret');

/** What became secret: what may stand in no generated page any more. */
export interface Hidden {
  /** Ids under which it was known as readable text. */
  readonly claimIds: readonly string[];
  /** Words of four or more characters, in lower case, that only the secret parts of the note hold. */
  readonly words: readonly string[];
}

/** What scrubbing looks at. */
export interface Scrub {
  readonly work: NoteWork;
  /** The row of the note. */
  readonly note: number;
  /** Secret segments that the note did not hold before, by index. */
  readonly fresh: readonly number[];
  readonly hash: Blake3;
}

/**
 * Removes, instead of keeping as history, the readable rows of text that is secret now. Of this note: every retired claim
 * that holds a word which only secret parts of the note hold, or whose bytes were a sentence around what is marked now.
 * Of other notes: retired claims whose bytes a secret segment has now, or that hold a password, number or key of one.
 */
export function scrubClaims(db: BetterSqlite3.Database, scrub: Scrub): Hidden {
  const { work, note, fresh } = scrub;
  const words = secretWords(work);
  const rows = readableHistory(db, 'claim.note = ?', note);
  const own = work.note.band === 'secret' ? rows : [...rowsWith(rows, words), ...rowsOnceMarked(rows, scrub)];
  const others = fresh.length === 0 ? [] : rowsElsewhere(db, scrub);
  const idByKey = new Map([...own, ...others].map((row) => [row.key, row.id]));
  if (idByKey.size > 0) deleteClaims(db, [...idByKey.keys()]);
  const isNew = fresh.length > 0 || idByKey.size > 0;
  return { claimIds: [...idByKey.values()], words: isNew ? [...words] : [] };
}

/** A secret note is known by its path alone: titles of rows that were left behind by earlier files of that path go too. */
export function scrubTitles(db: BetterSqlite3.Database, path: string, title: string): void {
  db.prepare('UPDATE note SET title = ? WHERE path = ? AND gone_at IS NOT NULL').run(title, path);
}

function readableHistory(db: BetterSqlite3.Database, condition: string, value: number): JoinedClaimRow[] {
  const sql = `${JOINED_CLAIMS} where ${condition} and claim.band <> ? and claim.recorded_until is not null`;
  return db.prepare<[number, number], JoinedClaimRow>(sql).all(value, SECRET);
}

function rowsWith(rows: readonly JoinedClaimRow[], words: ReadonlySet<string>): JoinedClaimRow[] {
  if (words.size === 0) return [];
  return rows.filter((row) => {
    for (const word of wordsOf(textOf(row))) if (words.has(word)) return true;
    return false;
  });
}

function textOf(row: JoinedClaimRow): string {
  return [row.subject_text, row.predicate_text, row.object, row.heading_text, row.metadata].join('\n');
}

/** Claims whose bytes stood, unmarked, where a marker hides a part of them now. */
function rowsOnceMarked(rows: readonly JoinedClaimRow[], { work, fresh, hash }: Scrub): JoinedClaimRow[] {
  if (fresh.length === 0 || rows.length === 0) return [];
  const rowsByFingerprint = Map.groupBy(rows, (row) => row.fingerprint.toString('hex'));
  const lengths = new Set(rows.map((row) => row.span_end - row.span_start));
  const found: JoinedClaimRow[] = [];
  for (const bytes of formerSpans(work.bytes, lengths))
    found.push(...(rowsByFingerprint.get(Buffer.from(hash(bytes)).toString('hex')) ?? []));
  return found;
}

function rowsElsewhere(db: BetterSqlite3.Database, { work, note, fresh, hash }: Scrub): JoinedClaimRow[] {
  const segments = fresh.flatMap((index) => work.note.segments[index] ?? []);
  const fingerprints = new Set(
    segments.map(({ span }) => Buffer.from(hash(work.bytes.subarray(span.start, span.end))).toString('hex')),
  );
  const tokens = new Set(
    segments.flatMap(({ text }) => distinctiveTokens(text)).flatMap((token) => [...wordsOf(token)]),
  );
  const rows = readableHistory(db, 'claim.note <> ?', note);
  const sameBytes = rows.filter((row) => fingerprints.has(row.fingerprint.toString('hex')));
  return [...sameBytes, ...rowsWith(rows, tokens)];
}
