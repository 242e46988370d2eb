import { fileURLToPath } from 'node:url';
import type { ClaimDocument, ClaimIndex } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { registerStemmers } from '@memora/language/stems';
import { ALL_STEMMERS } from '../tokenise/all-stemmers.ts';
import { type Term, toTerm } from '../tokenise/read-texts.ts';
import { createDocumentReader } from './document-terms.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import { clearLexicalTables, createLexicalTables, LEXICAL_INDEX, LEXICAL_VERSION } from './lexical-schema.ts';
import type { NoteTerms } from './read-documents.ts';
import { sealTerms } from './secret-texts.ts';

/**
 * The full-text index over claims, to be given to `openClaimStore({ indexes })`. It lives in the store's database and is
 * written in the store's transactions, so a claim and its terms appear and vanish together.
 */
export function createLexicalIndex(): ClaimIndex {
  registerStemmers(ALL_STEMMERS);
  return {
    name: LEXICAL_INDEX,
    reader: { file: readerFile() },
    version: LEXICAL_VERSION,
    create: createLexicalTables,
    add: addDocuments,
    remove: removeDocuments,
    clear: clearLexicalTables,
    rewrite: (db) => db.exec("INSERT INTO lexical_fts(lexical_fts) VALUES ('rebuild')"),
  };
}

/** The reader's compiled file lies beside the bundle that this module is part of. */
function readerFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './read-documents.ts' : './read-lexical-documents.js';
  return fileURLToPath(new URL(name, import.meta.url));
}

function addDocuments(db: Sqlite.Database, documents: readonly ClaimDocument[]): void {
  if (documents.length === 0) return;
  const write = writerOf(db);
  const last = (write.lastKey.get() as number | null) ?? -1;
  removeDocuments(
    db,
    documents.filter(({ key }) => key <= last).map(({ key }) => key),
  );
  const change = createChange();
  const { read, rest } = partByReading(documents);
  for (const { terms, documents } of read) {
    for (const document of documents) {
      const at = document.reading?.at ?? 0;
      const [language, texts] = [terms.languages[at] as string, terms.texts[at] as readonly string[]];
      write.insertText.run(document.key, ...texts);
      write.insertDocument.run(document.key, document.id, language, snippetText(document));
    }
    change.countNote(terms);
  }
  const readDocument = rest.length === 0 ? null : createDocumentReader();
  for (const document of rest) {
    const reading = (readDocument as ReturnType<typeof createDocumentReader>)(document);
    if (document.band === 'secret') {
      if (document.encrypt !== undefined)
        write.insertSecret.run(document.key, sealTerms(reading, document.encrypt));
      continue;
    }
    const { language, texts, lengths, terms } = reading;
    write.insertText.run(document.key, ...texts);
    write.insertDocument.run(document.key, document.id, language, snippetText(document));
    change.count(language, lengths, terms, 1);
  }
  change.apply(write);
}

interface ReadDocuments {
  readonly terms: NoteTerms;
  readonly documents: readonly ClaimDocument[];
}

/** The notes of which all claims were read before and all are here, and the documents of other notes. */
function partByReading(documents: readonly ClaimDocument[]): {
  readonly read: readonly ReadDocuments[];
  readonly rest: readonly ClaimDocument[];
} {
  const byNote = Map.groupBy(documents, ({ reading }) => reading?.note);
  const rest = [...(byNote.get(undefined) ?? [])];
  const read: ReadDocuments[] = [];
  for (const [note, all] of byNote) {
    if (note === undefined) continue;
    const terms = note.byIndex[LEXICAL_INDEX] as NoteTerms | undefined;
    // What is counted of the note holds for all of its claims together only.
    if (terms === undefined || all.length !== note.count) for (const each of all) rest.push(each);
    else read.push({ terms, documents: all });
  }
  return { read, rest };
}

const LONGEST_SNIPPET = 400;

