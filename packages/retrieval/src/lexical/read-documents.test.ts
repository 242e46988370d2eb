import type { ClaimDocument } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { noIndexStatus } from '../testing-fixtures/no-index-status.ts';
import { createLexicalIndex } from './create-lexical-index.ts';
import { readDocuments } from './read-documents.ts';

const index = createLexicalIndex();

const TEXTS = [
  ['The tables have been booked in Lyon since March 2024', 'Die Verträge wurden gekündigt', 'v1.2.3 is out'],
  ['東京の会議は三時から行われます', 'Nothing was booked'],
  ['', 'Les tables sont réservées'],
];

/** The documents of several notes, with what the reader made of each note where `isRead` says so. */
function documentsOf(isRead: (note: number) => boolean): ClaimDocument[] {
  let key = 0;
  return TEXTS.flatMap((texts, number) => {
    const documents = texts.map(
      (text, i): ClaimDocument => ({
        key: ++key,
        id: String(key).padStart(16, '0') as ClaimId,
        subject: `Room ${number}`,
        predicate: 'states',
        object: i === 0 ? 'chairs' : null,
        text,
        noteTitle: `Rooms ${number}`,
        region: '',
        headingPath: ['Rooms', 'Bookings'],
        aliases: [],
        before: texts[i - 1] ?? '',
        after: texts[i + 1] ?? '',
        band: 'private',
      }),
    );
    if (!isRead(number)) return documents;
    const note = { count: documents.length, byIndex: structuredClone({ lexical: readDocuments(documents) }) };
    return documents.map((document, at) => ({ ...document, reading: { note, at } }));
  });
}

/** All that the index holds, in words. */
function contentsOf(add: (db: BetterSqlite3.Database) => void) {
  const db = new BetterSqlite3(':memory:');
  index.create(db, noIndexStatus);
  add(db);
  return ['lexical_fts', 'lexical_docs', 'lexical_terms', 'lexical_totals'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
  );
}

const plain = documentsOf(() => false);

it('writes what was read on another thread as it writes what it reads itself', () => {
  const expected = contentsOf((db) => index.add(db, plain));
  expect(
    contentsOf((db) =>
      index.add(
        db,
        documentsOf(() => true),
      ),
    ),
  ).toEqual(expected);
  expect(
    contentsOf((db) =>
      index.add(
        db,
        documentsOf((note) => note === 1),
      ),
    ),
  ).toEqual(expected);
});

it('reads the claims of a note itself where not all of them are to be added', () => {
  const some = (documents: readonly ClaimDocument[]) => documents.filter(({ key }) => key !== 2);
  expect(contentsOf((db) => index.add(db, some(documentsOf(() => true))))).toEqual(
    contentsOf((db) => index.add(db, some(plain))),
  );
});

it('takes out again what was read on another thread', () => {
  const [fts, docs, terms] = contentsOf((db) => {
    index.add(
      db,
      documentsOf(() => true),
    );
    index.remove(
      db,
      plain.map(({ key }) => key),
    );
  });
  expect([fts, docs, terms]).toEqual([[], [], []]);
});
