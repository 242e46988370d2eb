import type { ClaimDocument } from '@memora/claims';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openWordTable } from '../embed/open-word-table.ts';
import { noIndexStatus } from '../testing-fixtures/no-index-status.ts';
import { toDocument } from '../testing-fixtures/to-document.ts';
import { createVectorIndex } from './create-vector-index.ts';
import { readDocuments } from './read-documents.ts';

const embedder = await openWordTable();
const index = createVectorIndex({ embedder });

const documents = ['The pump runs at 40 bar', '東京の会議は三時から', 'Zzyzx', '...'].map((text, i) =>
  toDocument(
    { text, subject: 'Pump', predicate: 'states', noteTitle: 'Plant', headingPath: ['Plant', 'Pumps'] },
    i,
  ),
);

function blocksOf(added: readonly ClaimDocument[]) {
  const db = new BetterSqlite3(':memory:');
  index.create(db, noIndexStatus);
  index.add(db, added);
  return db.prepare('SELECT block, vectors FROM vector_block ORDER BY block').all();
}

function withReading(change: (made: NonNullable<ReturnType<typeof readDocuments>>) => unknown) {
  const made = readDocuments(documents) as NonNullable<ReturnType<typeof readDocuments>>;
  const note = { count: documents.length, byIndex: structuredClone({ vector: change(made) }) };
  return documents.map((document, at) => ({ ...document, reading: { note, at } }));
}

it('writes the vectors that were made on another thread as it writes its own', () => {
  const expected = blocksOf(documents);
  expect(expected).toHaveLength(1);
  expect(blocksOf(withReading((made) => made))).toEqual(expected);
  expect(blocksOf(withReading((made) => made).slice(1, 3))).toEqual(blocksOf(documents.slice(1, 3)));
});

it('makes them itself where the reader has another version, or made too few', () => {
  const wrong = (made: { readonly vectors: Float32Array }) => made.vectors.slice().fill(0.5);
  const expected = blocksOf(documents);
  expect(blocksOf(withReading((made) => ({ version: 'older', vectors: wrong(made) })))).toEqual(expected);
  expect(blocksOf(withReading((made) => ({ ...made, vectors: wrong(made).subarray(1) })))).toEqual(expected);
});
