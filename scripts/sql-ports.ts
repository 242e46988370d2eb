/**
 * The places where SQL is written as text. Every other statement is a typed query, compiled as part of the
 * source. The names are those of "Ports to SQL" in `docs/architecture.md`.
 */
import { measureSource } from './measure/measure-source.ts';

/** Files and folders that prepare SQL from a string, by the feature that only SQL text can express. */
export const SQL_PORTS: Readonly<Record<string, string>> = {
  'packages/retrieval/src/lexical/full-text.ts': 'full text',
  'packages/claims/src/store/publish': 'bulk copy',
  'packages/claims/src/store/open': 'the database file',
  'packages/claims/src/store/read/filter': 'filters',
  'packages/claims/src/store/queries/prepare-query.ts': 'compiled queries',
};

/** The files with templates of Kysely that contain SQL. */
export const TEMPLATE_PORTS: readonly string[] = ['packages/claims/src/store/queries/build/sqlite-parts.ts'];

/** Statements outside the ports, by file. The number may only fall, and no file may be added. */
export const SQL_LEFT: Readonly<Record<string, number>> = {
  // The text contains the instant, and PostgreSQL uses the same columns.
  'packages/claims/src/store/read/as-of/as-known-at.ts': 1,
  // PostgreSQL shares the text.
  'packages/claims/src/store/read/read-corroboration.ts': 1,
  // Every column of every table, whichever they are.
  'packages/claims/src/store/secrets/reseal-values.ts': 1,
  // A database of another program, whose tables are not described here.
  'packages/bridge/src/formats/read-claude-mem.ts': 3,
};

/** Returns why a source may not contain its SQL; null if it may. */
export function refusalOfSql(path: string, text: string): string | null {
  if (!/prepare|\.exec\(|sql`/.test(text)) return null;
  const { statements: prepared, executed, templates } = measureSource(path, text);
  const statements = prepared + executed;
  if (templates > 0 && !TEMPLATE_PORTS.includes(path))
    return `contains ${templates} templates of SQL, which stand in ${TEMPLATE_PORTS.join(', ')} only`;
  const isPort = Object.keys(SQL_PORTS).some((port) => path === port || path.startsWith(`${port}/`));
  const left = SQL_LEFT[path] ?? 0;
  if (isPort || statements === left) return null;
  return statements < left
    ? `has ${statements} statements of a text: lower the number in scripts/sql-ports.ts`
    : `has ${statements} statements of a text, outside the ports of scripts/sql-ports.ts: write a typed query`;
}
