import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';
import { resealValues } from './reseal-values.ts';

/** Two keys, and what is known of the notes under both. */
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

/** Reads the notes once, so that their content can be recognised under another key. */
export async function planRekey(
  db: Sqlite.Database,
  { from, to, readNote }: Pick<RekeyPlan, 'from' | 'to'> & { readonly readNote: ReadNote },
): Promise<RekeyPlan> {
  const fingerprints = new Map<string, string>();
  const notePaths = new Set<string>();
  const spans = Map.groupBy(prepareQuery(db, 'sealedSpans').all(), ({ note }) => note);
  for (const { key, path, hash } of prepareQuery(db, 'notesWithHash').all()) {
    const ranges = spans.get(key) ?? [];
    if (ranges.length > 0) notePaths.add(path);
    const bytes = await readNote(path);
    if (bytes === null) continue;
    if (hash.toString('hex') === from.fingerprint(bytes)) notePaths.add(path);
    for (const { span_start: start, span_end: end } of ranges) {
      const span = bytes.subarray(start, end);
      fingerprints.set(from.fingerprint(span), to.fingerprint(span));
    }
  }
  return { from, to, fingerprints, notePaths };
}

/**
 * Removes everything that the old key made from a database: encrypted values are encrypted with the new key; fingerprints of bytes in the notes become those of
 * the new key, others are hashed again and match nothing; ids are replaced, and corrected by the next indexing, which reads these notes again. Run it in a
 * transaction.
 */
export function rekeySecrets(db: Sqlite.Database, { from, to, fingerprints, notePaths }: RekeyPlan): void {
  resealValues(db, from, to);
  const rows = prepareQuery(db, 'sealedPrints').all();
  const set = prepareQuery(db, 'rekeyClaim');
  for (const { key, id, fingerprint } of rows) {
    const known = fingerprints.get(fingerprint.toString('hex')) ?? to.fingerprint(fingerprint);
    set.run(to.fingerprint(Buffer.from(id)).slice(0, 16), Buffer.from(known, 'hex'), key);
  }
  for (const name of FORGETTING) prepareQuery(db, name).run();
  prepareQuery(db, 'unsettleNotes').run(JSON.stringify([...notePaths]));
  writeVaultKeyId(db, to.keyId);
}

const FORGETTING = [
  ...(['forgetSealedIds', 'forgetSealedSlots', 'forgetAllMatches', 'forgetPrints'] as const),
  ...(['forgetSought', 'relateSealed', 'forgetGoneHashes'] as const),
];

const NAME = 'vault_key';

/** Stores the number of the database's key. */
export function writeVaultKeyId(db: Sqlite.Database, keyId: string): void {
  writeMeta(db, NAME, keyId);
}

/** Reads the number of the database's key; null if nothing was encrypted. */
export function readVaultKeyId(db: Sqlite.Database): string | null {
  return readMeta<string>(db, NAME) ?? null;
}
