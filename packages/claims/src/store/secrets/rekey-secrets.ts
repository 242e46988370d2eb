import type { SecretCodec } from '@memora/privacy';
import { bandCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { parseStored } from '../read/parse-stored.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';
import { resealValues } from './reseal-values.ts';

/** Two keys, and the data of the notes that is known under both. */
export interface RekeyPlan {
  readonly from: SecretCodec;
  readonly to: SecretCodec;
  /** Keyed fingerprints of bytes in the notes: from the old key's fingerprint to the new key's, in hex. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** The notes that were hashed with the old key. */
  readonly notePaths: ReadonlySet<string>;
}

/** Reads a note; null if it is gone. */
type ReadNote = (path: string) => Promise<Uint8Array | null>;

interface PlannedRow {
  readonly path: string;
  readonly hash: Buffer;
  readonly spans: string;
}

const ROWS = `SELECT note.path, note.hash, (SELECT json_group_array(json_array(span_start, span_end)) FROM claim
    WHERE claim.note = note.key AND claim.sealed IS NOT NULL AND claim.recorded_until IS NULL) AS spans
  FROM note WHERE note.gone_at IS NULL`;

/** Reads the notes once, so that their content can be recognised under another key. */
export async function planRekey(
  db: Sqlite.Database,
  { from, to, readNote }: Pick<RekeyPlan, 'from' | 'to'> & { readonly readNote: ReadNote },
): Promise<RekeyPlan> {
  const fingerprints = new Map<string, string>();
  const notePaths = new Set<string>();
  for (const { path, hash, spans } of db.prepare<[], PlannedRow>(ROWS).all()) {
    const ranges = parseStored<[number, number][]>(spans);
    if (ranges.length > 0) notePaths.add(path);
    const bytes = await readNote(path);
    if (bytes === null) continue;
    if (hash.toString('hex') === from.fingerprint(bytes)) notePaths.add(path);
    for (const [start, end] of ranges) {
      const span = bytes.subarray(start, end);
      fingerprints.set(from.fingerprint(span), to.fingerprint(span));
    }
  }
  return { from, to, fingerprints, notePaths };
}

const SEALED = 'SELECT key FROM claim WHERE sealed IS NOT NULL';

/**
 * Removes everything that the old key made from a database: encrypted values are encrypted with the new key; fingerprints of bytes in the notes become those of
 * the new key, others are hashed again and match nothing; ids are replaced, and corrected by the next indexing, which reads these notes again. Run it in a
 * transaction.
 */
export function rekeySecrets(db: Sqlite.Database, { from, to, fingerprints, notePaths }: RekeyPlan): void {
  resealValues(db, from, to);
  const rows = db
    .prepare<[], { key: number; id: string; fingerprint: Buffer }>(
      'SELECT key, id, fingerprint FROM claim WHERE sealed IS NOT NULL',
    )
    .all();
  const set = db.prepare(
    'UPDATE claim SET id = ?, fingerprint = ?, segment = NULL, segment_offset = NULL, context = -1 WHERE key = ?',
  );
  for (const { key, id, fingerprint } of rows) {
    const known = fingerprints.get(fingerprint.toString('hex')) ?? to.fingerprint(fingerprint);
    set.run(to.fingerprint(Buffer.from(id)).slice(0, 16), Buffer.from(known, 'hex'), key);
  }
  db.exec(`
    DELETE FROM former_id WHERE claim IN (${SEALED});
    DELETE FROM slot_key WHERE claim IN (${SEALED});
    DELETE FROM ledger_match;
    UPDATE failure SET print = NULL;
    DELETE FROM meta WHERE name LIKE 'sought %';
    INSERT OR IGNORE INTO unrelated (claim) ${SEALED};
    UPDATE note SET hash = randomblob(32) WHERE gone_at IS NOT NULL
      AND (band = ${bandCodes.toCode('secret')} OR key IN (SELECT note FROM claim WHERE sealed IS NOT NULL));`);
  db.prepare(
    "UPDATE note SET mtime = -1, hash = x'' WHERE gone_at IS NULL AND path IN (SELECT value FROM json_each(?))",
  ).run(JSON.stringify([...notePaths]));
  writeVaultKeyId(db, to.keyId);
}

const NAME = 'vault_key';

/** Stores the number of the database's key. */
export function writeVaultKeyId(db: Sqlite.Database, keyId: string): void {
  writeMeta(db, NAME, keyId);
}

/** Reads the number of the database's key; null if nothing was written with any. */
export function readVaultKeyId(db: Sqlite.Database): string | null {
  return readMeta<string>(db, NAME) ?? null;
}
