import { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { callForRows } from '../queries/call-function.ts';
import { createWorkerPace, type WorkerPace } from './queue/worker-pace.ts';
import { findUpkeep } from './scope-upkeep.ts';
import { type WorkOptions, type WorkReport, workOnScope } from './scope-worker.ts';

export interface WorkerOptions extends Omit<WorkOptions, 'scope' | 'bytes'> {
  /** Called after each round, with its report or with the error that ended it. */
  readonly onRound?: (round: WorkReport | { readonly scope: number; readonly error: unknown }) => void;
  /** What earlier calls learned about each scope; nothing by default. */
  readonly pace?: WorkerPace | undefined;
  /** `quick`: only scopes with little to do; `large`: the others, and daily tasks. All by default. */
  readonly lane?: 'quick' | 'large' | undefined;
  /** Milliseconds after which it returns even if work is left; none by default. */
  readonly most?: number | undefined;
}

/** A scope with something to publish. */
interface DueScope {
  readonly id: number;
  /** Bytes of the notes written since it was last read. */
  readonly bytes: number;
  /** When the last of them was written, in milliseconds since 1970; 0 if all notes must be read again. */
  readonly newest: number;
  /** True if another worker holds it. */
  readonly isHeld: boolean;
}

/** A large scope gets a turn after this many small rounds, whatever arrives. */
const SMALL_IN_A_ROW = 4;
/** Captures of a person or an agent are smaller than this, and are published before pushed notes. */
const QUICK_BYTES = 32_768;

/** Finds the scopes whose notes have changed since a worker last read them, those with the least to do first. */
export async function findScopes({
  source,
  holder,
}: Pick<WorkerOptions, 'source' | 'holder'>): Promise<DueScope[]> {
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    callForRows(db, 'due_scopes', holder ?? ''),
  );
  return rows.map(({ newest, is_held: isHeld, ...due }) => ({
    ...due,
    newest: (newest as Date | null)?.getTime() ?? 0,
    isHeld,
  }));
}

/**
 * Runs rounds on the scopes that are due, until none is. Each round takes about a second of work, smallest notes first, and the scope with the least to do
 * is chosen again before each: a capture waits for one round, not for another user's push. A scope that another worker holds is skipped after `wait`.
 */
export async function runWorkerOnce(options: WorkerOptions): Promise<WorkReport[]> {
  const reports: WorkReport[] = [];
  const { source, upkeep, lane, pace = createWorkerPace(), wait = 0, signal } = options;
  const until = performance.now() + (options.most ?? Number.POSITIVE_INFINITY);
  const kept = new Set(upkeep === undefined ? [] : await findUpkeep({ source, upkeep }));
  /** The work that was due when a scope was finished: if more has arrived since, it gets another turn. */
  const done = new Map<number, number>();
  const lastTurn = new Map<number, number>();
  for (let turn = 1, small = 0; performance.now() < until; turn++) {
    signal?.throwIfAborted();
    const found = await findScopes(options);
    const due = found.filter(
      ({ id, bytes, newest, isHeld }) =>
        // If every note must be read again, the amount is unknown.
        (lane === undefined || (bytes <= QUICK_BYTES && newest > 0) === (lane === 'quick')) &&
        done.get(id) !== newest &&
        (!isHeld || wait > 0) &&
        !pace.isWaiting(id, newest),
    );
    const others = [...kept].filter((id) => !due.some((each) => each.id === id));
    const isSmall = ({ id, bytes }: DueScope) => bytes <= pace.bytesOf(id);
    const turnOf = ({ id }: DueScope) => lastTurn.get(id) ?? 0;
    const large = due.filter((each) => !isSmall(each)).sort((a, b) => turnOf(a) - turnOf(b));
    const [first] = due.filter(isSmall).sort((a, b) => turnOf(a) - turnOf(b));
    const next =
      first === undefined || (small >= SMALL_IN_A_ROW && large[0] !== undefined) ? large[0] : first;
    const scope = next?.id ?? others[0];
    if (scope === undefined) break;
    const newest = next?.newest ?? 0;
    small = next === first ? small + 1 : 0;
    lastTurn.set(scope, turn);
    kept.delete(scope);
    try {
      const report = await workOnScope({ ...options, scope, bytes: pace.bytesOf(scope) });
      if (report.left === 0) done.set(scope, newest);
      if (report.failures.length > 0 && report.left === 0) pace.fail(scope, newest);
      else pace.succeed(scope);
      if (report.left > 0) pace.tell(scope, report.bytes, report.milliseconds);
      reports.push(report);
      options.onRound?.(report);
    } catch (error) {
      if (!MemoraError.isInstance(error) || !/^TEAM_(?:FENCED|SCOPE_HELD)$/.test(error.code)) throw error;
      done.set(scope, newest);
      options.onRound?.({ scope, error });
    }
  }
  return reports;
}
