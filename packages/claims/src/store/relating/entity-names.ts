import type * as Sqlite from '../../model/sqlite-database.ts';
import { keyOf, type StatementToken } from '../../relate/compare/statement-token.ts';
import { tokeniseStatement } from '../../relate/compare/tokenise-statement.ts';
import { parseStored } from '../read/parse-stored.ts';

/**
 * Brings the names of the notes whose names were written in line, and marks the claims whose subject begins with a name that
 * came or went: they are to be related again. Costs what those notes cost.
 */
export function refreshEntityNames(db: Sqlite.Database): void {
  const renamed = db.prepare<[], number>('SELECT note FROM renamed').pluck().all();
  if (renamed.length === 0) return;
  const namesOf = db.prepare<[number], { name: string; title: string }>(
    `SELECT term.text AS name, note.title FROM alias JOIN term ON term.key = alias.name JOIN note ON note.key = alias.note
     WHERE alias.note = ? AND note.gone_at IS NULL AND note.band < 2`,
  );
  const stored = db.prepare<[number], { name: string; title: string }>(
    'SELECT name, title FROM entity_name WHERE note = ?',
  );
  const add = db.prepare('INSERT OR REPLACE INTO entity_name (name, note, title) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM entity_name WHERE name = ? AND note = ?');
  const mark = db.prepare('INSERT OR IGNORE INTO unrelated (claim) SELECT claim FROM frame WHERE entity = ?');
  const touched = new Set<string>();
  for (const note of renamed) {
    const wanted = new Map<string, string>();
    // They are all names of one title.
    let titleTokens: readonly StatementToken[] | undefined;
    for (const { name, title } of namesOf.all(note)) {
      const tokens = tokeniseStatement(name);
      titleTokens ??= tokeniseStatement(title);
      if (tokens.length > 0 && keyOf(tokens) !== keyOf(titleTokens))
        wanted.set(keyOf(tokens), JSON.stringify(titleTokens));
    }
    for (const { name, title } of stored.all(note)) {
      if (wanted.get(name) === title) wanted.delete(name);
      else if (!wanted.has(name)) {
        remove.run(name, note);
        touched.add(firstWord(name));
      }
    }
    for (const [name, title] of wanted) {
      add.run(name, note, title);
      touched.add(firstWord(name));
    }
  }
  for (const word of touched) mark.run(word);
  db.exec('DELETE FROM renamed');
}

/** Looks up the title of the one note that bears a name; a name that notes of different titles bear names none of them. */
export function createTitleLookup(db: Sqlite.Database): (name: string) => readonly StatementToken[] | null {
  const find = db
    .prepare<[string], string>('SELECT DISTINCT title FROM entity_name WHERE name = ? LIMIT 2')
    .pluck();
  const known = new Map<string, readonly StatementToken[] | null>();
  return (name) => {
    let title = known.get(name);
    if (title === undefined) {
      const [first, second] = find.all(name);
      title = first === undefined || second !== undefined ? null : parseStored<StatementToken[]>(first);
      known.set(name, title);
    }
    return title;
  };
}

function firstWord(name: string): string {
  return name.split(' ', 1)[0] ?? name;
}
