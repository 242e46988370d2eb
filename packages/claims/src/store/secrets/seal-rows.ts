import type { SecretCodec } from '@memora/privacy';
import { kindCodes, precisionCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';
import type { Schema } from '../schema/tables.ts';
import { openDate, sealDate } from './sealed-dates.ts';

/** What an older version left readable of secret claims was sealed by this one. */
const VERSION = 2;
const NAME = 'sealed_rows';

type Row = Pick<
  Schema['claim'],
  'key' | 'sealed' | 'kind' | 'precision' | 'valid_from' | 'valid_until' | 'confidence' | 'superseded_at'
>;

/**
 * Encrypts what an older version kept in the open of secret claims: kind, dates, and when something newer ended them. Once for a
 * database; rows of another key are left, because nobody reads them and the next run writes them anew.
 */
export function sealRows(db: Sqlite.Database, codec: SecretCodec): void {
  if (readMeta(db, NAME) === VERSION) return;
  db.transaction(() => {
    const rows = db
      .prepare<[], Row>(
        `SELECT key, sealed, kind, precision, valid_from, valid_until, confidence, superseded_at FROM claim
         WHERE sealed IS NOT NULL`,
      )
      .all();
    const seal = db.prepare(
      `UPDATE claim SET sealed = ?, kind = ${kindCodes.toCode('fact')}, precision = ${precisionCodes.toCode('unknown')},
       valid_until = NULL, confidence = 1, superseded_at = ?,
       valid_from = (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', recorded_from / 1000.0, 'unixepoch')) WHERE key = ?`,
    );
    const edges = db.prepare<[number], { source: number; recorded_from: number; at: string | null }>(
      `SELECT source, recorded_from, json_extract(metadata, '$.at') AS at FROM edge
       WHERE target = ? AND json_extract(metadata, '$.at') IS NOT NULL`,
    );
    const sealEdge = db.prepare(
      `UPDATE edge SET metadata = json_set(metadata, '$.at', ?) WHERE source = ? AND target = ? AND recorded_from = ?
       AND json_extract(metadata, '$.at') IS NOT NULL`,
    );
    for (const row of rows) {
      const sealed = resealed(row, codec);
      if (sealed === null) continue;
      seal.run(sealed, sealDate(openDate(row.superseded_at, codec), codec), row.key);
      for (const { source, recorded_from, at } of edges.all(row.key))
        sealEdge.run(sealDate(openDate(at, codec), codec), source, row.key, recorded_from);
    }
    db.prepare(
      'DELETE FROM past_validity WHERE claim IN (SELECT key FROM claim WHERE sealed IS NOT NULL)',
    ).run();
    writeMeta(db, NAME, VERSION);
  }).immediate();
  // The log holds the pages as they were.
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function resealed(row: Row, codec: SecretCodec): Buffer | null {
  if (row.sealed === null) return null;
  try {
    const terms = JSON.parse(codec.decrypt(row.sealed)) as Record<string, unknown>;
    if ('precision' in terms) return row.sealed;
    const precision = precisionCodes.toName(row.precision);
    const dated = precision !== 'unknown';
    const more = {
      kind: kindCodes.toName(row.kind),
      validFrom: dated ? row.valid_from : null,
      validUntil: row.valid_until,
      precision,
      confidence: row.confidence,
    };
    return Buffer.from(codec.encrypt(JSON.stringify({ ...terms, ...more })));
  } catch {
    return null;
  }
}
