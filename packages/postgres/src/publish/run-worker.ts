import { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { createWorkerPace, type WorkerPace } from './queue/worker-pace.ts';
import { findUpkeep } from './scope-upkeep.ts';
import { type WorkOptions, type WorkReport, workOnScope } from './scope-worker.ts';

export interface WorkerOptions extends Omit<WorkOptions, 'scope' | 'bytes'> {
  /** Called after each round: with what was done, or with the error that ended it. */
  readonly onRound?: (round: WorkReport | { readonly scope: number; readonly error: unknown }) => void;
  /** What is known of each scope from earlier calls; nothing by default. */
  readonly pace?: WorkerPace | undefined;
  /** `quick`: the scopes with little to do alone; `large`: the others, and what is due every day. All by default. */
  readonly lane?: 'quick' | 'large' | undefined;
  /** Milliseconds after which it returns though something is left to do; none by default. */
  readonly most?: number | undefined;
}

/** A scope that has something to publish. */
interface DueScope {
  readonly id: number;
  /** Of the notes that were written since it was read. */
  readonly bytes: number;
  /** When the last of them was written, in milliseconds since 1970; 0 where all notes are to be read again. */
  readonly newest: number;
  /** True where another worker is at it. */
  readonly isHeld: boolean;
}

/** After this many small rounds a large scope has a turn, whatever else comes in. */
const SMALL_IN_A_ROW = 4;
/** What a person or an agent captures is less, and is published before a note is of what was pushed. */
const QUICK_BYTES = 32_768;

/** The scopes in which notes have changed since a worker read them last, those with the least to do first. */
export async function findScopes({
  source,
  holder,
}: Pick<WorkerOptions, 'source' | 'holder'>): Promise<DueScope[]> {
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<{ id: number; bytes: number; newest: Date | null; is_held: boolean }>(
      'SELECT id, bytes, newest, is_held FROM memora.due_scopes($1)',
      [holder ?? ''],
    ),
  );
  return rows.map(({ newest, is_held: isHeld, ...due }) => ({
    ...due,
    newest: newest?.getTime() ?? 0,
    isHeld,
  }));
}

/**
 * Rounds on the scopes that are due, until none is. Each takes what is done in about a second, the smallest notes first, and before each is looked which scope has the least
 * to do: what somebody captures waits for one round, and not for what somebody else has pushed. A scope that another worker holds is left to it, once `wait` is over.
 */
export async function runWorkerOnce(options: WorkerOptions): Promise<WorkReport[]> {
  const reports: WorkReport[] = [];
  const { source, upkeep, lane, pace = createWorkerPace(), wait = 0, signal } = options;
  const until = performance.now() + (options.most ?? Number.POSITIVE_INFINITY);
  const kept = new Set(upkeep === undefined ? [] : await findUpkeep({ source, upkeep }));
  /** What stood to be done when a scope was done with: it has another turn where something came since. */
  const done = new Map<number, number>();
  const lastTurn = new Map<number, number>();
  for (let turn = 1, small = 0; performance.now() < until; turn++) {
    signal?.throwIfAborted();
    const found = await findScopes(options);
    const due = found.filter(
      ({ id, bytes, newest, isHeld }) =>
        // Where every note is to be read again nothing says how much that is.
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
