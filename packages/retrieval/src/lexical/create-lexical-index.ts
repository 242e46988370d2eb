import type { ClaimDocument, ClaimIndex } from '@memora/claims';
import type BetterSqlite3 from 'better-sqlite3';
import { type DocumentTerms, documentTerms } from './document-terms.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import { clearLexicalTables, createLexicalTables } from './lexical-schema.ts';

/** Raise it whenever the terms of a text change: the next indexing run then adds every claim again. */
const VERSION = 1;

/**
 * The full-text index over claims, to be given to `openClaimStore({ indexes })`. It lives in the store's database and is
 * written in the store's transactions, so a claim and its terms appear and vanish together.
 */
export function createLexicalIndex(): ClaimIndex {
  return {
    name: 'lexical',
    version: VERSION,
    create: createLexicalTables,
    add: addDocuments,
    remove: removeDocuments,
    clear: clearLexicalTables,
  };
}

function addDocuments(db: BetterSqlite3.Database, documents: readonly ClaimDocument[]): void {
  if (documents.length === 0) return;
  const write = writerOf(db);
  const known = documents.filter(({ key }) => write.exists.get(key) !== undefined).map(({ key }) => key);
  removeDocuments(db, known);
  const change = createChange();
  for (const document of documents) {
    const { language, fields } = documentTerms(document);
    write.insertText.run(document.key, ...LEXICAL_FIELDS.map((field) => fields[field].join(' ')));
    write.insertDocument.run(document.key, document.id, language, snippetText(document));
    countDocument(
      change,
      language,
      LEXICAL_FIELDS.map((field) => fields[field]),
      1,
    );
  }
  applyChange(write, change);
}

const LONGEST_SNIPPET = 400;

/** The span's text on one line, for showing; nothing of a secret claim. */
function snippetText({ band, text }: ClaimDocument): string | null {
  if (band === 'secret') return null;
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_SNIPPET
    ? line
    : `${line.slice(0, LONGEST_SNIPPET).replace(/[\ud800-\udbff]$/u, '')}…`;
}

function removeDocuments(db: BetterSqlite3.Database, keys: readonly number[]): void {
  if (keys.length === 0) return;
  const write = writerOf(db);
  const change = createChange();
  for (const key of keys) {
    const language = write.exists.get(key);
    const row = write.readText.get(key) as string[] | undefined;
    if (language === undefined || row === undefined) continue;
    countDocument(
      change,
      language as string,
      row.map((text) => (text === '' ? [] : text.split(' '))),
      -1,
    );
    write.deleteText.run(key);
    write.deleteDocument.run(key);
  }
  applyChange(write, change);
}

/** What a batch adds to or takes from the statistics; written once a batch, not once a term. */
interface StatisticsChange {
  readonly documentsByTerm: Map<string, number>;
  readonly totals: Map<string, number>;
}

function createChange(): StatisticsChange {
  return { documentsByTerm: new Map(), totals: new Map() };
}

function countDocument(
  { documentsByTerm, totals }: StatisticsChange,
  language: DocumentTerms['language'] | string,
  fields: readonly (readonly string[])[],
  sign: 1 | -1,
): void {
  for (const term of new Set(fields.flat()))
    documentsByTerm.set(term, (documentsByTerm.get(term) ?? 0) + sign);
  const count = (name: string, value: number) => totals.set(name, (totals.get(name) ?? 0) + sign * value);
  count('documents', 1);
  count(`language:${language}`, 1);
  LEXICAL_FIELDS.forEach((field, i) => {
    count(`length:${field}`, fields[i]?.length ?? 0);
  });
}

function applyChange(write: Writer, { documentsByTerm, totals }: StatisticsChange): void {
  for (const [term, change] of documentsByTerm) {
    if (change > 0) write.countTerm.run(term, change);
    else if (change < 0) {
      write.uncountTerm.run(-change, term);
      write.dropTerm.run(term);
    }
  }
  for (const [name, change] of totals) if (change !== 0) write.countTotal.run(name, change);
}

type Writer = ReturnType<typeof prepareWriter>;
const writers = new WeakMap<BetterSqlite3.Database, Writer>();

function writerOf(db: BetterSqlite3.Database): Writer {
  let writer = writers.get(db);
  if (!writer) {
    writer = prepareWriter(db);
    writers.set(db, writer);
  }
  return writer;
}

function prepareWriter(db: BetterSqlite3.Database) {
  const columns = LEXICAL_FIELDS.join(', ');
  return {
    exists: db.prepare('SELECT language FROM lexical_docs WHERE key = ?').pluck(),
    readText: db.prepare(`SELECT ${columns} FROM lexical_fts WHERE rowid = ?`).raw(),
    insertText: db.prepare(
      `INSERT INTO lexical_fts(rowid, ${columns}) VALUES (?${', ?'.repeat(LEXICAL_FIELDS.length)})`,
    ),
    insertDocument: db.prepare(
      'INSERT INTO lexical_docs(key, claim_id, language, snippet) VALUES (?, ?, ?, ?)',
    ),
    deleteText: db.prepare('DELETE FROM lexical_fts WHERE rowid = ?'),
    deleteDocument: db.prepare('DELETE FROM lexical_docs WHERE key = ?'),
    countTerm: db.prepare(
      'INSERT INTO lexical_terms(term, documents) VALUES (?, ?) ON CONFLICT (term) DO UPDATE SET documents = documents + excluded.documents',
    ),
    uncountTerm: db.prepare('UPDATE lexical_terms SET documents = documents - ? WHERE term = ?'),
    dropTerm: db.prepare('DELETE FROM lexical_terms WHERE term = ? AND documents <= 0'),
    countTotal: db.prepare(
      'INSERT INTO lexical_totals(name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value',
    ),
  };
}
