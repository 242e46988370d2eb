import { claimQueries } from './claim-queries.ts';
import { noteQueries } from './note-queries.ts';
import { storeQueries } from './store-queries.ts';

/** The typed queries of the store. `pnpm references` compiles them; what runs loads their text alone. */
export const allQueries = { ...noteQueries, ...claimQueries, ...storeQueries } as const;
