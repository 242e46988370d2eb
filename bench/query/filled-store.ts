import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClaimDocument, type ClaimIndex, openClaimStore, type SqliteClaimStore } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import BetterSqlite3 from 'better-sqlite3';

/** A store with generated claims, and the same texts in a plain FTS5 table. */
export interface FilledStore extends AsyncDisposable {
  readonly store: SqliteClaimStore;
  readonly raw: BetterSqlite3.Database;
  readonly texts: readonly string[];
  /** Adds the claims of one more note to the indexes. */
  readonly addNote: (claims: number) => void;
}

const CLAIMS_A_NOTE = 50;
const BATCH = 1000;

/**
 * Fills the tables of the claim store directly: what is measured here is finding claims, and a million of them would take the
 * indexing pipeline ten minutes. The indexes are written as it writes them.
 */
export async function fillStore(
  size: number,
  nextSentence: () => string,
  indexes: readonly ClaimIndex[],
): Promise<FilledStore> {
  const root = mkdtempSync(join(tmpdir(), 'memora-query-'));
  const store = await openClaimStore({ path: join(root, 'memora.db'), indexes });
  const raw = new BetterSqlite3(join(root, 'raw.db'));
  raw.pragma('journal_mode = WAL');
  raw.exec('CREATE VIRTUAL TABLE raw USING fts5(text)');
  const insertRaw = raw.prepare('INSERT INTO raw(rowid, text) VALUES (?, ?)');
  const texts: string[] = [];

  const insert = (count: number) => {
    const first = texts.length;
    for (let i = 0; i < count; i++) texts.push(nextSentence());
    store.transaction((db) => {
      const insertClaim = prepareInserts(db);
      const documents = Array.from({ length: count }, (_, i) => toDocument(first + i, texts));
      for (const document of documents) insertClaim(document);
      for (const index of indexes) index.add(db, documents);
    });
    raw.transaction(() => {
      for (let i = first; i < texts.length; i++) insertRaw.run(i + 1, texts[i]);
    })();
  };
  while (texts.length < size) insert(Math.min(BATCH, size - texts.length));
  return {
    store,
    raw,
    texts,
    addNote: insert,
    [Symbol.asyncDispose]: async () => {
      raw.close();
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function toDocument(at: number, texts: readonly string[]): ClaimDocument {
  const text = texts[at] as string;
  const words = text.split(' ');
  return {
    key: at + 1,
    id: String(at + 1).padStart(16, '0') as ClaimId,
    subject: words.slice(0, 2).join(' '),
    predicate: 'states',
    object: null,
    text,
    noteTitle: `Note ${Math.floor(at / CLAIMS_A_NOTE)} about ${(texts[at - (at % CLAIMS_A_NOTE)] as string).split(' ').slice(0, 3).join(' ')}`,
    region: 'default',
    headingPath: [],
    aliases: [],
    before: at % CLAIMS_A_NOTE === 0 ? '' : (texts[at - 1] as string),
    after: texts[at + 1] ?? '',
    band: 'private',
  };
}

function prepareInserts(db: BetterSqlite3.Database): (document: ClaimDocument) => void {
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
    const number = Math.floor((key - 1) / CLAIMS_A_NOTE) + 1;
    note.run(number, `n${number}.md`, `n${number}`, noteTitle);
    claim.run(key, id, number);
  };
}
