import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { HiddenNote } from '../erase/scrub-claims.ts';
import { forgetMeta, readMeta, writeMeta } from '../schema/meta.ts';

/** Text that became secret and must be removed from every file next to the database. */
export interface HiddenDue {
  readonly claimIds: Set<string>;
  readonly words: Set<string>;
  readonly notes: Map<string, { readonly pieces: readonly string[]; readonly title: string | null }>;
}

/** True if nothing is left to hide. */
export function isNothingDue({ claimIds, words, notes }: HiddenDue): boolean {
  return claimIds.size + words.size + notes.size === 0;
}

/** Adds what is to be hidden of a note to what an earlier run left of it. */
export function addHiddenNote(
  { notes }: Pick<HiddenDue, 'notes'>,
  { path, pieces, title }: HiddenNote,
): void {
  if (pieces.length === 0 && title === null) return;
  const left = notes.get(path);
  const all = new Set([...(left?.pieces ?? []), ...pieces]);
  notes.set(path, { pieces: [...all], title: title ?? left?.title ?? null });
}

const NAME = 'hidden_due';

/**
 * Records, in the same transaction that hides it in the database, what must still be removed from pages, run files and backups: if the process ends in between,
 * the next run does it. Encrypted, because it contains words; without a key nothing is stored. An empty value deletes the record.
 */
export function noteHiddenDue(db: Sqlite.Database, hidden: HiddenDue, codec: SecretCodec | undefined): void {
  if (isNothingDue(hidden)) {
    if (readMeta(db, NAME) !== undefined) forgetMeta(db, NAME);
    return;
  }
  if (codec === undefined) return;
  const { claimIds, words, notes } = hidden;
  const text = JSON.stringify({ claimIds: [...claimIds], words: [...words], notes: [...notes] });
  const sealed = Buffer.from(codec.encrypt(text)).toString('base64');
  writeMeta(db, NAME, sealed);
}

/** Reads what the previous run left to hide; nothing if it completed, or if another key wrote it. */
export function readHiddenDue(db: Sqlite.Database, codec: SecretCodec | undefined): HiddenDue {
  const none: HiddenDue = { claimIds: new Set(), words: new Set(), notes: new Map() };
  const sealed = readMeta<string>(db, NAME);
  if (sealed === undefined || codec === undefined) return none;
  try {
    // A record of an earlier version names no notes.
    const { claimIds, words, notes } = JSON.parse(codec.decrypt(Buffer.from(sealed, 'base64'))) as {
      claimIds: string[];
      words: string[];
      notes?: [string, { pieces: string[]; title: string | null }][];
    };
    return { claimIds: new Set(claimIds), words: new Set(words), notes: new Map(notes) };
  } catch {
    return none;
  }
}
