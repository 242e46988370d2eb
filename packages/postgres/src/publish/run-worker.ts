import { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { type WorkOptions, type WorkReport, workOnScope } from './scope-worker.ts';

export interface WorkerOptions extends Omit<WorkOptions, 'scope'> {
  /** Called after each scope: with what was done, or with the error that ended the round on it. */
  readonly onRound?: (round: WorkReport | { readonly scope: number; readonly error: unknown }) => void;
}

/** The scopes in which notes have changed since they were published, or that were never published. */
export async function findScopes({ source }: Pick<WorkerOptions, 'source'>): Promise<number[]> {
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<{ id: number }>('SELECT id FROM memora.scope ORDER BY id'),
  );
  return rows.map(({ id }) => id);
}

/** One round on every scope. A scope that another worker takes meanwhile is left to it. */
export async function runWorkerOnce(options: WorkerOptions): Promise<WorkReport[]> {
  const reports: WorkReport[] = [];
  for (const scope of await findScopes(options)) {
    options.signal?.throwIfAborted();
    try {
      const report = await workOnScope({ ...options, scope });
      reports.push(report);
      options.onRound?.(report);
    } catch (error) {
      if (!MemoraError.isInstance(error) || error.code !== 'TEAM_FENCED') throw error;
      options.onRound?.({ scope, error });
    }
  }
  return reports;
}
