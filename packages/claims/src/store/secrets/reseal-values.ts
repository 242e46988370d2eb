import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** The shortest value of a codec: version, nonce, 32 bytes, tag. */
const SHORTEST = 61;
const SHORTEST_TEXT = 80;
const SEALED_TEXT = /A[Q-Za-f][A-Za-z0-9+/]{78,}={0,2}/g;

/**
 * Re-encrypts every value of every table that the old key opens: whole blobs, and base64 within texts. It does not depend on the schema, so that future tables
 * are included.
 */
export function resealValues(db: Sqlite.Database, from: SecretCodec, to: SecretCodec): void {
  const reseal = (bytes: Uint8Array): Buffer | null => {
    try {
      return Buffer.from(to.encrypt(from.decrypt(bytes)));
    } catch {
      return null;
    }
  };
  const resealText = (text: string): string =>
    text.replace(SEALED_TEXT, (found) => reseal(Buffer.from(found, 'base64'))?.toString('base64') ?? found);
  const change = (value: unknown): unknown =>
    typeof value === 'string'
      ? resealText(value)
      : value instanceof Uint8Array
        ? (reseal(value) ?? value)
        : value;
  db.function('memora_reseal', {}, change);
  for (const table of tablesOf(db)) {
    for (const column of columnsOf(db, table)) {
      const [at, name] = [quote(table), quote(column)];
      db.exec(
        `UPDATE ${at} SET ${name} = memora_reseal(${name})
         WHERE (typeof(${name}) = 'blob' AND length(${name}) >= ${SHORTEST} AND substr(${name}, 1, 1) = x'01')
           OR (typeof(${name}) = 'text' AND length(${name}) >= ${SHORTEST_TEXT} AND ${name} GLOB '*A[Q-Za-f]*')`,
      );
    }
  }
}

/** Returns ordinary tables; virtual tables and their content tables contain no encrypted value. */
function tablesOf(db: Sqlite.Database): string[] {
  const rows = prepareQuery(db, 'schemaObjects')
    .all()
    .filter(({ type, name }) => type === 'table' && !name.toLowerCase().startsWith('sqlite_'));
  const virtual = rows.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql ?? '')).map(({ name }) => name);
  return rows
    .map(({ name }) => name)
    .filter((name) => !virtual.some((whole) => name === whole || name.startsWith(`${whole}_`)));
}

function columnsOf(db: Sqlite.Database, table: string): string[] {
  return (db.pragma(`table_info(${quote(table)})`) as { name: string }[]).map(({ name }) => name);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
