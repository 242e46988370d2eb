import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { forgetMeta, readMeta, writeMeta } from '../schema/meta.ts';

/** Text that became secret and must be removed from every file next to the database. */
interface HiddenDue {
  readonly claimIds: Set<string>;
  readonly words: Set<string>;
}

const NAME = 'hidden_due';

/**
 * Records, in the same transaction that hides it in the database, what must still be removed from pages, run files and backups: if the process ends in between,
 * the next run does it. Encrypted, because it contains words; without a key nothing is stored. An empty value deletes the record.
 */
export function noteHiddenDue(db: Sqlite.Database, hidden: HiddenDue, codec: SecretCodec | undefined): void {
  if (hidden.claimIds.size + hidden.words.size === 0) {
    if (readMeta(db, NAME) !== undefined) forgetMeta(db, NAME);
    return;
  }
  if (codec === undefined) return;
  const text = JSON.stringify({ claimIds: [...hidden.claimIds], words: [...hidden.words] });
  const sealed = Buffer.from(codec.encrypt(text)).toString('base64');
  writeMeta(db, NAME, sealed);
}

/** Reads what the previous run left to hide; nothing if it completed, or if another key wrote it. */
export function readHiddenDue(db: Sqlite.Database, codec: SecretCodec | undefined): HiddenDue {
  const none = { claimIds: new Set<string>(), words: new Set<string>() };
  const sealed = readMeta<string>(db, NAME);
  if (sealed === undefined || codec === undefined) return none;
  try {
    const { claimIds, words } = JSON.parse(codec.decrypt(Buffer.from(sealed, 'base64'))) as {
      claimIds: string[];
      words: string[];
    };
    return { claimIds: new Set(claimIds), words: new Set(words) };
  } catch {
    return none;
  }
}
