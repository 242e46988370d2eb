import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClaimDocument,
  type ClaimIndex,
  openClaimStore,
  type PlacedNote,
  type PlacedPassage,
  type SqliteClaimStore,
} from '@memora/claims';
import { type ClaimId, toSpan } from '@memora/core';
import type { VectorIndex } from '@memora/retrieval';
import BetterSqlite3 from 'better-sqlite3';

/** A store with generated claims, and the same texts in a plain FTS5 table. */
export interface FilledStore extends AsyncDisposable {
  readonly store: SqliteClaimStore;
  readonly folder: string;
  readonly raw: BetterSqlite3.Database;
  /** Claims in it. */
  readonly size: number;
  /** The text of a claim, counted from 0, or from the number of claims before the store's own. */
  readonly textAt: (position: number) => string;
  /** The id of a claim with that number. */
  readonly idAt: (position: number) => string;
  /** Adds the claims of one more note to the indexes. */
  readonly addNote: (claims: number) => void;
  /** The seconds that filling took; null if an earlier run filled it. */
  readonly filled: { readonly claims: number; readonly vectors: number } | null;
}

const CLAIMS_A_NOTE = 50;
const BATCH = 1000;
/** Sentences of one paragraph. */
const SENTENCES = 3;

export interface FillOptions {
  /** Sentences per passage, each a claim; 3 by default. */
  readonly sentences?: number;
  /** Claims before those of this store; 0 by default. Ids and notes are numbered from there. */
  readonly first?: number;
}

/**
 * Fills the tables of the claim store directly, because only finding claims is measured and the indexing
 * pipeline would take much longer for a million. The indexes are written as the pipeline writes them.
 * `MEMORA_BENCH_KEEP` names a folder whose stores the next run reuses.
 */
