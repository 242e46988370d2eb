import type BetterSqlite3 from 'better-sqlite3';
import { keyOf, type StatementToken } from '../judge/statement-token.ts';
import { tokeniseStatement } from '../judge/tokenise-statement.ts';
import { shortHash } from '../sqlite/short-hash.ts';
import type { StoredFrame } from './frame-index.ts';
import { type Canonicalise, createCanonicalise, frameKeys } from './frame-keys.ts';

/** The keys under which something came or went, and the names in force. */
export interface RefreshedKeys {
  readonly keys: ReadonlySet<number>;
  readonly canonicalise: Canonicalise;
}

/**
 * Brings the keys of the claims that are still to be related in line with their frames. Where the notes' aliases changed, all
 * keys are made anew, because a name may stand in any claim.
 */
export function refreshFrameKeys(db: BetterSqlite3.Database): RefreshedKeys {
  const aliases = readAliases(db);
  const canonicalise = createCanonicalise(aliases);
  const version = shortHash(JSON.stringify([...aliases].map(([alias, title]) => [alias, keyOf(title)])));
  const known = db.prepare<[], number>("SELECT value FROM meta WHERE name = 'alias_version'").pluck().get();
  if (known !== version) {
    if (known !== undefined) db.exec('INSERT OR IGNORE INTO unrelated (claim) SELECT claim FROM frame');
    db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('alias_version', ?)").run(version);
  }
  const keys = new Set<number>();
  const old = db.prepare<[number], number>('SELECT key FROM frame_key WHERE claim = ?').pluck();
  const remove = db.prepare('DELETE FROM frame_key WHERE claim = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO frame_key (key, claim) VALUES (?, ?)');
  const body = db.prepare<[number], string>('SELECT body FROM frame WHERE claim = ?').pluck();
  for (const claim of db.prepare<[], number>('SELECT claim FROM unrelated').pluck().all()) {
    const before = old.all(claim);
    for (const key of before) keys.add(key);
    if (before.length > 0) remove.run(claim);
    const stored = body.get(claim);
    if (stored === undefined) continue;
    for (const key of frameKeys(JSON.parse(stored) as StoredFrame, canonicalise)) {
      keys.add(key);
      insert.run(key, claim);
    }
  }
  return { keys: sharedKeys(db, keys), canonicalise };
}

/** Only a key that two claims have, or that edges were found under before, can change anything. */
function sharedKeys(db: BetterSqlite3.Database, keys: ReadonlySet<number>): ReadonlySet<number> {
  const sql = `SELECT key FROM frame_key WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key HAVING count(*) > 1`;
  return new Set(
    db
      .prepare<[string], number>(sql)
      .pluck()
      .all(JSON.stringify([...keys])),
  );
}

/** Alias → title, as tokens. An alias that two notes claim names neither. */
function readAliases(db: BetterSqlite3.Database): Map<string, readonly StatementToken[]> {
  const rows = db
    .prepare<[], { alias: string; title: string }>(
      `SELECT term.text AS alias, note.title FROM alias JOIN term ON term.key = alias.name JOIN note ON note.key = alias.note
       WHERE note.gone_at IS NULL AND note.band < 2 ORDER BY alias, note.title`,
    )
    .all();
  const byAlias = new Map<string, readonly StatementToken[] | null>();
  for (const { alias, title } of rows) {
    const [name, tokens] = [keyOf(tokeniseStatement(alias)), tokeniseStatement(title)];
    if (name === '' || name === keyOf(tokens)) continue;
    const other = byAlias.get(name);
    byAlias.set(
      name,
      other === undefined || (other !== null && keyOf(other) === keyOf(tokens)) ? tokens : null,
    );
  }
  return new Map([...byAlias].flatMap(([alias, title]) => (title === null ? [] : [[alias, title] as const])));
}
