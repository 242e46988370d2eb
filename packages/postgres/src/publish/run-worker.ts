import { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { findUpkeep } from './scope-upkeep.ts';
import { type WorkOptions, type WorkReport, workOnScope } from './scope-worker.ts';

export interface WorkerOptions extends Omit<WorkOptions, 'scope'> {
  /** Called after each scope: with what was done, or with the error that ended the round on it. */
  readonly onRound?: (round: WorkReport | { readonly scope: number; readonly error: unknown }) => void;
}

/** The scopes in which notes have changed since a worker read them last, or that none has read. */
export async function findScopes({ source }: Pick<WorkerOptions, 'source'>): Promise<number[]> {
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<{ id: number }>('SELECT id FROM memora.due_scopes()'),
  );
  return rows.map(({ id }) => id);
}

/** One round on every scope that is due. A scope that another worker holds is left to it, once `wait` is over. */
export async function runWorkerOnce(options: WorkerOptions): Promise<WorkReport[]> {
  const reports: WorkReport[] = [];
  const { source, upkeep } = options;
  const kept = upkeep === undefined ? [] : await findUpkeep({ source, upkeep });
  for (const scope of new Set([...(await findScopes(options)), ...kept])) {
    options.signal?.throwIfAborted();
    try {
      const report = await workOnScope({ ...options, scope });
      reports.push(report);
      options.onRound?.(report);
    } catch (error) {
      if (!MemoraError.isInstance(error) || !/^TEAM_(?:FENCED|SCOPE_HELD)$/.test(error.code)) throw error;
      options.onRound?.({ scope, error });
    }
  }
  return reports;
}
