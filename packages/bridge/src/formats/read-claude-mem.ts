import { plainDriver } from '@memora/claims/internal';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { isRow, textOf } from './read-row.ts';

type Read = ForeignMemory | StoreProblem;
type Row = Readonly<Record<string, unknown>>;
/** The columns of a table, as the database lists them. */
type Columns = ReadonlySet<string>;

const TABLES = ['observations', 'session_summaries', 'directives'] as const;
/** The parts of a session summary that are memories; its request is not one. */
const SUMMARY = ['learned', 'completed', 'next_steps'] as const;
/** The first schema version that keeps observations. */
const FIRST_VERSION = 4;

/**
 * Reads the database of claude-mem, by the version of its schema: observations (each of their facts is a memory), session summaries, and directives. Opens it
 * read-only, and queries only columns that exist. Yields one problem for a database of another program.
 */
export function* readClaudeMem(file: string, path: string): Generator<Read> {
  let database: ReturnType<typeof plainDriver> | null = null;
  try {
    database = plainDriver(path, { readonly: true, timeout: 1_000 });
    const open = database;
    const columnsOf = (table: string): Columns =>
      new Set(
        open
          .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
          .all(table)
          .map(({ name }) => name),
      );
    const version = columnsOf('schema_versions').has('version')
      ? open.prepare<[], number>('SELECT max(version) FROM schema_versions').pluck().get()
      : undefined;
    if (version === undefined || version === null || version < FIRST_VERSION) {
      yield unreadable(file, 'It is a database of another program than claude-mem');
      return;
    }
    for (const table of TABLES) {
      if (columnsOf(table).size === 0) continue;
      for (const row of open.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY id`).iterate())
        yield* readRecord(table, row, { file, format: `claude-mem ${version}` });
    }
  } catch {
    yield unreadable(file, 'It is a damaged or locked database');
  } finally {
    database?.close();
  }
}

/** The problem for a file that no reader here supports. */
export function unreadable(file: string, what: string): StoreProblem {
  return {
    problem: 'FILE_UNREADABLE',
    file,
    message: `${what}, which is not readable here: export its memories as JSON.`,
  };
}

function* readRecord(
  table: (typeof TABLES)[number],
  row: Row,
  { file, format }: { readonly file: string; readonly format: string },
): Generator<Read> {
  const number = typeof row['id'] === 'number' ? row['id'] : 0;
  const texts = textsOf(table, row);
  if (texts.length === 0 && table === 'observations')
    yield { problem: 'RECORD_INVALID', file, number, message: 'It has no memory text.' };
  const createdAt = timeOf(row['created_at_epoch']);
  for (const [i, { text, part }] of texts.entries())
    yield {
      provider: 'claude-mem',
      format,
      id: `${table}-${number}${texts.length === 1 ? '' : `-${i + 1}`}`,
      text,
      entity: null,
      kind: part ?? textOf(row, ['type']),
      createdAt,
      updatedAt: timeOf(row['updated_at_epoch']) ?? createdAt,
      scope: textOf(row, ['merged_into_project', 'project', 'scope']),
      origin: table === 'directives' ? 'unknown' : 'agent',
      source: textOf(row, ['memory_session_id', 'sdk_session_id', 'source']),
      details: detailsOf(row),
      band: 'private',
      tags: listOf(row['concepts']),
      file,
      span: { start: 0, end: 0 },
      line: number,
    };
}

interface Text {
  readonly text: string;
  /** The part of a summary. */
  readonly part: string | null;
}

function textsOf(table: (typeof TABLES)[number], row: Row): readonly Text[] {
  if (table === 'session_summaries')
    return SUMMARY.flatMap((part) => {
      const text = textOf(row, [part]);
      return text === null ? [] : [{ text, part: part === 'learned' ? 'lesson' : 'event' }];
    });
  if (table === 'directives') {
    const text = row['status'] === 'active' ? textOf(row, ['content']) : null;
    return text === null ? [] : [{ text, part: 'preference' }];
  }
  const facts = listOf(row['facts']);
  const whole = textOf(row, ['narrative', 'text', 'subtitle', 'title']);
  const texts = facts.length > 0 ? facts : whole === null ? [] : [whole];
  return texts.map((text) => ({ text, part: null }));
}

/** The list of texts in a JSON column. */
function listOf(value: unknown): string[] {
  try {
    const list: unknown = typeof value === 'string' ? JSON.parse(value) : null;
    return Array.isArray(list)
      ? list.filter((each): each is string => typeof each === 'string' && each.trim() !== '')
      : [];
  } catch {
    return [];
  }
}

/** The other fields of the row, unchanged. */
function detailsOf(row: Row): Row {
  const told = ['title', 'subtitle', 'narrative', 'files_read', 'files_modified', 'prompt_number', 'request'];
  return Object.fromEntries(
    told.flatMap((name) => (isRow(row) && row[name] != null ? [[name, row[name]]] : [])),
  );
}

/** Converts milliseconds or seconds since 1970 to ISO 8601. */
function timeOf(value: unknown): string | null {
  if (typeof value !== 'number' || value <= 0) return null;
  const time = new Date(value < 1e11 ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(0, 19)}Z`;
}