/** The span's text on one line, for showing. */
function snippetText({ text }: ClaimDocument): string {
  const line = /\s\s|[^\S ]|^\s|\s$/u.test(text) ? text.replace(/\s+/gu, ' ').trim() : text;
  return line.length <= LONGEST_SNIPPET
    ? line
    : `${line.slice(0, LONGEST_SNIPPET).replace(/[\ud800-\udbff]$/u, '')}…`;
}

function removeDocuments(db: Sqlite.Database, keys: readonly number[]): void {
  if (keys.length === 0) return;
  const write = writerOf(db);
  const change = createChange();
  for (const key of keys) {
    if (write.deleteSecret.run(key).changes > 0) continue;
    const language = write.exists.get(key);
    const row = write.readText.get(key) as string[] | undefined;
    if (language === undefined || row === undefined) continue;
    const terms = row.map((text) => (text === '' ? [] : text.split(' ').map(toTerm)));
    change.count(
      language as string,
      terms.map(({ length }) => length),
      terms,
      -1,
    );
    write.deleteText.run(key);
    write.deleteDocument.run(key);
  }
  change.apply(write);
}

/** What a batch adds to or takes from the statistics; written once a batch, not once a term. */
interface StatisticsChange {
  readonly count: (
    language: string,
    lengths: readonly number[],
    terms: readonly (readonly Term[])[],
    sign: 1 | -1,
  ) => void;
  /** Adds all claims of a note. */
  readonly countNote: (terms: NoteTerms) => void;
  readonly apply: (write: Writer) => void;
}

let lastDocument = 0;

function createChange(): StatisticsChange {
  const changed = new Set<Term>();
  const totals = new Map<string, number>();
  const add = (name: string, value: number) => totals.set(name, (totals.get(name) ?? 0) + value);
  const countTerm = (term: Term, documents: number) => {
    // What a batch that failed has left is not this one's.
    if (!changed.has(term)) term.documents = 0;
    changed.add(term);
    term.documents += documents;
  };
  return {
    countNote: ({ languages, terms, documents, lengths }) => {
      for (const [i, text] of terms.entries()) countTerm(toTerm(text), documents[i] ?? 0);
      add('documents', languages.length);
      for (const language of languages) add(`language:${language}`, 1);
      LEXICAL_FIELDS.forEach((field, i) => {
        add(`length:${field}`, lengths[i] ?? 0);
      });
    },
    count: (language, lengths, fields, sign) => {
      const document = ++lastDocument;
      for (const terms of fields) {
        for (const term of terms) {
          if (term.countedIn === document) continue;
          term.countedIn = document;
          countTerm(term, sign);
        }
      }
      add('documents', sign);
      add(`language:${language}`, sign);
      LEXICAL_FIELDS.forEach((field, i) => {
        add(`length:${field}`, sign * (lengths[i] ?? 0));
      });
    },
    apply: (write) => {
      for (const { text, documents } of changed) {
        if (documents > 0) write.countTerm.run(text, documents);
        else if (documents < 0) {
          write.uncountTerm.run(-documents, text);
          write.dropTerm.run(text);
        }
      }
      for (const [name, value] of totals) if (value !== 0) write.countTotal.run(name, value);
    },
  };
}

type Writer = ReturnType<typeof prepareWriter>;
const writers = new WeakMap<Sqlite.Database, Writer>();

function writerOf(db: Sqlite.Database): Writer {
  let writer = writers.get(db);
  if (!writer) {
    writer = prepareWriter(db);
    writers.set(db, writer);
  }
  return writer;
}

function prepareWriter(db: Sqlite.Database) {
  const columns = LEXICAL_FIELDS.join(', ');
  return {
    lastKey: db
      .prepare(
        'SELECT max(key) FROM (SELECT max(key) AS key FROM lexical_docs UNION ALL SELECT max(key) FROM lexical_secret)',
      )
      .pluck(),
    insertSecret: db.prepare('INSERT OR REPLACE INTO lexical_secret(key, sealed) VALUES (?, ?)'),
    deleteSecret: db.prepare('DELETE FROM lexical_secret WHERE key = ?'),
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
