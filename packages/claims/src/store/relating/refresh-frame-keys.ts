import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { createBodyReader, createKeyHash } from '../../relate/frame-body.ts';
import { type Canonicalise, createCanonicalise, frameKeys } from '../../relate/frame-keys.ts';
import type { Configure } from '../../relate/predicate-values.ts';
import type { StoredFrame } from '../../relate/stored-frame.ts';
import { parseStored } from '../read/parse-stored.ts';
import { createTitleLookup, refreshEntityNames } from './entity-names.ts';

/** The keys under which something came or went, and the names in force. */
interface RefreshedKeys {
  readonly keys: ReadonlySet<number>;
  readonly canonicalise: Canonicalise;
}

/** Brings the keys of the claims that are still to be related in line with their frames and with the notes' names. */
export function refreshFrameKeys(
  db: Sqlite.Database,
  configure: Configure,
  codec: SecretCodec | undefined,
): RefreshedKeys {
  refreshEntityNames(db);
  const canonicalise = createCanonicalise(createTitleLookup(db));
  const keys = new Set<number>();
  const open = createBodyReader(codec);
  const remove = db.prepare('DELETE FROM frame_key WHERE key = ? AND claim = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO frame_key (key, claim) VALUES (?, ?)');
  const old = readOldKeys(db);
  for (const { claim, body } of dueFrames(db)) {
    const before = new Set(old(claim));
    const opened = body === null ? null : open(body);
    const stored =
      opened === null
        ? []
        : frameKeys(
            parseStored<StoredFrame>(opened.text),
            canonicalise,
            configure,
            createKeyHash(codec, opened),
          );
    for (const key of stored) {
      keys.add(key);
      if (!before.delete(key)) insert.run(key, claim);
    }
    for (const key of before) {
      keys.add(key);
      remove.run(key, claim);
    }
  }
  return { keys: sharedKeys(db, keys), canonicalise };
}

interface DueFrame {
  readonly claim: number;
  readonly body: string | null;
}

/** The claims that are to be related, with their frames; some thousands at a time in memory. */
function* dueFrames(db: Sqlite.Database): Generator<DueFrame> {
  const page = db.prepare<[number], DueFrame>(
    `SELECT unrelated.claim, frame.body FROM unrelated LEFT JOIN frame ON frame.claim = unrelated.claim
     WHERE unrelated.claim > ? ORDER BY unrelated.claim LIMIT ${MANY}`,
  );
  let rows = page.all(-1);
  while (rows.length > 0) {
    yield* rows;
    rows = page.all(rows.at(-1)?.claim ?? Number.MAX_SAFE_INTEGER);
  }
}

/** The stored keys of a claim; where most claims are due, all of them are read in one walk. */
function readOldKeys(db: Sqlite.Database): (claim: number) => readonly number[] {
  const due = db.prepare<[], number>('SELECT count(*) FROM unrelated').pluck().get() ?? 0;
  if (due < MANY) {
    const find = db.prepare<[number], number>('SELECT key FROM frame_key WHERE claim = ?').pluck();
    return (claim) => find.all(claim);
  }
  const keysOf = new Map<number, number[]>();
  for (const { key, claim } of db.prepare<[], FrameKeyRow>('SELECT key, claim FROM frame_key').iterate()) {
    const known = keysOf.get(claim);
    if (known === undefined) keysOf.set(claim, [key]);
    else known.push(key);
  }
  return (claim) => keysOf.get(claim) ?? [];
}

interface FrameKeyRow {
  readonly key: number;
  readonly claim: number;
}

const MANY = 5_000;

/** Only a key that two claims have, or that edges were found under before, can change anything. */
function sharedKeys(db: Sqlite.Database, keys: ReadonlySet<number>): ReadonlySet<number> {
  const sql = `SELECT key FROM frame_key WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key HAVING count(*) > 1`;
  return new Set(
    db
      .prepare<[string], number>(sql)
      .pluck()
      .all(JSON.stringify([...keys])),
  );
}