export async function openFilledStore(
  size: number,
  nextSentence: () => string,
  indexes: readonly [ClaimIndex, VectorIndex?],
  { first = 0, sentences = SENTENCES }: FillOptions = {},
): Promise<FilledStore> {
  // Notes are written whole.
  if (first % CLAIMS_A_NOTE !== 0) throw new Error(`a store begins with a note, not at claim ${first}`);
  const kept = process.env['MEMORA_BENCH_KEEP'];
  const [lexical, vectors] = indexes;
  const written = vectors === undefined ? [lexical] : [lexical, vectors];
  const versions = written.map(({ version }) => version).join('-');
  const folder = kept
    ? join(
        kept,
        `query-${sentences === SENTENCES ? '' : 'passages-'}${first === 0 ? '' : `${first}-`}${size}-${versions}`,
      )
    : mkdtempSync(join(tmpdir(), 'memora-query-'));
  mkdirSync(folder, { recursive: true });
  const whole = join(folder, 'whole');
  const isFilled = existsSync(whole);
  if (!isFilled) for (const file of ['memora.db', 'raw.db']) rmSync(join(folder, file), { force: true });
  const store = await openClaimStore({ path: join(folder, 'memora.db'), indexes: written });
  const raw = new BetterSqlite3(join(folder, 'raw.db'));
  raw.pragma('journal_mode = WAL');
  raw.exec('CREATE VIRTUAL TABLE IF NOT EXISTS raw USING fts5(text)');
  const write = prepareWriting(store, raw, nextSentence, { indexes: written, first, sentences });
  const readText = raw.prepare<[number], string>('SELECT text FROM raw WHERE rowid = ?').pluck();
  const filled = isFilled ? null : await fill(size, store, write, vectors);
  writeFileSync(whole, '');
  return {
    store,
    folder,
    raw,
    size,
    filled,
    textAt: (position) => readText.get(position + 1) as string,
    idAt: (position) => toId(position + 1),
    addNote: write,
    [Symbol.asyncDispose]: async () => {
      raw.close();
      await store.close();
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(
  size: number,
  store: SqliteClaimStore,
  write: (claims: number) => void,
  vectors: VectorIndex | undefined,
): Promise<NonNullable<FilledStore['filled']>> {
  const started = performance.now();
  for (let done = 0; done < size; done += BATCH) write(Math.min(BATCH, size - done));
  const written = performance.now();
  await vectors?.sync(store);
  store.transaction((db) => db.exec('UPDATE claim_index SET complete = 1'));
  return { claims: (written - started) / 1000, vectors: (performance.now() - written) / 1000 };
}

/** Writes this many more claims, in one transaction. */
function prepareWriting(
  store: SqliteClaimStore,
  raw: BetterSqlite3.Database,
  nextSentence: () => string,
  {
    indexes,
    first,
    sentences,
  }: { readonly indexes: readonly ClaimIndex[]; readonly first: number; readonly sentences: number },
): (claims: number) => void {
  const insertRaw = raw.prepare('INSERT INTO raw(rowid, text) VALUES (?, ?)');
  const insertClaim = prepareInserts(store.database);
  let next = (raw.prepare('SELECT max(rowid) FROM raw').pluck().get() as number | null) ?? first;
  return (claims) => {
    const texts = Array.from({ length: claims }, nextSentence);
    const documents = texts.map((_, i) => toDocument(next, i, texts));
    store.transaction((db) => {
      for (const document of documents) insertClaim(document);
      const placed = toPlacedNotes(documents, sentences);
      for (const index of indexes) {
        index.place?.(db, placed);
        index.add(db, documents);
      }
    });
    raw.transaction(() => {
      for (const [i, text] of texts.entries()) insertRaw.run(next + i + 1, text);
    })();
    next += claims;
  };
}

function toDocument(first: number, i: number, texts: readonly string[]): ClaimDocument {
  const text = texts[i] as string;
  const words = text.split(' ');
  const inNote = i % CLAIMS_A_NOTE;
  return {
    key: first + i + 1,
    id: toId(first + i + 1),
    subject: words.slice(0, 2).join(' '),
    predicate: 'states',
    object: null,
    text,
    noteTitle: `Note ${noteOf(first + i + 1)} about ${(texts[i - inNote] as string).split(' ').slice(0, 3).join(' ')}`,
    region: 'default',
    headingPath: [],
    aliases: [],
    before: inNote === 0 ? '' : (texts[i - 1] as string),
    after: texts[i + 1] ?? '',
    band: 'private',
    isPlaced: true,
  };
}

/** The claims of each note in paragraphs. */
function toPlacedNotes(documents: readonly ClaimDocument[], sentences: number): PlacedNote[] {
  const notes: PlacedNote[] = [];
  for (let at = 0; at < documents.length; at += CLAIMS_A_NOTE) {
    const claims = documents.slice(at, at + CLAIMS_A_NOTE);
    const passages = Array.from(
      { length: Math.ceil(claims.length / sentences) },
      (_, passage): PlacedPassage => {
        const own = claims.slice(passage * sentences, (passage + 1) * sentences);
        return {
          kind: 'section',
          band: 'private',
          span: toSpan(passage, passage + 1),
          headingPath: [],
          section: 0,
          pieces: own.map(({ text }, piece) => ({ segment: passage * sentences + piece, text })),
          lead: '',
          print: passage,
          context: { dates: [], speaker: null, leadIn: null, header: null },
          fingerprint: new Uint8Array(32),
        };
      },
    );
    notes.push({
      note: noteOf(claims[0]?.key ?? 1),
      title: claims[0]?.noteTitle ?? '',
      path: `notes/${noteOf(claims[0]?.key ?? 1)}.md`,
      aliases: [],
      date: '',
      passages,
      claims: claims.map(({ key, text }, i) => ({
        key,
        passage: Math.floor(i / sentences),
        piece: i % sentences,
        text,
      })),
    });
  }
  return notes;
}

function toId(key: number): ClaimId {
  return String(key).padStart(16, '0') as ClaimId;
}

function noteOf(key: number): number {
  return Math.floor((key - 1) / CLAIMS_A_NOTE) + 1;
}

function prepareInserts(db: SqliteClaimStore['database']): (document: ClaimDocument) => void {
  db.prepare("INSERT OR IGNORE INTO term(key, text) VALUES (1, 'bench@1')").run();
  const note = db.prepare(
    `INSERT OR IGNORE INTO note (key, path, note_id, title, region, band, status, size, mtime, hash, first_seen, indexed_at, extractor, segments, gated)
     VALUES (?, ?, ?, ?, 'default', 1, 'active', 0, 0, x'00', 0, 0, 1, 0, '{}')`,
  );
  const claim = db.prepare(
    `INSERT INTO claim (key, id, note, object, inherited, extractor, kind, assertion, status, band, span_start, span_end, fingerprint, precision, recorded_from, confidence, trust, context)
     VALUES (?, ?, ?, NULL, 0, 1, 0, 0, 0, 1, 0, 1, x'00', 5, 0, 1, 1, 0)`,
  );
  return ({ key, id, noteTitle }) => {
    const number = noteOf(key);
    note.run(number, `n${number}.md`, `n${number}`, noteTitle);
    claim.run(key, id, number);
  };
}
