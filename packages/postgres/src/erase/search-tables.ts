import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { TEAM_TABLES } from '../schema/policies.ts';

/** Rows of a table that hold a word which is to be gone. */
export interface FoundWords {
  readonly table: string;
  readonly rows: number;
}

const WORD = /[\p{L}\p{N}]{5,}/gu;
const MOST_WORDS = 500;

/** The words of a text that are long enough to tell something. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(WORD) ?? [])];
}

/** Searches every table of a scope for words that no note of it says any more. */
export function searchTables(
  { source }: { readonly source: ConnectionSource },
  scope: number,
  words: readonly string[],
): Promise<FoundWords[]> {
  return transactionAs(source, { role: 'publish', scope }, async (db) => {
    const said = await db.query<{ bytes: Buffer }>(
      `SELECT b.bytes FROM memora.blob b WHERE b.scope = $1 AND NOT b.sealed
       AND EXISTS (SELECT 1 FROM memora.head h WHERE h.scope = $1 AND h.hash = b.hash)`,
      [scope],
    );
    const others = new Set(said.flatMap(({ bytes }) => wordsOf(bytes.toString())));
    const telling = [...new Set(words)].filter((word) => !others.has(word)).slice(0, MOST_WORDS);
    if (telling.length === 0) return [];
    const found: FoundWords[] = [];
    const count = async (table: string, condition: string, values: readonly unknown[]) => {
      const [row] = await db.query<{ rows: number }>(
        `SELECT count(*) AS rows FROM memora.${table} AS t WHERE scope = $1 AND (${condition})`,
        [scope, ...values],
      );
      if (row !== undefined && row.rows > 0) found.push({ table, rows: row.rows });
    };
    const patterns = telling.map((word) => `%${word}%`);
    for (const { name } of TEAM_TABLES) await count(name, 't::text ILIKE ANY ($2::text[])', [patterns]);
    await count('version', 'path ILIKE ANY ($2::text[])', [patterns]);
    await count(
      'blob',
      'EXISTS (SELECT 1 FROM unnest($2::bytea[]) AS word (bytes) WHERE position(word.bytes in t.bytes) > 0)',
      [telling.map((word) => Buffer.from(word))],
    );
    return found;
  });
}
