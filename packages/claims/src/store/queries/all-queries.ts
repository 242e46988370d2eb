import { claimQueries } from './claim-queries.ts';
import { edgeQueries } from './edge-queries.ts';
import { entityQueries } from './entity-queries.ts';
import { eraseQueries } from './erase-queries.ts';
import { listQueries } from './list-queries.ts';
import { noteQueries } from './note-queries.ts';
import { pageQueries } from './page-queries.ts';
import { relatingQueries } from './relating-queries.ts';
import { storeQueries } from './store-queries.ts';

/** The typed queries of the store. `pnpm references` compiles them; at run time only their text is loaded. */
export const allQueries = {
  ...noteQueries,
  ...claimQueries,
  ...edgeQueries,
  ...relatingQueries,
  ...entityQueries,
  ...eraseQueries,
  ...listQueries,
  ...pageQueries,
  ...storeQueries,
} as const;
