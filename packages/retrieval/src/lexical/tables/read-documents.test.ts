import type { PlacedNote, PlacedPassage } from '@memora/claims';
import { toSpan } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noIndexStatus } from '../../testing-fixtures/no-index-status.ts';
import { createSqliteLexicalSource } from '../create-sqlite-lexical-source.ts';
import { prepareLexicalSearch } from '../search-lexical.ts';
import { createLexicalIndex } from './create-lexical-index.ts';
import { readDocuments } from './read-documents.ts';

const index = createLexicalIndex();

const TEXTS = [
  ['The tables have been booked in Lyon since March 2024', 'Die Verträge wurden gekündigt', 'v1.2.3 is out'],
  ['東京の会議は三時から行われます', 'Nothing was booked?'],
  ['', 'Les tables sont réservées'],
];

/** A note with one claim per passage and its own keys. */
function placed(note: number, texts: readonly string[], isRead: boolean): PlacedNote {
  const passages = texts.map(
    (text, i): PlacedPassage => ({
      kind: 'section',
      band: 'private',
      span: toSpan(100 * i, 100 * i + 1 + text.length),
      headingPath: ['Rooms', 'Bookings'],
      section: 0,
      pieces: [{ segment: i, text }],
      lead: text.startsWith('The tables') || text === 'delta' ? 'chairs:' : '',
      context: { dates: ['2024-03-05'], speaker: null, leadIn: null, header: null },
      fingerprint: new Uint8Array(32).fill(text.length),
      print: [...text].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7) % 1e9,
    }),
  );
  const frame = { title: `Rooms ${note}`, path: `rooms/${note}.md`, aliases: [], date: '2024-03-05' };
  const claims = passages.map(({ pieces }, i) => ({
    key: 100 * note + i,
    passage: i,
    piece: 0,
    text: pieces[0]?.text ?? '',
  }));
  const read = isRead
    ? { byIndex: structuredClone({ lexical: readDocuments([], { ...frame, passages }) }) }
    : {};
  return { note, ...frame, passages, claims, ...read };
}

const notes = (isRead: (note: number) => boolean) =>
  TEXTS.map((texts, i) => placed(i + 1, texts, isRead(i + 1)));

function open(...batches: readonly (readonly PlacedNote[])[]) {
  const db = new BetterSqlite3(':memory:');
  index.create(db, noIndexStatus);
  for (const batch of batches) index.place?.(db, batch);
  return db;
}

/** The content of the index in words, independent of its row keys. */
function contentsOf(db: BetterSqlite3.Database) {
  return {
    claims: db
      .prepare(
        `SELECT c.key, first_term, end_term, snippet, note, at, section, band, kind, span_start, span_end, print, language, f.*
         FROM lexical_claims c JOIN lexical_passages p ON p.key = c.passage JOIN lexical_fts f ON f.rowid = p.key ORDER BY c.key`,
      )
      .all(),
    passages: db.prepare('SELECT count(*) FROM lexical_passages').pluck().get(),
    texts: db.prepare('SELECT count(*) FROM lexical_fts').pluck().get(),
    terms: db.prepare('SELECT * FROM lexical_terms ORDER BY term').all(),
    totals: db.prepare('SELECT * FROM lexical_totals WHERE value <> 0 ORDER BY name').all(),
  };
}

const EMPTY = { claims: [], passages: 0, texts: 0, terms: [], totals: [] };

it('writes what was read on another thread as it writes what it reads itself', () => {
  const expected = contentsOf(open(notes(() => false)));
  expect(expected.claims).toHaveLength(7);
  expect(contentsOf(open(notes(() => true)))).toEqual(expected);
  expect(contentsOf(open(notes((note) => note === 2)))).toEqual(expected);
});

it('takes out again what was read on another thread', () => {
  const gone = TEXTS.map((_, i) => placed(i + 1, [], false));
  expect(
    contentsOf(
      open(
        notes(() => true),
        gone,
      ),
    ),
  ).toEqual(EMPTY);
});

it('holds after any edits what an index of the last text holds', () => {
  const texts = fc.array(fc.constantFrom('alpha beta', 'beta gamma', 'gamma 東京', 'delta', ''), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, fc.boolean()), { minLength: 1, maxLength: 4 }), (edits) => {
      const db = open(...edits.map(([words, isRead]) => [placed(1, words, isRead)]));
      expect(contentsOf(db)).toEqual(contentsOf(open([placed(1, edits.at(-1)?.[0] ?? [], false)])));
    }),
    { numRuns: sampleOf(60) },
  );
});

it('keeps the row of a passage that only moved', async () => {
  const db = open([placed(1, ['alpha', 'beta'], false)]);
  const keyOf = (word: string) =>
    db.prepare('SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ?').pluck().get(`text: ${word}`);
  const before = keyOf('beta');
  index.place?.(db, [placed(1, ['new', 'alpha', 'beta'], false)]);
  expect(keyOf('beta')).toBe(before);
  expect((await prepareLexicalSearch(createSqliteLexicalSource(db))('beta')).hits[0]?.key).toBe(102);
});

it('leaves nothing of a removed claim: not in its passage, nor as what introduces others', async () => {
  const [note] = notes(() => false) as [PlacedNote];
  const passages = note.passages.map((passage, i) => (i === 2 ? { ...passage, lead: 'zyzzyva' } : passage));
  const pieces = [
    { segment: 0, text: 'The zyzzyva is a weevil.' },
    { segment: 9, text: 'It lives in palms.' },
  ];
  const both: PlacedNote = {
    ...note,
    passages: passages.map((passage, i) => (i === 0 ? { ...passage, pieces } : passage)),
    claims: [
      { key: 1, passage: 0, piece: 0, text: 'The zyzzyva is a weevil.' },
      { key: 2, passage: 0, piece: 1, text: 'It lives in palms.' },
      { key: 3, passage: 1, piece: 0, text: 'x' },
    ],
  };
  const db = open([both]);
  db.pragma('secure_delete = ON');
  expect(db.serialize().toString('latin1')).toContain('zyzzyva');
  index.remove(db, [1]);
  expect(db.serialize().toString('latin1')).not.toContain('zyzzyva');
  expect((await prepareLexicalSearch(createSqliteLexicalSource(db))('palms')).hits[0]).toMatchObject({
    key: 2,
    covers: { ownCoverage: 1 },
  });
  index.remove(db, [2, 3]);
  expect(contentsOf(db)).toEqual(EMPTY);
  index.place?.(db, [both]);
  expect((await prepareLexicalSearch(createSqliteLexicalSource(db))('zyzzyva')).hits[0]?.key).toBe(1);
});
