import type { PublishedValue } from '@memora/claims/internal';
import { readPostings } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText } from './value-codec.ts';

/** Postings per statement. */
const BATCH = 20_000;

type Row = readonly PublishedValue[];

/**
 * Reads the published postings of passages and sends the statements that remove them; the first value of a row is its key. They are already sent when this
 * resolves, so later writes come after them.
 */
export async function removePostings(
  db: Connection,
  scope: number,
  rows: readonly Row[],
): Promise<readonly Promise<unknown>[]> {
  if (rows.length === 0) return [];
  const texts: [number, ...string[]][] = await db.rows(
    'SELECT id, c0, c1, c2, c3, c4, c5 FROM memora.lexical_fts_content WHERE scope = $1 AND id = ANY ($2::bigint[])',
    [scope, rows.map(([key]) => key)],
  );
  const gone = texts.flatMap(([passage, ...fields]) =>
    readPostings(fields.map(fromStoredText)).postings.map(({ term }) => ({ passage, term })),
  );
  return inBatches(gone, (batch) =>
    db.rows(
      `DELETE FROM memora.lexical_posting AS p USING unnest($2::bigint[], $3::bigint[]) AS gone (term, passage)
       WHERE p.scope = $1 AND p.term = gone.term AND p.passage = gone.passage`,
      [scope, batch.map(({ term }) => term), batch.map(({ passage }) => passage)],
    ),
  );
}

/** Yields the statements that write the postings of passages. */
export function* putPostings(
  db: Connection,
  scope: number,
  rows: readonly Row[],
): Generator<Promise<unknown>> {
  const all = rows.flatMap(([passage, ...fields]) => {
    const { postings, length } = readPostings(fields as string[]);
    return postings.map((posting) => ({ ...posting, passage, length }));
  });
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH);
    yield db.rows(
      `INSERT INTO memora.lexical_posting (scope, term, passage, frequency, length)
       SELECT $1::int, * FROM unnest($2::bigint[], $3::bigint[], $4::real[], $5::int[])`,
      [
        scope,
        batch.map(({ term }) => term),
        batch.map(({ passage }) => passage),
        batch.map(({ frequency }) => frequency),
        batch.map(({ length }) => length),
      ],
    );
  }
}

function inBatches<Item>(
  items: readonly Item[],
  send: (batch: readonly Item[]) => Promise<unknown>,
): readonly Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  for (let at = 0; at < items.length; at += BATCH) sent.push(send(items.slice(at, at + BATCH)));
  return sent;
}
