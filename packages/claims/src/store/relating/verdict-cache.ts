import type * as Sqlite from '../../model/sqlite-database.ts';
import { shortHash } from '../../prepare/short-hash.ts';
import type { ConflictReason, PairVerdict } from '../../relate/compare/compare-pair.ts';

/** What a judge that had to be asked said of two frames. */
interface AskedVerdict {
  readonly verdict: PairVerdict;
  /** `name@version` and model of the judge. */
  readonly judge: string;
}

export type VerdictLookup = (a: string, b: string) => AskedVerdict | undefined;

/** Only the rules judge. */
const NOBODY_ASKED: VerdictLookup = () => undefined;

interface VerdictRow {
  readonly verdict: string;
  readonly reason: string | null;
  readonly single: number;
}

/** Looks up what a judge said of the statements of two frames (their stored bodies), in either order. */
export function createVerdictLookup(db: Sqlite.Database, judge: string | null): VerdictLookup {
  if (judge === null) return NOBODY_ASKED;
  const find = db.prepare<[number, string], VerdictRow>(
    'SELECT verdict, reason, single FROM verdict WHERE pair = ? AND judge = ?',
  );
  return (a, b) => {
    const row = find.get(pairHash(a, b), judge);
    if (row === undefined) return undefined;
    if (row.verdict !== 'conflict') return { judge, verdict: { verdict: row.verdict } as PairVerdict };
    const reason = (row.reason ?? 'value') as ConflictReason;
    return { judge, verdict: { verdict: 'conflict', reason, singleValued: row.single === 1 } };
  };
}

/** Keeps what a judge said, and has the two claims related again. */
export function rememberVerdict(
  db: Sqlite.Database,
  pair: { readonly a: string; readonly b: string; readonly aKey: number; readonly bKey: number },
  { verdict, judge }: AskedVerdict,
  now: number,
): void {
  const [reason, single] =
    verdict.verdict === 'conflict' ? [verdict.reason, verdict.singleValued ? 1 : 0] : [null, 0];
  db.prepare(
    'INSERT OR REPLACE INTO verdict (pair, judge, verdict, reason, single, at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(pairHash(pair.a, pair.b), judge, verdict.verdict, reason, single, now);
  db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?), (?)').run(pair.aKey, pair.bKey);
}

function pairHash(a: string, b: string): number {
  return shortHash(a < b ? `${a}\u0000${b}` : `${b}\u0000${a}`);
}
