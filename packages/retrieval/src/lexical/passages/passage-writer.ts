import type { NotePassage } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { prepareQueries, prepareRaw, prepareValues } from '../../queries/prepare-query.ts';
import { createStatisticsChange, type StatisticsChange, toCounted } from '../tables/statistics-change.ts';
import type { PassageTerms } from './passage-terms.ts';

/** The place of a passage in its note. */
interface PassagePlace {
  readonly note: number | null;
  readonly at: number;
  readonly section: number;
  readonly band: NotePassage['band'];
  readonly kind: NotePassage['kind'];
  readonly start: number;
  readonly end: number;
  readonly print: number | null;
  /** 32 bytes; null for a claim without a passage. */
  readonly fingerprint: Uint8Array | null;
  readonly context: StoredContext | null;
}

/** A passage's context, without the title and path of its note, as it is stored. */
interface StoredContext {
  readonly headings: readonly string[];
  readonly dates: readonly string[];
  readonly speaker: string | null;
  readonly leadIn: string | null;
  readonly header: string | null;
}

/** Serialises a context as a JSON list. Member names would be words that no note contains, and erased words are searched in everything stored. */
function toStoredText({ headings, dates, speaker, leadIn, header }: StoredContext): string {
  return JSON.stringify([headings, dates, speaker, leadIn, header]);
}

/** Reads what {@link toStoredText} wrote; `''` means no context. */
export function readStoredContext(text: string): StoredContext {
  const [headings, dates, speaker, leadIn, header] =
    text === '' ? [[], [], null, null, null] : (JSON.parse(text) as StoredList);
  return { headings, dates, speaker, leadIn, header };
}

type StoredList = readonly [
  headings: readonly string[],
  dates: readonly string[],
  speaker: string | null,
  leadIn: string | null,
  header: string | null,
];

/** One text for each of `LEXICAL_FIELDS`. */
type FieldTexts = [string, string, string, string, string, string];

/** A stored passage of a note. */
export interface StoredPassage {
  readonly key: number;
  readonly at: number;
  readonly section: number;
  readonly span_start: number;
  readonly span_end: number;
  readonly print: number | null;
}

/** The stored place of a claim in a passage. */
export interface StoredPlace {
  readonly key: number;
  readonly passage: number;
  readonly first_term: number;
  readonly end_term: number;
  readonly snippet: string | null;
}

export const PASSAGE_KINDS: readonly NotePassage['kind'][] = ['section', 'turn', 'list', 'table', 'code'];
export const PASSAGE_BANDS: readonly NotePassage['band'][] = ['public', 'private', 'secret'];

/** Writes passages and their counts within one batch. */
export interface PassageWriter {
  readonly change: StatisticsChange;
  /** Returns the passage's key. The caller counts its terms. */
  readonly insert: (place: PassagePlace, terms: PassageTerms) => number;
  readonly move: (key: number, place: Pick<PassagePlace, 'at' | 'section' | 'start' | 'end'>) => void;
  readonly remove: (key: number) => void;
  /** Replaces the texts of a passage. The passage is rebuilt when its note is next written. */
  readonly rewrite: (key: number, texts: readonly string[]) => void;
  readonly texts: (key: number) => readonly string[] | null;
  readonly statements: Statements;
}

export function createPassageWriter(db: Sqlite.Database): PassageWriter {
  const statements = statementsOf(db);
  const change = createStatisticsChange(db);
  const texts = (key: number) => (statements.textsOf.get(key) as string[] | undefined) ?? null;
  const uncount = (key: number): boolean => {
    const language = statements.languageOfPassage.get(key);
    const row = texts(key);
    if (language === undefined || row === null) return false;
    change.count(toCounted({ language, texts: row }), -1);
    return true;
  };
  return {
    change,
    statements,
    texts,
    insert: ({ note, at, section, band, kind, start, end, print, fingerprint, context }, terms) => {
      const { lastInsertRowid } = statements.addPassage.run(
        note,
        at,
        section,
        PASSAGE_BANDS.indexOf(band),
        PASSAGE_KINDS.indexOf(kind),
        start,
        end,
        print,
        terms.language,
        fingerprint === null ? null : Buffer.from(fingerprint),
        context === null ? '' : toStoredText(context),
      );
      const key = Number(lastInsertRowid);
      statements.addText.run(key, ...(terms.texts as FieldTexts));
      return key;
    },
    move: (key, { at, section, start, end }) => statements.movePassage.run(at, section, start, end, key),
    remove: (key) => {
      if (!uncount(key)) return;
      statements.removeText.run(key);
      statements.removePassage.run(key);
    },
    rewrite: (key, changed) => {
      const language = statements.languageOfPassage.get(key);
      if (language === undefined || !uncount(key)) return;
      statements.removeText.run(key);
      statements.addText.run(key, ...(changed as FieldTexts));
      statements.touchPassage.run(key);
      change.count(toCounted({ language, texts: changed }), 1);
    },
  };
}

type Statements = ReturnType<typeof prepareStatements>;
const prepared = new WeakMap<Sqlite.Database, Statements>();

function statementsOf(db: Sqlite.Database): Statements {
  let statements = prepared.get(db);
  if (!statements) {
    statements = prepareStatements(db);
    prepared.set(db, statements);
  }
  return statements;
}

function prepareStatements(db: Sqlite.Database) {
  return {
    ...prepareQueries(db, [
      ...(['addPassage', 'movePassage', 'touchPassage', 'removePassage', 'passagesOfNote'] as const),
      ...(['unsettlePassages', 'addText', 'removeText', 'putPlace', 'placeOf', 'placesIn'] as const),
      ...(['placesOfNote', 'moveTerms', 'removePlace', 'claimInNote', 'putSecret', 'removeSecret'] as const),
    ]),
    ...prepareValues(db, ['noteOfPassage', 'languageOfPassage']),
    textsOf: prepareRaw(db, 'textsOf'),
  };
}
