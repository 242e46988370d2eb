import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { forgetMeta, readMeta, writeMeta } from '../schema/meta.ts';

/** What has become secret, and may stand in no file beside the database any more. */
interface HiddenDue {
  readonly claimIds: Set<string>;
  readonly words: Set<string>;
}

const NAME = 'hidden_due';

/**
 * Remembers, in the transaction that hides it in the database, what is still to be taken out of pages, run files and backups: a process
 * that is ended in between leaves it to the next run. Encrypted, for it names words; without a key nothing is kept. Nothing to hide forgets it.
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

/** What the run before left to be hidden; nothing where it came to its end, or another key wrote it. */
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
