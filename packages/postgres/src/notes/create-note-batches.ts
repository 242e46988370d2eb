import { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { shownKind } from '../stored/shown-kind.ts';
import { readScopes, readShownPath } from '../team/scopes.ts';
import type { ReadNoteOptions } from './read-note.ts';
import { openBlob, type StoredBlob } from './seal-blob.ts';

/** The maximum number of paths per statement. */
const MOST = 500;

type Found = Uint8Array | MemoraError | null;

interface Waiting {
  readonly path: string;
  readonly tell: (found: Found) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Creates a reader of current notes, or of notes at an instant, by their shown paths; null if there is none. Requests at the same time share one
 * statement, and each blob is checked against its address. `TEAM_BLOB_ALTERED` and `TEAM_KEY_MISSING` are thrown only for the affected note.
 */
export function createNoteBatches(
  options: ReadNoteOptions,
  at?: Date,
): (path: string) => Promise<Uint8Array | null> {
  let waiting: Waiting[] = [];
  const send = async () => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST) {
      const some = all.slice(from, from + MOST);
      try {
        const found = await readTogether([...new Set(some.map(({ path }) => path))], options, at);
        for (const { path, tell } of some) tell(found.get(path) ?? null);
      } catch (error) {
        for (const { fail } of some) fail(error);
      }
    }
  };
  return async (path) => {
    const found = await new Promise<Found>((tell, fail) => {
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ path, tell, fail });
    });
    if (found instanceof Error) throw found;
    return found;
  };
}

const NOW =
  'SELECT scope, hash FROM memora.head WHERE scope = s.id AND path = w.path AND hash IS NOT NULL LIMIT 1';
/** A note that was already deleted at that time has no bytes. */
const THEN = `SELECT * FROM (SELECT scope, hash FROM memora.version WHERE scope = s.id AND path = w.path AND at <= $3::timestamptz
  ORDER BY version DESC LIMIT 1) AS v WHERE hash IS NOT NULL`;

async function readTogether(
  paths: readonly string[],
  options: ReadNoteOptions,
  at: Date | undefined,
): Promise<ReadonlyMap<string, Found>> {
  const asked = paths.map(readShownPath);
  const rows = await transactionAs(options.source, { role: 'ask', ...options }, async (db) => {
    // A removed member gets an error: an empty result would be misleading.
    const [read] = await Promise.all([
      db.query<StoredBlob & { readonly i: number }>(
        `SELECT w.i::int AS i, h.hash, b.bytes, coalesce(b.sealed, false) AS sealed
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (kind, path, i),
         LATERAL (SELECT id FROM memora.scope WHERE id = ANY ((SELECT memora.visible_scopes())::int[]) AND ${shownKind('scope')} = w.kind ORDER BY id LIMIT 1) AS s,
         LATERAL (${at === undefined ? NOW : THEN}) AS h
         LEFT JOIN LATERAL (SELECT bytes, sealed FROM memora.blob WHERE scope = h.scope AND hash = h.hash LIMIT 1) AS b ON true`,
        [asked.map(({ kind }) => kind), asked.map(({ path }) => path), ...(at === undefined ? [] : [at])],
      ),
      readScopes(db),
    ]);
    return read;
  });
  return new Map(
    rows.map(({ i, ...blob }) => {
      const path = paths[i - 1] as string;
      return [path, openOrTell(path, blob, options)] as const;
    }),
  );
}

/** One unreadable note does not affect the others. */
export function openOrTell(
  path: string,
  blob: StoredBlob,
  options: ReadNoteOptions,
): Uint8Array | MemoraError {
  try {
    return openBlob(path, blob, options);
  } catch (error) {
    if (MemoraError.isInstance(error)) return error as MemoraError;
    throw error;
  }
}
