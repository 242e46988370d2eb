import type { Report } from '../report.ts';

/** A statement with what it read. */
export interface Statement {
  readonly sql: string;
  readonly reads: readonly string[];
  readonly removed: number;
  readonly rows: number;
  readonly pages: number;
  readonly ms: number;
}

/** Prints a statement with its plan: how each table is read. */
export function printStatement(
  report: Report,
  list: string,
  { sql, ms, rows, pages, removed, reads }: Statement,
): void {
  report.note(
    `${list}: ${ms.toFixed(1)} ms, ${rows} rows, ${pages} pages, ${removed} left out: ${reads.join(', ')}`,
  );
  report.note(`  ${sql.replace(/\s+/g, ' ').slice(0, 160)}`);
}
