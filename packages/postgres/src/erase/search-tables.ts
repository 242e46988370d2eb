import type { PublishedTable } from '@memora/claims/internal';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { ask } from '../queries/ask.ts';
import { TEAM_TABLES } from '../schema/policies.ts';

/** Rows of a table that contain a word to be erased. */
export interface FoundWords {
  readonly table: string;
  readonly rows: number;
  /** Their notes, at most twenty; empty if the rows belong to no note. */
  readonly paths: readonly string[];
}

const WORD = /[\p{L}\p{N}]{5,}/gu;
const MOST_WORDS = 500;
const MOST_PATHS = 20;
const BLOBS_AT_ONCE = 200;

/** Returns the words of a text that are long enough to be distinctive. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(WORD) ?? [])];
}

/** Searches every table of a scope for words that none of its notes contains any more. Matches whole words: `release` does not match `released`. */
export function searchTables(
  { source }: { readonly source: ConnectionSource },
  scope: number,
  words: readonly string[],
): Promise<FoundWords[]> {
  return transactionAs(source, { role: 'publish', scope }, async (db) => {
    const { said, old } = await readBlobWords(db, scope, new Set(words));
    const telling = [...new Set(words)].filter((word) => !said.has(word)).slice(0, MOST_WORDS);
    if (telling.length === 0) return [];
    // Words consist of letters and digits, which need no escaping in a pattern.
    const pattern = `(^|[^[:alnum:]])(${telling.join('|')})([^[:alnum:]]|$)`;
    const found: FoundWords[] = [];
    const count = async (table: string, text: string, path: string) => {
      const [row] = await db.query<{ rows: number; paths: string[] }>(
        `SELECT count(*) AS rows, coalesce((array_agg(DISTINCT ${path}) FILTER (WHERE ${path} IS NOT NULL))[1:${MOST_PATHS}], '{}') AS paths
         FROM memora.${table} AS t WHERE t.scope = $1 AND ${text} ~* $2`,
        [scope, pattern],
      );
      if (row !== undefined && row.rows > 0) found.push({ table, ...row });
    };
    for (const table of TEAM_TABLES) await count(table.name, 't::text', pathOf(table));
    await count('version', 't.path', 't.path');
    const held = old.filter((blob) => blob.words.some((word) => !said.has(word)));
    if (held.length > 0) {
      const hashes = held.map(({ hash }) => hash);
      const paths = (await ask(db, 'pathsOfBytes', scope, hashes, MOST_PATHS)).map(({ path }) => path);
      found.push({ table: 'blob', rows: held.length, paths });
    }
    return found;
  });
}

/** Reads the words of the current notes, and the bytes of former versions that contain a `wanted` word. */
async function readBlobWords(db: Connection, scope: number, wanted: ReadonlySet<string>) {
  const said = new Set<string>();
  const old: { readonly hash: Buffer; readonly words: readonly string[] }[] = [];
  for (let after = Buffer.alloc(0); ; ) {
    const page = await ask(db, 'plainBlobs', scope, after, BLOBS_AT_ONCE);
    for (const { hash, bytes, stands } of page) {
      const words = wordsOf(bytes.toString());
      if (stands) for (const word of words) said.add(word);
      else if (words.some((word) => wanted.has(word)))
        old.push({ hash, words: words.filter((word) => wanted.has(word)) });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < BLOBS_AT_ONCE) return { said, old };
    after = Buffer.from(last.hash);
  }
}

/** Returns SQL for the path of the note that a row belongs to. */
function pathOf({ name, columns }: PublishedTable): string {
  const has = (column: string) => columns.some((each) => each.name === column);
  const ofNote = (note: string) =>
    `(SELECT n.path FROM memora.note n WHERE n.scope = t.scope AND n.key = ${note})`;
  const ofClaim = (claim: string) =>
    `(SELECT n.path FROM memora.claim c JOIN memora.note n ON n.scope = c.scope AND n.key = c.note WHERE c.scope = t.scope AND c.key = ${claim})`;
  const ofPassage = (key: string) =>
    `(SELECT n.path FROM memora.lexical_passages p JOIN memora.note n ON n.scope = p.scope AND n.key = p.note WHERE p.scope = t.scope AND p.key = ${key})`;
  if (has('path')) return 't.path';
  if (has('note')) return ofNote('t.note');
  if (has('claim')) return ofClaim('t.claim');
  if (name === 'lexical_fts_content') return ofPassage('t.id');
  return has('passage') ? ofPassage('t.passage') : 'NULL::text';
}
