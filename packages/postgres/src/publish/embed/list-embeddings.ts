import { transactionAs } from '../../connect/transaction-as.ts';
import { callForRows } from '../../queries/call-function.ts';
import type { WorkOptions } from '../scope-worker.ts';

/** Texts to embed of a scope by one embedder. */
export interface DueEmbedding {
  readonly scope: number;
  readonly embedder: string;
  /** Null until a worker has looked. */
  readonly texts: number | null;
  /** The same. Before a worker has examined the scope, the number of its vectors. */
  readonly likely: number;
  readonly problem: string | null;
  readonly isDue: boolean;
  /** True if another worker has it. */
  readonly isHeld: boolean;
  /** Milliseconds since a worker last released it. */
  readonly waited: number;
  /** True if texts that it refused are to be tried again. */
  readonly again: boolean;
}

/** Lists the texts to embed over all scopes, the scopes with the fewest first. */
export function listEmbeddings({
  source,
  holder = '',
}: Pick<WorkOptions, 'source' | 'holder'>): Promise<DueEmbedding[]> {
  return transactionAs(source, { role: 'publish', scope: null }, async (db) =>
    (await callForRows(db, 'list_embeddings', holder)).map(({ is_due: isDue, is_held: isHeld, ...due }) => ({
      ...due,
      isDue,
      isHeld,
    })),
  );
}
