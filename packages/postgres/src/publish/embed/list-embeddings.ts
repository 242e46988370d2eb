import { transactionAs } from '../../connect/transaction-as.ts';
import type { WorkOptions } from '../scope-worker.ts';

/** Texts to embed of a scope by one embedder. */
export interface DueEmbedding {
  readonly scope: number;
  readonly embedder: string;
  /** Null until a worker has looked. */
  readonly texts: number | null;
  /** The same, or until then the number of vectors that the scope has. */
  readonly likely: number;
  readonly problem: string | null;
  readonly isDue: boolean;
  /** True if another worker is at it. */
  readonly isHeld: boolean;
  /** Milliseconds since a worker last left it. */
  readonly waited: number;
}

/** Lists what is to be embedded, over all scopes, those with the least to do first. */
export function listEmbeddings({
  source,
  holder = '',
}: Pick<WorkOptions, 'source' | 'holder'>): Promise<DueEmbedding[]> {
  return transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<DueEmbedding>(
      'SELECT scope, embedder, texts, likely, problem, is_due AS "isDue", is_held AS "isHeld", waited FROM memora.list_embeddings($1)',
      [holder],
    ),
  );
}
